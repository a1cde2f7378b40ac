/** What the page knows and shows, as plain data, and how events change it. */

import type { Place } from "./board/points";
import { isOnBoard } from "./board/points";
import type { Setup } from "./explore/setup";
import type { Progress } from "./engine/messages";
import { type Loss, problemMistake } from "./facts";
import type { Analysis, Color, Explored, GameState, JudgedMove, MarkShape, Solved } from "./protocol";
import type { Settings } from "./settings";
import { nodeOf } from "./tree";

/** A mistake of the visitor that is shown before the engine answers it. */
export interface Warning {
  /** Number of moves up to and including the mistake. */
  after: number;
  loss: JudgedMove;
}

/** A line of moves that is shown on the board, from the position after `at` moves. */
export interface Preview {
  at: number;
  moves: string[];
}

export type DialogName = "new" | "games" | "settings" | "keys";
export type TabName = "moves" | "mistakes" | "tree" | "explore" | "game";

/** What went wrong: one of the page's own errors or a message of the engine. */
export interface Failure {
  message: string;
  /** The name of the file, where there are several. */
  file?: string;
}

/** Another try at a position in which a mistake was made. */
export interface Attempt {
  mistake: Loss;
  /** The nodes before the mistake, and after the move that was tried; null until there is one. */
  before: number;
  after: number | null;
  /** Whether a hint was asked for: 1 shows an area, 2 the move. */
  hints: 0 | 1 | 2;
  /** What the file of a problem says of it. */
  isRight?: boolean;
}

/** The problems of a file, and which of them is shown. */
export interface Drill {
  games: string[];
  at: number;
  /** Whether the file has answers to it. */
  hasAnswers: boolean;
}

/** An engine that is loaded into the page, and the size of the board that is drawn in the meantime. */
export interface Loading extends Progress {
  size: number;
}

export interface Model {
  /** Whether there is an engine that plays. */
  plays: boolean;
  /** Null where the engine is not loaded into the page. */
  loading: Loading | null;
  game: GameState | null;
  /** The time when the game was received, in milliseconds. */
  received: number;
  /** Number of the newest request whose answer is shown. */
  applied: number;
  /** Requests without an answer. */
  waiting: number;
  /** The best known analysis of each position, by node. */
  analyses: (Analysis | undefined)[];
  /** Whether candidates are shown and searched. */
  analyzes: boolean;
  /** The revision for which a hint (one move) or the score (the owners) is shown. */
  hint: number | null;
  score: number | null;
  /** Whether the positions of the line that is shown are being reviewed. */
  reviews: boolean;
  /** The mark that a click puts on a point; null where it plays. */
  mark: MarkShape | null;
  /** Whose mistakes are shown; null for both players'. */
  whose: Color | null;
  attempt: Attempt | null;
  drill: Drill | null;
  preview: Preview | null;
  /** What is known of a position without a search, and what is proved about it. */
  explored: Explored | null;
  solved: Solved | null;
  /** The revision whose exact results are looked for. */
  solving: number | null;
  /** The position that is set up in place of the game. */
  setup: Setup | null;
  cursor: Place;
  usesKeyboard: boolean;
  /** A point that waits for a second tap. */
  chosen: Place | null;
  warning: Warning | null;
  error: Failure | null;
  dialog: DialogName | null;
  tab: TabName;
  settings: Settings;
}

export type Event =
  | { type: "loading"; loading: Loading }
  | { type: "asked" }
  | { type: "settled" }
  | { type: "answered"; number: number; game: GameState; now: number }
  | { type: "thinking" }
  | ({ type: "failed" } & Failure)
  | { type: "calm" }
  | { type: "found"; analysis: Analysis }
  | { type: "known"; analyses: Model["analyses"] }
  | { type: "analyzes"; on: boolean }
  | { type: "hint" | "score"; on: boolean }
  | { type: "reviews"; on: boolean }
  | { type: "whose"; whose: Color | null }
  | { type: "mark"; mark: MarkShape | null }
  | { type: "attempt"; attempt: Attempt | null }
  | { type: "drill"; drill: Drill | null }
  | { type: "preview"; moves: string[] | null }
  | { type: "explored"; explored: Explored }
  | { type: "solving"; revision: number | null }
  | { type: "solved"; solved: Solved }
  | { type: "setup"; setup: Setup | null }
  | { type: "cursor"; place: Place }
  | { type: "keyboard"; on: boolean }
  | { type: "chosen"; place: Place | null }
  | { type: "warning"; warning: Warning | null }
  | { type: "dialog"; dialog: DialogName | null }
  | { type: "tab"; tab: TabName }
  | { type: "settings"; settings: Partial<Settings> };

export function initial(settings: Settings, plays = true): Model {
  return {
    plays,
    loading: null,
    game: null,
    received: 0,
    applied: 0,
    waiting: 0,
    analyses: [],
    analyzes: !plays,
    hint: null,
    score: null,
    reviews: false,
    whose: null,
    mark: null,
    attempt: null,
    drill: null,
    preview: null,
    explored: null,
    solved: null,
    solving: null,
    setup: null,
    cursor: [0, 0],
    usesKeyboard: false,
    chosen: null,
    warning: null,
    error: null,
    dialog: null,
    tab: plays ? "moves" : "mistakes",
    settings,
  };
}

