/** What follows from the state: values, losses, what the board shows. */

import type { Analysis, Candidate, Color, GameState, Value } from "./protocol";
import type { Model } from "./state";

export const other = (color: Color): Color => (color === "black" ? "white" : "black");

/** The factor that turns a value for Black into one for a color. */
export const sign = (color: Color): 1 | -1 => (color === "black" ? 1 : -1);

/** A judgment has the steps 0 to 4. These are the lost points from which steps 1 to 4 begin. */
const STEPS = [0.5, 1.5, 3, 6];

/** The step of a judgment: from 0 for a good move to 4 for a blunder. */
export const stepOf = (pointsLost: number): number => STEPS.filter((least) => pointsLost >= least).length;

/** The value of the position after this number of moves: the one with more visits, of the game's and that of an analysis. */
export function valueAt(model: Model, moves: number): Value | null {
  const told = model.game?.values[moves] ?? null;
  const found = analysisAt(model, moves);
  return found && found.visits >= (told?.visits ?? 0) ? found : told;
}

/** The best known analysis of the position after this number of moves of the line that is shown. */
export const analysisAt = (model: Model, moves: number): Analysis | null => model.analyses[model.game?.line[moves] ?? -1] ?? null;

/** What the player of a move lost with it. */
export interface Loss {
  /** Number of moves up to and including this one. */
  number: number;
  color: Color;
  move: string;
  winRate: number;
  /** Null where unknown. */
  points: number | null;
  /** What the search would have played. */
  better: Candidate | null;
  isMistake: boolean;
}

/** The loss of each move, where the values before and after it are known. */
export function losses(model: Model): (Loss | null)[] {
  const { game } = model;
  if (!game) return [];
  return game.moves.map(({ color, move }, i) => {
    const best = analysisAt(model, i)?.candidates[0] ?? null;
    const made = { number: i + 1, color, move, better: best && best.move !== move ? best : null };
    if (game.losses && game.line[i + 1] === i + 1) {
      const judged = game.losses[i];
      return judged ? { ...made, winRate: judged.win_rate, points: judged.points, isMistake: judged.is_mistake } : null;
    }
    const [before, after] = [valueAt(model, i), valueAt(model, i + 1)];
    if (!before || !after) return null;
    const winRate = Math.max(0, sign(color) * (before.win_rate - after.win_rate));
    const points = before.lead === null || after.lead === null ? null : Math.max(0, sign(color) * (before.lead - after.lead));
    return { ...made, winRate, points, isMistake: game.least_mistake !== null && winRate >= game.least_mistake };
  });
}

/** The moves that lost enough of the win rate to be called mistakes. */
export const mistakes = (all: (Loss | null)[]): Loss[] => all.filter((loss): loss is Loss => loss?.isMistake === true);

/** The number of a move, from the beginning of its record. */
export const numberOf = (game: GameState, moves: number): number => moves + (game.moves_before ?? 0);

/** The step by which a loss is colored: by points, or by the win rate where no points are known. */
export const stepOfLoss = (loss: Loss): number => stepOf(loss.points ?? 30 * loss.winRate);

/** What a candidate loses against the first one, in points; in percent of the win rate where no points are known. */
export function candidateLoss(candidate: Candidate, best: Candidate): number {
  if (candidate.lead === null || best.lead === null) return Math.max(0, 100 * (best.win_rate - candidate.win_rate));
  return Math.max(0, best.lead - candidate.lead);
}

export interface PlayerSummary {
  color: Color;
  moves: number;
  /** Mean of the points lost per move. */
  points: number | null;
  mistakes: number;
}

export function summaries(all: (Loss | null)[]): PlayerSummary[] {
  const bad = mistakes(all);
  return (["black", "white"] as const).map((color) => {
    const own = all.filter((loss): loss is Loss => loss?.color === color);
    const known = own.flatMap((loss) => loss.points ?? []);
    return {
      color,
      moves: own.length,
      points: known.length ? known.reduce((sum, points) => sum + points, 0) / known.length : null,
      mistakes: bad.filter((loss) => loss.color === color).length,
    };
  });
}

/** The analysis of the position that is shown. */
export function shownAnalysis(model: Model): Analysis | null {
  return model.game && analysisAt(model, model.game.at);
}

/** Whether the engine plays this color. */
export const isEngine = (game: GameState, color: Color): boolean => game.player !== "both" && game.player !== color;

/** The highest lead on the scale of the graph: it covers the positions that are still contested. */
export function reach(values: (Value | null)[]): number {
  const contested = values.flatMap((value) => {
    const isOpen = value && value.lead !== null && value.win_rate > 0.03 && value.win_rate < 0.97;
    return isOpen ? Math.abs(value.lead ?? 0) : [];
  });
  return Math.max(10, Math.ceil(Math.max(0, ...contested) / 5) * 5);
}

/** Roughly the rank of each level on 9x9: level 6 is as strong as GNU Go (8 kyu), and a rank is 100 Elo. Negative numbers are dan. */
const RANKS = [16, 14, 13, 11, 9, 8, 6, 5, 3, 2, 1, -2, -3, -4, -5, -6, -8, -9, -9, -9];

export const rankOf = (level: number): number => RANKS[level - 1] ?? 0;
