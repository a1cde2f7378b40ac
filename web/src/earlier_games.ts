import type { EarlierGame } from "./protocol";

/** The day of an earlier game: that of its record, as it stands there unless it is a single day, or the one on which another game took its place. */
export function dayText({ date, time }: Pick<EarlierGame, "date" | "time">, language: string): string {
  if (date !== null && !/^\d{4}-\d\d-\d\d$/.test(date)) return date;
  const day = new Date(date === null ? 1000 * time : `${date}T00:00`);
  return Number.isNaN(Number(day)) ? (date ?? "") : day.toLocaleDateString(language, { dateStyle: "medium" });
}