export function reduce(model: Model, event: Event): Model {
  switch (event.type) {
    case "loading":
      return { ...model, loading: event.loading };
    case "asked":
      return { ...model, waiting: model.waiting + 1 };
    case "settled":
      return { ...model, waiting: model.waiting - 1 };
    case "answered":
      return answered(model, event);
    case "thinking":
      return model.game ? { ...model, game: { ...model.game, phase: "thinking" } } : model;
    case "failed":
      return { ...model, error: event };
    case "calm":
      return model.error === null ? model : { ...model, error: null };
    case "found":
      return found(model, event.analysis);
    case "known":
      return { ...model, analyses: event.analyses };
    case "analyzes":
      return { ...model, analyzes: event.on, hint: null, score: null, preview: null };
    case "hint":
    case "score":
      return { ...model, [event.type]: event.on ? (model.game?.revision ?? null) : null };
    case "reviews":
      return { ...model, reviews: event.on };
    case "whose":
      return { ...model, whose: event.whose };
    case "mark":
      return { ...model, mark: event.mark };
    case "attempt":
      return { ...model, attempt: event.attempt, preview: null };
    case "drill":
      return { ...model, drill: event.drill };
    case "preview":
      return previewed(model, event.moves);
    case "explored":
      return { ...model, explored: event.explored };
    case "solving":
      return { ...model, solving: event.revision };
    case "solved":
      return { ...model, solved: event.solved };
    case "setup":
      return settingUp(model, event.setup);
    case "cursor":
      return { ...model, cursor: event.place };
    case "keyboard":
      return model.usesKeyboard === event.on ? model : { ...model, usesKeyboard: event.on };
    case "chosen":
      return { ...model, chosen: event.place };
    case "warning":
      return { ...model, warning: event.warning, preview: null };
    case "dialog":
      return { ...model, dialog: event.dialog, error: null };
    case "tab":
      return { ...model, tab: event.tab, mark: null };
    case "settings":
      return { ...model, settings: { ...model.settings, ...event.settings } };
  }
}

function answered(model: Model, event: { number: number; game: GameState; now: number }): Model {
  const { game } = event;
  const old = model.game;
  // The answer to a later request is already shown, so this one is out of date.
  if (old && event.number <= model.applied && game.revision <= old.revision) return model;
  const next: Model = { ...model, game, received: event.now, applied: Math.max(model.applied, event.number) };
  if (old && old.revision === game.revision) return next;
  const middle: Place = [game.size >> 1, game.size >> 1];
  const { attempt } = model;
  const node = nodeOf(game);
  const isAttempt = attempt !== null && [node, game.tree[node]?.parent].includes(attempt.before);
  const isOther = game.problem?.number !== old?.problem?.number;
  const mistake = isOther ? problemMistake(game) : null;
  return {
    ...next,
    attempt: mistake ? { mistake, before: node, after: null, hints: 0 } : isAttempt && !isOther ? attempt : null,
    analyses: old ? kept(model.analyses, old, game) : [],
    hint: null,
    score: null,
    preview: null,
    chosen: null,
    warning: null,
    cursor: old?.size === game.size && isOnBoard(model.cursor, game.size) ? model.cursor : middle,
  };
}

/** The analyses that are still valid for the changed game: those of the nodes that it shares with the old one. */
function kept(analyses: Model["analyses"], old: GameState, game: GameState): Model["analyses"] {
  const isSame = old.size === game.size && old.komi === game.komi && old.handicap === game.handicap
    && old.rules === game.rules && old.names.join() === game.names.join();
  if (!isSame) return [];
  const same: boolean[] = [];
  game.tree.forEach(({ parent, color, move }, i) => {
    const before = old.tree[i];
    same.push(before?.parent === parent && before.color === color && before.move === move && (parent === null || same[parent] === true));
  });
  return analyses.slice(0, same.lastIndexOf(true) + 1).map((analysis, i) => (same[i] ? analysis : undefined));
}

function found(model: Model, analysis: Analysis): Model {
  const { game } = model;
  if (!game || analysis.revision !== game.revision) return model;
  const node = nodeOf(game);
  const known = model.analyses[node];
  if (known && known.visits > analysis.visits) return model;
  const analyses = [...model.analyses];
  analyses[node] = analysis;
  return { ...model, analyses };
}

function settingUp(model: Model, setup: Setup | null): Model {
  const size = setup?.size ?? model.game?.size ?? 9;
  const cursor: Place = isOnBoard(model.cursor, size) ? model.cursor : [size >> 1, size >> 1];
  return { ...model, setup, cursor, preview: null, chosen: null };
}

function previewed(model: Model, moves: string[] | null): Model {
  if (!moves?.length) return model.preview ? { ...model, preview: null } : model;
  const at = model.game?.at ?? 0;
  const isSame = model.preview?.at === at && model.preview.moves.join() === moves.join();
  return isSame ? model : { ...model, preview: { at, moves } };
}
