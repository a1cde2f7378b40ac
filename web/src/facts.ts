/** What follows from the state: values, losses, what the board shows. */

import type { Analysis, Candidate, Color, GameState, JudgedMove, MistakeClass, Value } from "./protocol";
import { answer } from "./drill";
import type { Model } from "./state";
import { nodeOf } from "./tree";

export const other = (color: Color): Color => (color === "black" ? "white" : "black");

/** The factor that turns a value for Black into one for a color. */
export const sign = (color: Color): 1 | -1 => (color === "black" ? 1 : -1);

/** The step by which a move is colored: 0 for a good one, 4 for a blunder. */
export const stepOf = (of: MistakeClass | null): number => (of === null ? 0 : { inaccuracy: 2, mistake: 3, blunder: 4 }[of]);

/** The value of the position after this number of moves: that of a review, or else the one with more visits, of the game's and that of an
 * analysis. */
export function valueAt(model: Model, moves: number): Value | null {
  const told = model.game?.values[moves] ?? null;
  const found = analysisAt(model, moves);
  return !model.game?.reviewed[moves] && found && found.visits >= (told?.visits ?? 0) ? found : told;
}

/** The best known analysis of the position after this number of moves of the line that is shown. */
export const analysisAt = (model: Model, moves: number): Analysis | null => model.analyses[model.game?.line[moves] ?? -1] ?? null;

/** A move of the line that is shown, and what its player lost with it. */
export interface Loss extends JudgedMove {
  /** Number of moves up to and including this one. */
  number: number;
  color: Color;
  move: string;
}

/** The loss of each move, where the positions before and after it were reviewed. */
export function losses(model: Model): (Loss | null)[] {
  const { game } = model;
  if (!game) return [];
  return game.moves.map(({ color, move }, i) => {
    const judged = game.losses[i];
    return judged ? { ...judged, number: i + 1, color, move } : null;
  });
}

/** The moves that are at least inaccurate. */
export const mistakes = (all: (Loss | null)[]): Loss[] => all.filter((loss): loss is Loss => loss !== null && loss.class !== null);

/** The mistakes that the visitor wants to see. */
export const shownMistakes = (model: Model): Loss[] => mistakes(losses(model)).filter(({ color }) => model.whose === null || model.whose === color);

/** The part of the game that this move belongs to: the opening ends with a sixth of the board's points, the middle game with half of them. */
export const phaseOf = (number: number, size: number): "opening" | "middle_game" | "endgame" =>
  number <= size ** 2 / 6 ? "opening" : number <= size ** 2 / 2 ? "middle_game" : "endgame";

/** The mistake of the problem that is shown, which is the last move of its game; of a problem of a file, only what is better. */
export function problemMistake(game: GameState): Loss | null {
  const { problem, main } = game;
  if (!problem) return null;
  return problem.number > 0 ? { ...problem, number: main.length - 1 } : { ...problem, number: game.at + 1, better: answer(game) };
}

/** Whether the visitor looks for a better move, and nothing may tell it. */
export const isHidden = ({ attempt, game }: Model): boolean => attempt !== null && game !== null && attempt.before === nodeOf(game);

/** Whether moves are looked at and not made, so that a review takes the place of the buttons for play. */
export const looksBack = ({ game, plays, tab }: Model): boolean =>
  game !== null && (game.problem !== undefined || game.moves.length > 0) && (!plays || game.problem !== undefined || (tab === "mistakes" && (game.phase === "over" || game.player === "both" || game.at < game.moves.length)));

/** The sort by which the worst mistakes come first. */
export const byWeight = (one: Loss, other: Loss): number => stepOf(other.class) - stepOf(one.class) || other.points - one.points;

/** The number of a move, from the beginning of its record. */
export const numberOf = (game: GameState, moves: number): number => moves + (game.moves_before ?? 0);

/** What a candidate loses against the first one, in points; in percent of the win rate where no points are known. */
export function candidateLoss(candidate: Candidate, best: Candidate): number {
  if (candidate.lead === null || best.lead === null) return Math.max(0, 100 * (best.win_rate - candidate.win_rate));
  return Math.max(0, best.lead - candidate.lead);
}

export interface PlayerSummary {
  color: Color;
  moves: number;
  /** Mean of the points lost per move; null without moves. */
  points: number | null;
  /** Number of inaccuracies, mistakes and blunders. */
  counts: number[];
}

export function summaries(all: (Loss | null)[]): PlayerSummary[] {
  return (["black", "white"] as const).map((color) => {
    const own = all.filter((loss): loss is Loss => loss?.color === color);
    return {
      color,
      moves: own.length,
      points: own.length ? own.reduce((sum, { points }) => sum + points, 0) / own.length : null,
      counts: (["inaccuracy", "mistake", "blunder"] as const).map((of) => own.filter((loss) => loss.class === of).length),
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

/** Roughly the rank of each level on 9x9: level 12 is as strong as GNU Go (8 kyu), and a rank is 100 Elo. Negative numbers are dan. */
export const RANKS = [23, 22, 20, 19, 18, 17, 16, 14, 13, 11, 9, 8, 6, 5, 3, 2, 1, -2, -3, -4, -5, -6, -8, -9, -9, -9];

/** The level of full strength. */
export const FULL = RANKS.length;

export const rankOf = (level: number): number => RANKS[level - 1] ?? 0;

/** How far apart ranks are: 1 dan, which is -1, follows 1 kyu. */
const height = (rank: number): number => (rank > 0 ? 1 - rank : -rank);

/** The level that is nearest to a rank; of several, the lowest. */
export function levelOf(rank: number): number {
  const distances = RANKS.map((each) => Math.abs(height(each) - height(rank)));
  return distances.indexOf(Math.min(...distances)) + 1;
}
