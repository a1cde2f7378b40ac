/** What the board shows, computed from the state. */

import { type Loss, candidateLoss, isHidden, losses, numberOf, shownAnalysis, stepOf } from "../facts";
import { knownLine, knownMarks } from "../explore/marks";
import type { Candidate, Color, GameState, MarkShape } from "../protocol";
import type { Model } from "../state";
import { percentText, shortCount } from "../texts";
import { nodeOf } from "../tree";
import { type Place, isOnBoard, placeOf, places } from "./points";

/** A candidate, with the texts that are written on it. */
export interface CandidateMark {
  move: string;
  place: Place;
  isBest: boolean;
  /** How good the move is: from 0, as good as the best, to 4. */
  step: number;
  /** Its visits, as a share of those of the candidate with the most visits. */
  weight: number;
  texts: [string, string];
}

export interface BoardView {
  /** `X` Black, `O` White. */
  stones: [Place, string][];
  dead: Place[];
  /** How much Black (positive) or White owns a point, from -1 to 1; null where nothing is shown. */
  shades: (number | null)[] | null;
  candidates: CandidateMark[];
  /** The expected line, with the color and the number of each move. */
  line: { place: Place; color: Color; number: number }[];
  last: { place: Place; color: Color } | null;
  /** The numbers of the moves whose stones are on the board, where the visitor wants them. */
  numbers: { place: Place; color: Color; number: number }[];
  /** The move of the record that follows, and how good it was. */
  next: { place: Place; color: Color; step: number | null } | null;
  /** Other moves that follow in the record or that were tried. */
  others: { place: Place; color: Color }[];
  /** Where a better move is, while the visitor looks for one and has asked: its neighborhood, or the point. */
  hint: { place: Place; isArea: boolean } | null;
  /** The marks of the record. */
  marks: { place: Place; shape: MarkShape; text: string; on: Color | null }[];
  /** Recent moves that were mistakes. */
  judged: { place: Place; step: number }[];
  ghost: { place: Place; color: Color; isChosen: boolean } | null;
  cursor: Place | null;
}

/** The number of latest moves on which mistakes are marked. */
const JUDGED_MOVES = 8;

export function boardView(model: Model, hover: Place | null, isFocused: boolean): BoardView {
  const { game } = model;
  if (!game) throw new Error("no game is shown");
  const { size } = game;
  const all = places(size);
  const letter = ([x, y]: Place) => game.stones[y]?.[x] ?? ".";
  const line = model.preview?.at === game.at ? lineOf(model, model.preview.moves) : [];
  const last = game.moves[game.at - 1];
  const lastPlace = last ? placeOf(last.move, size) : null;
  const isBusy = line.length > 0;
  return {
    stones: all.flatMap((at): [Place, string][] => (letter(at) === "." ? [] : [[at, letter(at)]])),
    dead: game.dead.map((name) => placeOf(name, size)).filter((at) => at !== null),
    shades: shadesOf(model, all),
    candidates: isBusy ? [] : candidatesOf(model),
    line: line.filter(({ place }, i) => line.findIndex((each) => each.place.join() === place.join()) === i),
    numbers: isBusy || !model.settings.numbers ? [] : numbersOf(game),
    last: last && lastPlace ? { place: lastPlace, color: last.color } : null,
    next: isBusy ? null : nextOf(model),
    others: isBusy || isHidden(model) ? [] : othersOf(game),
    hint: hintOf(model),
    marks: isBusy ? [] : marksOf(game),
    judged: isBusy ? [] : judgedOf(model),
    ghost: isBusy ? null : ghostOf(model, hover),
    cursor: isFocused && model.usesKeyboard ? model.cursor : null,
  };
}

function lineOf(model: Model, moves: string[]): { place: Place; color: Color; number: number }[] {
  const size = model.game?.size ?? 9;
  let color = model.game?.to_move ?? "black";
  return moves.flatMap((move, i) => {
    const mark = { place: placeOf(move, size), color, number: i + 1 };
    color = color === "black" ? "white" : "black";
    return mark.place ? [{ ...mark, place: mark.place }] : [];
  });
}

function shadesOf(model: Model, all: Place[]): BoardView["shades"] {
  const { game, settings } = model;
  if (!game) return null;
  if (game.phase === "over") {
    if (!game.owners) return null;
    const owner = ([x, y]: Place) => ({ X: 1, O: -1 })[game.owners?.[y]?.[x] ?? "."] ?? 0;
    return all.map(owner);
  }
  const isAsked = model.score === game.revision || (model.analyzes && settings.territory);
  const owners = isAsked ? shownAnalysis(model)?.owners : null;
  if (!owners) return null;
  return owners.map((percent) => (Math.abs(percent) < 8 ? 0 : percent / 100));
}

function hintOf(model: Model): BoardView["hint"] {
  const { attempt, game } = model;
  const place = attempt?.hints && game && isHidden(model) ? placeOf(attempt.mistake.better[0] ?? "", game.size) : null;
  return place && attempt ? { place, isArea: attempt.hints === 1 } : null;
}

