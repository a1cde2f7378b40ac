export const LANGUAGES = { en: "English", zh: "中文", ja: "日本語", ko: "한국어" } as const;

export type Language = keyof typeof LANGUAGES;

export const isLanguage = (name: string): name is Language => name in LANGUAGES;

/** The first of the browser's languages that the page speaks. */
export function preferredLanguage(names: readonly string[]): Language {
  const known = names.map((name) => name.slice(0, 2)).find(isLanguage);
  return known ?? "en";
}
