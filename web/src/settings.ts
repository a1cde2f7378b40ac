/** What a visitor prefers, which the browser keeps. */

import { type Language, isLanguage, preferredLanguage } from "./texts/language";

export interface Settings {
  language: Language;
  theme: "auto" | "light" | "dark";
  sound: boolean;
  coordinates: boolean;
  territory: boolean;
  /** Whether stones show the numbers of their moves. */
  numbers: boolean;
  /** What candidates show first. */
  labels: "loss" | "win_rate";
  /** When a move needs a second tap. */
  confirm: "touch" | "always" | "never";
  teaching: boolean;
  /** Whether candidates show how often they were searched. */
  visits: boolean;
  /** Whether the visitor was asked for a rank, or began without telling it. */
  welcomed: boolean;
}

export function defaults(): Settings {
  return {
    language: preferredLanguage(navigator.languages),
    theme: "auto",
    sound: true,
    coordinates: true,
    territory: true,
    numbers: false,
    labels: "loss",
    confirm: "touch",
    teaching: false,
    visits: false,
    welcomed: false,
  };
}

const NAME = "tao-go-settings";

/** The settings that this browser keeps. From those of an older page, only settings that still exist are taken. */
export function readSettings(): Settings {
  const settings = defaults();
  try {
    const kept = JSON.parse(stored() ?? "{}") as Partial<Settings>;
    if (kept.language !== undefined && !isLanguage(kept.language)) delete kept.language;
    for (const key of Object.keys(settings) as (keyof Settings)[]) {
      if (typeof kept[key] === typeof settings[key]) Object.assign(settings, { [key]: kept[key] });
    }
  } catch {
    // Anything that cannot be read is ignored.
  }
  return settings;
}

export function keepSettings(settings: Settings): void {
  const text = JSON.stringify(settings);
  try {
    if (isServed()) document.cookie = `${NAME}=${encodeURIComponent(text)}; Path=/; SameSite=Strict; Max-Age=31536000`;
    else localStorage.setItem(NAME, text);
  } catch {
    // If the browser cannot store anything, the settings are lost when the page is closed.
  }
}

/** Whether a server sends the page. Its port changes at each start, so settings are in cookies, which do not depend on it, unlike other storage. */
const isServed = () => location.protocol.startsWith("http");

function stored(): string | null {
  if (!isServed()) return localStorage.getItem(NAME);
  const cookie = document.cookie.split("; ").find((each) => each.startsWith(`${NAME}=`));
  return cookie ? decodeURIComponent(cookie.slice(NAME.length + 1)) : null;
}