/** The candidates that are shown: all, or the best one as a hint. */
function shownCandidates(model: Model): Candidate[] {
  const { game } = model;
  if (!game || game.phase === "over" || isHidden(model)) return [];
  const found = shownAnalysis(model)?.candidates ?? [];
  return model.analyzes ? found : model.hint === game.revision ? found.slice(0, 1) : [];
}

/** What is expected after a move, if it is one of the candidates that are shown. */
export const lineAt = (model: Model, move: string): string[] | null => knownLine(model, move) ?? shownCandidates(model).find((each) => each.move === move)?.line ?? null;

function candidatesOf(model: Model): CandidateMark[] {
  const known = knownMarks(model);
  if (known) return known;
  const { game, settings } = model;
  const shown = shownCandidates(model);
  const [best] = shown;
  if (!game || !best) return [];
  const most = Math.max(1, ...shown.map(({ visits }) => visits));
  return shown.flatMap((candidate) => {
    const place = placeOf(candidate.move, game.size);
    if (!place || !isOnBoard(place, game.size)) return [];
    const loss = candidateLoss(candidate, best);
    const first = settings.labels === "loss" && game.judges ? `−${loss.toFixed(1)}` : percentText(candidate.win_rate, 0).replace(" %", "");
    return [{
      move: candidate.move,
      place,
      isBest: candidate === best,
      step: stepOf(candidate.class),
      weight: candidate.visits / most,
      texts: [first.replace("−0.0", "0.0"), settings.visits ? shortCount(candidate.visits) : ""] as [string, string],
    }];
  });
}

/** The place of the stone that a move put on the board; null if it was captured. */
function placeOfStone(model: Model, loss: { move: string; color: Color }): Place | null {
  const { game } = model;
  const place = game ? placeOf(loss.move, game.size) : null;
  const letter = place && game?.stones[place[1]]?.[place[0]];
  return letter === (loss.color === "black" ? "X" : "O") ? place : null;
}

function judgedOf(model: Model): BoardView["judged"] {
  const { game } = model;
  if (!game || model.attempt) return [];
  const recent = losses(model).slice(Math.max(0, game.at - JUDGED_MOVES), game.at);
  const marks = recent.flatMap((loss: Loss | null) => {
    const place = loss && placeOfStone(model, loss);
    return place && loss.class ? [{ place, step: stepOf(loss.class) }] : [];
  });
  // Of several moves at a point, only the last one counts: its stone is the one on the board.
  return marks.filter(({ place }, i) => marks.findLastIndex((each) => each.place.join() === place.join()) === i);
}

function nextOf(model: Model): BoardView["next"] {
  const { game } = model;
  const next = game?.moves[game.at];
  const place = game && next ? placeOf(next.move, game.size) : null;
  if (!game || !next || !place || isHidden(model)) return null;
  const loss = losses(model)[game.at];
  return { place, color: next.color, step: loss ? stepOf(loss.class) : null };
}

/** Of several moves at a point, only the last one counts. A mark of the record leaves no room. */
function numbersOf(game: GameState): BoardView["numbers"] {
  const marked = marksOf(game).map(({ place }) => place.join());
  const last = new Map(game.moves.slice(0, game.at).map(({ color, move }, i) => [move, { color, number: numberOf(game, i + 1) }]));
  return [...last].flatMap(([move, { color, number }]) => {
    const place = placeOf(move, game.size);
    const isThere = place && game.stones[place[1]]?.[place[0]] === (color === "black" ? "X" : "O");
    return isThere && !marked.includes(place.join()) ? [{ place, color, number }] : [];
  });
}

function marksOf(game: GameState): BoardView["marks"] {
  const marks = game.tree[nodeOf(game)]?.marks ?? [];
  return marks.flatMap(({ point, shape, text }) => {
    const place = placeOf(point, game.size);
    const letter = place && game.stones[place[1]]?.[place[0]];
    return place ? [{ place, shape, text, on: letter === "X" ? "black" as const : letter === "O" ? "white" as const : null }] : [];
  });
}

function othersOf(game: GameState): BoardView["others"] {
  const next = game.line[game.at + 1];
  return game.tree.flatMap(({ parent, color, move }, node) => {
    const place = parent === nodeOf(game) && node !== next && move ? placeOf(move, game.size) : null;
    return place && color ? [{ place, color }] : [];
  });
}

function ghostOf(model: Model, hover: Place | null): BoardView["ghost"] {
  const { game, chosen } = model;
  if (!game || !model.plays || model.mark || game.phase !== "open") return null;
  const place = chosen ?? hover;
  if (!place || !isOnBoard(place, game.size) || game.stones[place[1]]?.[place[0]] !== ".") return null;
  return { place, color: game.to_move, isChosen: chosen !== null };
}
