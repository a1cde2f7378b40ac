import { useState } from "preact/hooks";

import { usePage } from "../context";
import { FULL } from "../facts";
import { type Checked, nextLevel, wrongFields } from "../new_game";
import type { NewGame } from "../protocol";
import { RULES, rulesText } from "../texts";
import { Dialog } from "./dialog";
import { Choice, Field, LevelField, NumberField, PlayerField } from "./fields";

const SIZES = [9, 13, 19];

export function NewGameDialog() {
  const { model, controller, say } = usePage();
  const rules = model.game?.rules ?? "chinese";
  const level = model.game ? nextLevel(model.game) : FULL;
  const isProposed = level !== (model.game?.level ?? FULL);
  const isNamed = RULES.includes(rules);
  const [form, setForm] = useState<Required<NewGame>>({
    size: model.game?.size ?? 9, player: model.game?.player ?? "black", level,
    handicap: 0, komi: null, rules: isNamed ? rules : null, minutes: null, increment: 0,
  });
  const change = (part: Partial<NewGame>) => setForm({ ...form, ...part });
  const isOther = !SIZES.includes(form.size);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    const first = (event.currentTarget as HTMLFormElement).querySelector<HTMLInputElement>("[aria-invalid]");
    if (first) first.focus();
    else if (await controller.act({ action: "new", ...form })) controller.dispatch({ type: "dialog", dialog: null });
  };
  const wrong = wrongFields(form, say);
  const problem = (name: Checked) => (wrong[name] ? `wrong-${name}` : undefined);
  const problems = (...names: Checked[]) => names.map((name) => (
    <p key={name} id={`wrong-${name}`} class="error" role="alert">{wrong[name] && `${say(name)}: ${wrong[name]}`}</p>
  ));
  return (
    <Dialog title={say("new_game")}>
      <form id="form" noValidate onSubmit={(event) => void submit(event)}>
        <Choice label={say("size")} value={isOther ? 0 : form.size} onChange={(size) => change({ size: size || 7 })}
          options={[...SIZES.map((size): [number, string] => [size, `${size}×${size}`]), [0, say("other_size")]]} />
        {isOther && <NumberField label={say("size")} value={form.size || null} min={2} max={19} problem={problem("size")} onChange={(size) => change({ size: size ?? 0 })} />}
        {problems("size")}
        <PlayerField value={form.player} onChange={(player) => change({ player })} />
        <LevelField value={form.level ?? FULL} size={form.size} onChange={(level) => change({ level })} />
        {isProposed && form.level === level && <p class="faint" id="proposed">{say("level_proposed", { level })}</p>}
        <div class="pair">
          <NumberField label={say("handicap")} value={form.handicap} min={0} max={9} problem={problem("handicap")} onChange={(handicap) => change({ handicap: handicap ?? 0 })} />
          <NumberField label={say("komi")} value={form.komi} min={-400} max={400} step={0.5} placeholder={say("komi_usual")} problem={problem("komi")} onChange={(komi) => change({ komi })} />
        </div>
        {problems("handicap", "komi")}
        <Field label={say("rules")}>
          <select value={form.rules ?? ""} onChange={({ currentTarget }) => change({ rules: currentTarget.value || null })}>
            {!isNamed && <option value="">{rules}</option>}
            {RULES.map((name) => <option key={name} value={name}>{rulesText(name, say)}</option>)}
          </select>
        </Field>
        <div class="pair">
          <NumberField label={say("minutes")} value={form.minutes} min={0} max={1440} step="any" placeholder={say("none")} problem={problem("minutes")} onChange={(minutes) => change({ minutes })} />
          <NumberField label={say("increment")} value={form.increment} min={0} max={3600} step="any" problem={problem("increment")} onChange={(increment) => change({ increment: increment ?? 0 })} />
        </div>
        {problems("minutes", "increment")}
        <button type="submit" class="main wide">{say("start")}</button>
      </form>
    </Dialog>
  );
}
