import { usePage } from "../context";
import { Choice, NumberField } from "../parts/fields";
import type { Color } from "../protocol";
import { errorText } from "../texts";
import { type Setup, type Tool, cleared } from "./setup";

/** What can be chosen while a position is set up. */
export function SetupPanel() {
  const { model, controller, say } = usePage();
  const { setup } = model;
  if (!setup) return null;
  const show = (next: Setup | null) => controller.dispatch({ type: "setup", setup: next });
  const colors: [Color, string][] = [["black", say("black")], ["white", say("white")]];
  return (
    <section class="card setup" aria-label={say("set_up")}>
      <h2>{say("set_up")}</h2>
      <Choice<Tool> label={say("stones_to_place")} value={setup.tool} options={[...colors, ["empty", say("erase")], ["part", say("part")]]} onChange={(tool) => show({ ...setup, tool })} />
      {setup.tool === "part" && <p class="faint">{say("part_help")}</p>}
      <Choice<Color> label={say("next_to_move")} value={setup.toMove} options={colors} onChange={(toMove) => show({ ...setup, toMove })} />
      <div class="pair">
        <NumberField label={say("size")} value={setup.size} min={2} max={19} onChange={(size) => size !== null && size >= 2 && size <= 19 && show(cleared(setup, Math.floor(size)))} />
        <NumberField label={say("komi")} value={setup.komi} min={-400} max={400} step={0.5} onChange={(komi) => show({ ...setup, komi: komi ?? 0 })} />
      </div>
      <p class="error" role="alert">{model.error && errorText(model.error, say)}</p>
      <button id="use-setup" class="main wide" onClick={() => void controller.explorer.useSetup()}>{say("use_position")}</button>
      <div class="pair">
        <button onClick={() => show(cleared(setup, setup.size))}>{say("clear")}</button>
        <button onClick={() => show(null)}>{say("cancel")}</button>
      </div>
    </section>
  );
}
