import type { ComponentChildren } from "preact";
import { useEffect, useId, useState } from "preact/hooks";

import { usePage } from "../context";
import { FULL, rankOf } from "../facts";
import type { Player } from "../protocol";
import { rankText } from "../texts";

/** A choice among a few, shown side by side. */
export function Choice<T extends string | number>({ label, value, options, onChange }: {
  label: string;
  value: T;
  options: readonly (readonly [T, string])[];
  onChange: (value: T) => void;
}) {
  const id = useId();
  // What was chosen is shown at once, though an answer may take a moment.
  const [shown, setShown] = useState(value);
  useEffect(() => setShown(value), [value]);
  const choose = (option: T) => {
    setShown(option);
    onChange(option);
  };
  return (
    <fieldset class="choice">
      <legend>{label}</legend>
      <div class="options">
        {options.map(([option, text]) => (
          <label key={option}>
            <input type="radio" name={id} value={option} checked={option === shown} onChange={() => choose(option)} />
            <span>{text}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function Field({ label, children }: { label: string; children: ComponentChildren }) {
  return <label class="field"><span>{label}</span>{children}</label>;
}

export function NumberField({ label, value, min, max, step, placeholder, problem, onChange }: {
  label: string;
  value: number | null;
  min: number;
  max: number;
  step?: number | "any";
  placeholder?: string;
  /** The id of the element that says what is wrong with the value. */
  problem?: string | undefined;
  onChange: (value: number | null) => void;
}) {
  return (
    <Field label={label}>
      <input
        type="number" min={min} max={max} step={step ?? 1} value={value ?? ""} placeholder={placeholder ?? ""}
        aria-invalid={problem ? "true" : undefined} aria-describedby={problem}
        onInput={({ currentTarget }) => onChange(currentTarget.value === "" ? null : Number(currentTarget.value))}
      />
    </Field>
  );
}

export function Check({ label, help, value, onChange }: { label: string; help?: string; value: boolean; onChange: (value: boolean) => void }) {
  return (
    <label class="check">
      <span>{label}{help && <small>{help}</small>}</span>
      <input type="checkbox" role="switch" checked={value} onChange={({ currentTarget }) => onChange(currentTarget.checked)} />
    </label>
  );
}

export function PlayerField({ value, onChange }: { value: Player; onChange: (player: Player) => void }) {
  const { say } = usePage();
  const options = [["black", say("black")], ["white", say("white")], ["both", say("both")]] as const;
  return <Choice<Player> label={say("you_play")} value={value} options={options} onChange={onChange} />;
}

/** The level, with the rank that it is near on the boards for which there is a network. */
export function LevelField({ value, size, onChange }: { value: number; size: number; onChange: (level: number) => void }) {
  const { say } = usePage();
  const [shown, setShown] = useState(value);
  useEffect(() => setShown(value), [value]);
  const text = size > 9 ? "" : say("about", { rank: rankText(rankOf(shown), say) });
  return (
    <label class="field level">
      <span>{say("level")} <b>{shown}</b> <small>{text}</small></span>
      <input
        type="range" min="1" max={FULL} value={shown} aria-valuetext={`${shown} ${text}`}
        onInput={({ currentTarget }) => setShown(Number(currentTarget.value))}
        onChange={({ currentTarget }) => onChange(Number(currentTarget.value))}
      />
    </label>
  );
}
