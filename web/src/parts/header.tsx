import { useRef } from "preact/hooks";

import { usePage } from "../context";
import { Icon, type IconName } from "./icon";

export function Header() {
  const { model, controller, say } = usePage();
  const due = model.game?.problem ? 0 : (model.game?.problems ?? 0);
  const file = useRef<HTMLInputElement>(null);
  const button = (name: IconName, text: string, onClick: () => void, className = "") => (
    <button class={`quiet ${className}`} onClick={onClick} title={text} aria-label={text}>
      <Icon name={name} /><span>{text}</span>
    </button>
  );
  return (
    <header>
      <h1><span class="logo" aria-hidden="true" />Tao Go</h1>
      <nav>
        {model.plays && button("add", say("new_game"), () => controller.dispatch({ type: "dialog", dialog: "new" }), "main")}
        {model.plays && button("open", say("open_record"), () => file.current?.click())}
        {model.plays && button("save", say("save_record"), () => void controller.save())}
        {due > 0 && button("problems", say("problems_n", { n: due }), () => void controller.ask(), "due")}
        {button("settings", say("settings"), () => controller.dispatch({ type: "dialog", dialog: "settings" }))}
        <input
          ref={file} id="file" class="hidden" type="file" tabIndex={-1} aria-label={say("open_record")} accept=".sgf,.txt,application/x-go-sgf"
          onChange={(event) => {
            const chosen = event.currentTarget.files?.[0];
            if (chosen) void controller.load(chosen);
            event.currentTarget.value = "";
          }}
        />
      </nav>
    </header>
  );
}
