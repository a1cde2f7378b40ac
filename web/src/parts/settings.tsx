import { usePage } from "../context";
import type { Settings } from "../settings";
import { type Language, LANGUAGES } from "../texts/language";
import { Dialog } from "./dialog";
import { Check, Choice, Field } from "./fields";

export function SettingsDialog() {
  const { model, controller, say } = usePage();
  const { settings } = model;
  const change = (part: Partial<Settings>) => controller.dispatch({ type: "settings", settings: part });
  return (
    <Dialog title={say("settings")}>
      <Field label={say("language")}>
        <select value={settings.language} onChange={({ currentTarget }) => change({ language: currentTarget.value as Language })}>
          {Object.entries(LANGUAGES).map(([code, name]) => <option key={code} value={code} lang={code}>{name}</option>)}
        </select>
      </Field>
      <Choice label={say("theme")} value={settings.theme} onChange={(theme) => change({ theme })}
        options={[["auto", say("auto")], ["light", say("light")], ["dark", say("dark")]]} />
      <Choice label={say("labels")} value={settings.labels} onChange={(labels) => change({ labels })}
        options={[["loss", say("label_loss")], ["win_rate", say("win_rate")]]} />
      <Choice label={say("confirm")} value={settings.confirm} onChange={(confirm) => change({ confirm })}
        options={[["touch", say("confirm_touch")], ["always", say("always")], ["never", say("never")]]} />
      <Check label={say("teaching")} help={say("teaching_help")} value={settings.teaching} onChange={(teaching) => change({ teaching })} />
      <Check label={say("move_numbers")} value={settings.numbers} onChange={(numbers) => change({ numbers })} />
      <Check label={say("show_visits")} value={settings.visits} onChange={(visits) => change({ visits })} />
      <Check label={say("coordinates")} value={settings.coordinates} onChange={(coordinates) => change({ coordinates })} />
      <Check label={say("sound")} value={settings.sound} onChange={(sound) => change({ sound })} />
    </Dialog>
  );
}
