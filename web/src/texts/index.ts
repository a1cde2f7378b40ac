import type { Color, GameState } from "../protocol";
import type { Failure } from "../state";
import { type Language, LANGUAGES } from "./language";
import { TABLE } from "./table";

export type TextKey = keyof typeof TABLE;

/** Writes a text of the table, with values in it. */
export type Say = (key: TextKey, values?: Record<string, string | number>) => string;

export function speaker(language: Language): Say {
  const column = Object.keys(LANGUAGES).indexOf(language);
  return (key, values = {}) => (TABLE[key][column] ?? TABLE[key][0]).replace(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ""));
}

/** Errors of the page itself. */
export const OWN_ERRORS = { silent: "no_answer", unloaded: "no_engine", taken: "taken" } as const satisfies Record<string, TextKey>;

/** The text of an error. */
export function errorText({ message, file }: Failure, say: Say): string {
  const own = Object.values(OWN_ERRORS).find((key) => key === message);
  return (file ? file + say("colon") : "") + (own ? say(own) : translated(message, say));
}

/** The English messages of the engine, and the texts that translate them. */
const MESSAGES: [RegExp, TextKey][] = [
  [/^(?<move>\w+) is occupied$/, "occupied"],
  [/^(?<move>\w+) retakes the ko$/, "ko"],
  [/^(?<move>\w+) is suicide$/, "suicide"],
  [/^(?<move>\w+) repeats/, "repeats"],
  [/Tao Go's turn$/, "not_your_turn"],
  [/would resign/, "would_resign"],
  [/: take back a move/, "over_already"],
  [/no move to/, "nothing_to_undo"],
  [/at most (?<moves>\d+) moves, with variations (?<nodes>\d+)$/, "most_moves"],
  [/more than (?<moves>\d+) moves$/, "long_record"],
  [/stones that all have liberties/, "no_liberties"],
  [/no room/, "no_room"],
  [/changed on another page$|no such game/, "changed_elsewhere"],
  [/no game found/, "no_record"],
  [/sets up stones after move (?<moves>\d+)/, "set_up_before"],
  [/^the record has nodes/, "hidden_nodes"],
  [/problem is due$/, "no_problem"],
  [/^too many new games/, "many_games"],
  [/^too many searches/, "many_searches"],
  [/all stones count$/, "all_count"],
  [/has (?<size>[\d.]+) MB$/, "large_file"],
  [/: expected `GM\[1\]`/, "other_game"],
  [/a square of 2 to 19/, "record_size"],
  [/^line (?<line>\d+), column (?<column>\d+): expected /, "bad_record"],
  [/is not complete/, "incomplete"],
  [/no network for (?<size>\d+)x/, "no_network"],
];

/** A message of the engine in the language of the page, if there is a translation. */
export function translated(message: string, say: Say): string {
  for (const [pattern, key] of MESSAGES) {
    const match = pattern.exec(message);
    if (match) return say(key, match.groups);
  }
  return message.charAt(0).toUpperCase() + message.slice(1) + (message.endsWith(".") ? "" : ".");
}

/** A result such as `B+3.5` in words. */
export function resultText(result: string, say: Say): string {
  const match = /^([BW])\+(.*)$/.exec(result);
  if (!match) return result === "0" ? say("draw") : result;
  const color = say(match[1] === "B" ? "black" : "white");
  if (/^R/i.test(match[2] ?? "")) return say("wins_resign", { color });
  if (/^T/i.test(match[2] ?? "")) return say("wins_time", { color });
  const points = Number(match[2]);
  return Number.isFinite(points) ? say("wins_by", { color, points }) : result;
}

/** The name of a player. */
export function nameText({ player, names }: Pick<GameState, "player" | "names">, color: Color, say: Say): string {
  if (player !== "both") return say(player === color ? "you" : "engine");
  return names[color === "black" ? 0 : 1] ?? say(color);
}

/** A lead of Black as a result such as `B+3.5`. */
export const resultOf = (lead: number): string => (lead === 0 ? "0" : `${lead > 0 ? "B" : "W"}+${Math.abs(lead)}`);

export const percentText = (share: number, digits = 1): string => `${(100 * share).toFixed(digits)} %`;

/** The rule sets that a new game can have. */
export const RULES = ["chinese", "japanese", "tromp-taylor", "cgos"];

/** The name of a rule set. */
export const rulesText = (rules: string, say: Say): string => ({ chinese: say("chinese"), japanese: say("japanese"), "tromp-taylor": "Tromp-Taylor", cgos: "CGOS" })[rules] ?? rules;

/** A rank, which is negative for dan. */
export const rankText = (rank: number, say: Say): string => (rank > 0 ? say("kyu", { n: rank }) : say("dan", { n: -rank }));

/** Points with their sign. */
export const signedText = (points: number, digits = 1): string => {
  const text = Math.abs(points).toFixed(digits);
  return `${Number(text) === 0 ? "" : points > 0 ? "+" : "−"}${text}`;
};

/** A count in at most four characters. */
export function shortCount(count: number): string {
  if (count < 1000) return String(count);
  return count < 100000 ? `${(count / 1000).toFixed(count < 10000 ? 1 : 0)}k` : `${(count / 1e6).toFixed(1)}M`;
}
