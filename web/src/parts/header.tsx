import { usePage } from "../context";
import type { DialogName } from "../state";
import { Icon, type IconName } from "./icon";

/** Lets the visitor choose files, which are opened. */
export const chooseFiles = () => document.getElementById("file")?.click();

export function Header() {
  const { model, controller, say } = usePage();
  const due = model.game?.problem ? 0 : (model.game?.problems ?? 0);
  const button = (name: IconName, text: string, onClick: () => void, className = "") => (
    <button class={`quiet ${className}`} onClick={onClick} title={text} aria-label={text}>
      <Icon name={name} /><span>{text}</span>
    </button>
  );
  const show = (dialog: DialogName) => controller.dispatch({ type: "dialog", dialog });
  return (
    <header>
      <h1><span class="logo" aria-hidden="true" />Tao Go</h1>
      <nav>
        {model.plays && button("add", say("new_game"), () => show("new"), "main")}
        {model.plays && button("open", say("open_record"), () => (model.game?.games === 0 ? chooseFiles() : show("games")))}
        {model.plays && button("save", say("save_record"), () => void controller.save())}
        {due > 0 && button("problems", say("problems_n", { n: due }), () => void controller.ask(), "due")}
        {button("settings", say("settings"), () => show("settings"))}
        <input
          id="file" class="hidden" type="file" multiple tabIndex={-1} aria-label={say("open_record")} accept=".sgf,.txt,application/x-go-sgf"
          onChange={(event) => {
            void controller.load(...(event.currentTarget.files ?? []));
            event.currentTarget.value = "";
          }}
        />
      </nav>
    </header>
  );
}
