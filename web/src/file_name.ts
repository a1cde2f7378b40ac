/** The first value of each property in the first node of a record. */
function rootProperties(record: string): Map<string, string> {
  const found = new Map<string, string>();
  let nodes = 0;
  for (const [token, name, value] of record.matchAll(/([A-Z]+)?\s*\[((?:\\[^]|[^\]\\])*)\]|;/g)) {
    if (token === ";" && ++nodes > 1) break;
    if (name && value && !found.has(name)) found.set(name, value.replace(/\\([^])/g, "$1"));
  }
  return found;
}

/** The name of the file for a record: its date, or else this day, and the players, without what names of files cannot have. */
export function fileName(record: string, today: Date): string {
  const root = rootProperties(record);
  const [day] = /^\d{4}(-\d\d){0,2}/.exec(root.get("DT") ?? "") ?? [];
  const now = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
  const players = ["PB", "PW"].map((name) => (root.get(name) ?? "").replace(/\s+/g, " ").replace(/[\\/:*?"<>|\p{Cc}\p{Cf}\p{Cs}]/gu, "").trim().slice(0, 60));
  return `${[day ?? now, players.filter(Boolean).join(" - ")].filter(Boolean).join(" ")}.sgf`;
}
