/** What the board shows of the opening book and of exact results. */

import { placeOf } from "../board/points";
import type { CandidateMark } from "../board/view";
import { sign } from "../facts";
import type { BookMove, Explored, Solved } from "../protocol";
import type { Model } from "../state";
import { percentText, shortCount, signedText } from "../texts";

/** What is known of the position that is shown, while the visitor explores. */
export function shownKnowledge(model: Model): { explored: Explored | null; solved: Solved | null } {
  const { game, tab, explored, solved } = model;
  const isShown = tab === "explore" && game !== null && game.phase !== "over";
  const fits = <T extends { revision: number }>(known: T | null) => (isShown && known?.revision === game.revision ? known : null);
  return { explored: fits(explored), solved: fits(solved) };
}

/** Losses of win rate from which the steps 1 to 4 of a move of the book begin, which has no points. */
const STEPS = [0.017, 0.05, 0.1, 0.2];

/** The step, and so the color, of a move of the book. */
export const bookStep = (best: BookMove | undefined, move: BookMove): number => STEPS.filter((least) => (best?.value ?? 0) - move.value >= least).length;

/** The proven moves that keep the result, or else the moves of the book; null where nothing is known. */
export function knownMarks(model: Model): CandidateMark[] | null {
  const size = model.game?.size ?? 9;
  const { explored, solved } = shownKnowledge(model);
  const mark = (move: string, rest: Omit<CandidateMark, "move" | "place">) => {
    const place = placeOf(move, size);
    return place ? [{ move, place, ...rest }] : [];
  };
  if (solved?.lead != null) {
    const best = solved.moves.filter(({ lead }) => lead === solved.lead);
    const text = signedText(sign(solved.to_move) * solved.lead, solved.lead % 1 ? 1 : 0);
    return best.flatMap(({ move }) => mark(move, { isBest: true, step: 0, weight: 1, texts: [text, ""] }));
  }
  const moves = explored?.book?.moves;
  if (!moves?.length) return null;
  const most = Math.max(...moves.map(({ visits }) => visits));
  return moves.flatMap((each) => each.images.flatMap((move) => mark(move, {
    isBest: each.is_good,
    step: bookStep(moves[0], each),
    weight: each.visits / most,
    texts: [percentText(each.value, 0).replace(" %", ""), shortCount(each.visits)],
  })));
}

/** The line that follows a move, by the book or by the proof. */
export function knownLine(model: Model, move: string): string[] | null {
  const { explored, solved } = shownKnowledge(model);
  if (solved?.line[0] === move) return solved.line;
  return explored?.book?.moves.find((each) => each.move === move)?.line ?? null;
}
