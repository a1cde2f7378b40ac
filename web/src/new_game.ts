/** What the program accepts as conditions of a new game. */

import { FULL } from "./facts";
import type { GameState, NewGame } from "./protocol";
import type { Say } from "./texts";

/** A game that was decided by so many points, by resignation or on time was clear. */
const CLEAR = 10;

/** The level for the next game: a step up or down after a game that the visitor won or lost clearly. */
export function nextLevel({ level, result, phase, player }: GameState): number {
  const match = phase === "over" && player !== "both" ? /^([BW])\+(.*)$/.exec(result ?? "") : null;
  if (!match || Number(match[2]) < CLEAR) return level;
  const hasWon = player === (match[1] === "B" ? "black" : "white");
  return Math.max(1, Math.min(FULL, level + (hasWon ? 1 : -1)));
}

/** The fields that can be wrong. */
export type Checked = "size" | "handicap" | "komi" | "minutes" | "increment";

const isWithin = (number: number, least: number, most: number) => number >= least && number <= most;

/** The most handicap stones, for which there are fixed points. */
function mostStones(size: number): number {
  if (size < 7) return 0;
  return size === 7 || size % 2 === 0 ? 4 : 9;
}

/** What is wrong, by field. */
export function wrongFields({ size, handicap = 0, komi, minutes, increment = 0 }: NewGame, say: Say): Partial<Record<Checked, string>> {
  const wrong: Partial<Record<Checked, string>> = {};
  const most = mostStones(size);
  const isWhole = (number: number, least: number, last: number) => Number.isInteger(number) && isWithin(number, least, last);
  if (!isWhole(size, 2, 19)) wrong.size = say("wrong_size");
  else if (handicap !== 0 && !isWhole(handicap, 2, most)) wrong.handicap = most ? say("wrong_handicap", { most }) : say("no_handicap");
  if (komi !== null && !isWithin(komi, -400, 400)) wrong.komi = say("wrong_komi");
  if (!isWithin(increment, 0, 3600)) wrong.increment = say("wrong_increment");
  if (minutes !== null && !isWithin(minutes, 0, 1440)) wrong.minutes = say("wrong_minutes");
  else if (minutes === null ? increment > 0 : minutes + increment === 0) wrong.minutes = say("no_time");
  return wrong;
}
