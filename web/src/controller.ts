/** What the visitor does, and what follows from it: requests, analyses, the engine's moves. */

import { type Place, nameOf } from "./board/points";
import { Explorer } from "./explore/explorer";
import { placed } from "./explore/setup";
import { analysisAt, losses, mistakes, valueAt } from "./facts";
import type { Action, Analysis, GameState } from "./protocol";
import { Refusal, type Transport } from "./transport/transport";
import { keepSettings, type Settings } from "./settings";
import { playSound } from "./sound";
import { OWN_ERRORS } from "./texts";
import { type Event, type Model, initial, reduce } from "./state";
import { beside, nodeOf } from "./tree";

/** Visits after which a hint, a score and a judgment are shown, and after which a position of a review is done. */
const ENOUGH = { hint: 150, score: 60, judgment: 120, review: 400 };

/** Milliseconds after which a move is judged by what is known, even with too few visits. */
const PATIENCE = 2500;

export class Controller {
  private model: Model;
  private listeners = new Set<(model: Model) => void>();
  private requests = 0;
  /** Ends the stream of analyses. */
  private close: (() => void) | null = null;
  /** The revision whose last move was judged. */
  private judged = -1;
  private judging: ReturnType<typeof setTimeout> | undefined;
  /** Whether the engine was asked for a move. */
  private moving = false;
  /** The number of moves to go to, and whether a request to go there is under way. */
  private aim = 0;
  private goes = false;
  /** Whether the latest press on the board was a touch. */
  touches = false;
  readonly explorer: Explorer;

  constructor(private transport: Transport, settings: Settings) {
    this.model = initial(settings, transport.plays);
    this.explorer = new Explorer(this, transport, (ask) => this.request(ask));
  }

  get state(): Model {
    return this.model;
  }

  subscribe(listener: (model: Model) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  dispatch(event: Event): void {
    const before = this.model;
    this.model = reduce(before, event);
    if (this.model === before) return;
    if (event.type === "settings") {
      keepSettings(this.model.settings);
      this.watch();
    }
    if (event.type === "setup") this.watch();
    if (event.type === "tab" || event.type === "setup") void this.explorer.follow();
    for (const listener of this.listeners) listener(this.model);
  }

  // --- Requests

  private async request(ask: Promise<GameState>): Promise<boolean> {
    const number = ++this.requests;
    this.dispatch({ type: "asked" });
    try {
      const game = await ask;
      const before = this.model.game;
      this.dispatch({ type: "answered", number, game, now: performance.now() });
      this.follow(before);
      return true;
    } catch (error) {
      const own = this.model.game ? OWN_ERRORS.silent : OWN_ERRORS.unloaded;
      this.dispatch({ type: "failed", message: error instanceof Refusal ? error.message : own });
      return false;
    } finally {
      this.dispatch({ type: "settled" });
    }
  }

  refresh(): Promise<boolean> {
    return this.request(this.transport.state());
  }

  act(action: Action): Promise<boolean> {
    this.dispatch({ type: "calm" });
    return this.request(this.transport.act(action));
  }

  async load(file: Blob): Promise<void> {
    this.dispatch({ type: "calm" });
    const record = await file.arrayBuffer();
    if (await this.request(this.transport.load(record))) {
      const moves = this.model.game?.moves.length ?? 0;
      this.dispatch({ type: "setup", setup: null });
      this.dispatch({ type: "tab", tab: moves > 0 ? "mistakes" : "game" });
    }
  }

  async save(): Promise<void> {
    const record = await this.transport.record();
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([record], { type: "application/x-go-sgf" }));
    link.download = "game.sgf";
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  /** Does what the new state requires: sounds, the engine's move, analyses. */
  private follow(before: GameState | null): void {
    const { game } = this.model;
    if (!game || game === before) return;
    if (before && game.revision !== before.revision && game.at === before.at + 1) this.sound(before, game);
    if (game.phase === "thinking") {
      setTimeout(() => this.model.game?.phase === "thinking" && this.model.waiting === 0 && void this.refresh(), 500);
    } else if (game.phase === "engine_to_move") this.answer(game);
    this.watch();
    void this.explorer.follow();
  }

  private sound(before: GameState, game: GameState): void {
    if (!this.model.settings.sound || game.moves[game.at - 1]?.move === "pass") return;
    const captured = game.captures[0] + game.captures[1] > before.captures[0] + before.captures[1];
    playSound(captured ? "capture" : "stone");
  }

  // --- The engine's move, and the judgment of the visitor's

  private answer(game: GameState): void {
    if (this.model.review || this.moving || this.judged === game.revision) return;
    const canJudge = this.model.settings.teaching && game.least_mistake !== null && analysisAt(this.model, game.at - 1);
    if (!canJudge) {
      this.letEngineMove();
      return;
    }
    this.judged = game.revision;
    clearTimeout(this.judging);
    this.judging = setTimeout(() => this.judge(game), PATIENCE);
  }

  letEngineMove(): void {
    clearTimeout(this.judging);
    this.dispatch({ type: "warning", warning: null });
    this.dispatch({ type: "thinking" });
    this.moving = true;
    void this.act({ action: "genmove" }).finally(() => {
      this.moving = false;
    });
  }

  /** Warns if the visitor's last move was a mistake, or else lets the engine answer it. */
  private judge(game: GameState): void {
    clearTimeout(this.judging);
    if (this.model.game?.revision !== game.revision || this.model.game.phase !== "engine_to_move") return;
    const last = losses(this.model)[game.at - 1];
    const isMistake = last && last.isMistake;
    const better = analysisAt(this.model, game.at - 1)?.candidates[0]?.move;
    if (!isMistake || !better || better === last.move) {
      this.letEngineMove();
      return;
    }
    const refutation = analysisAt(this.model, game.at)?.candidates[0]?.line ?? [];
    const warning = { after: game.at, winRateLost: last.winRate, pointsLost: last.points, better, refutation };
    this.dispatch({ type: "warning", warning });
    if (this.model.settings.sound) playSound("warning");
  }

  takeBack(): void {
    this.dispatch({ type: "warning", warning: null });
    void this.act({ action: "undo" });
  }

  // --- Analyses

  private isWatching(): boolean {
    const { analyzes, hint, score, review, settings, game, setup } = this.model;
    const teaches = settings.teaching && game !== null && game.player !== "both" && game.least_mistake !== null && game.phase !== "over";
    return !document.hidden && setup === null && (analyzes || hint !== null || score !== null || review !== null || teaches);
  }

  /** Begins or ends the stream of analyses. */
  watch(): void {
    const { game } = this.model;
    if (!game || !this.model.plays || this.isWatching() === (this.close !== null)) return;
    if (this.close) {
      this.close();
      this.close = null;
      return;
    }
    // Analyses need a session, which the first action creates.
    if (game.revision === 0) {
      if (this.model.waiting === 0) void this.act({ action: "go", to: game.at });
      return;
    }
    this.close = this.transport.analyze({
      opened: () => void this.refresh(),
      found: (analysis) => this.found(analysis),
      taken: () => {
        this.stopAnalyses();
        this.dispatch({ type: "failed", message: OWN_ERRORS.taken });
      },
      ended: () => {
        this.stopAnalyses();
        void this.refresh();
      },
    });
  }

  private stopAnalyses(): void {
    this.close = null;
    if (this.model.settings.teaching) this.dispatch({ type: "settings", settings: { teaching: false } });
    this.dispatch({ type: "review", review: null });
    this.dispatch({ type: "analyzes", on: false });
  }

  private found(analysis: Analysis): void {
    this.dispatch({ type: "found", analysis });
    const { game, review, hint, score } = this.model;
    if (!game || analysis.revision !== game.revision) return;
    const has = (visits: number) => analysis.done || analysis.visits >= visits;
    if (game.phase === "engine_to_move" && this.judged === game.revision && !this.model.warning && has(ENOUGH.judgment)) this.judge(game);
    if (review && review.at === game.at && has(review.visits)) void this.reviewNext();
    if (!this.model.analyzes && !review && (hint !== null || score !== null) && has(4 * ENOUGH.hint)) this.rest();
  }

  /** Ends the search while its result is still shown. */
  private rest(): void {
    if (!this.model.settings.teaching) {
      this.close?.();
      this.close = null;
    }
  }

  setAnalyzes(on: boolean): void {
    this.dispatch({ type: "calm" });
    this.dispatch({ type: "analyzes", on });
    this.watch();
  }

  /** Shows or hides a hint (one move) or the score (the owners of all points). */
  async toggle(what: "hint" | "score"): Promise<void> {
    this.dispatch({ type: "calm" });
    if (this.model[what] !== null) {
      this.dispatch({ type: what, on: false });
      this.watch();
      return;
    }
    if (this.model.game?.revision === 0) await this.act({ action: "go", to: this.model.game.at });
    this.dispatch({ type: what, on: true });
    this.watch();
  }

  // --- Review of a whole game

  async startReview(): Promise<void> {
    const { game } = this.model;
    if (!game || game.moves.length === 0) return;
    this.dispatch({ type: "analyzes", on: true });
    this.dispatch({ type: "review", review: { at: 0, visits: ENOUGH.review, from: game.at } });
    await this.reviewFrom(0);
  }

  stopReview(): void {
    this.dispatch({ type: "review", review: null });
    this.watch();
    this.judged = -1;
    if (this.model.game?.phase === "engine_to_move") this.answer(this.model.game);
  }

  private reviewNext(): Promise<void> {
    return this.reviewFrom((this.model.review?.at ?? 0) + 1);
  }

  /** Goes to the first position that needs a search, from the one after `first` moves on. */
  private async reviewFrom(first: number): Promise<void> {
    const { game, review } = this.model;
    if (!game || !review) return;
    const last = game.moves.length;
    const isKnown = (at: number) => (analysisAt(this.model, at)?.visits ?? 0) >= review.visits;
    let at = first;
    while (at <= last && isKnown(at)) at++;
    this.dispatch({ type: "review", review: { ...review, at } });
    if (at <= last) {
      await this.go(at, true);
      // A position where the game is over is not searched.
      if (this.model.game?.phase === "over") return this.reviewFrom(at + 1);
      this.watch();
      return;
    }
    const worst = mistakes(losses(this.model)).sort((one, two) => two.winRate - one.winRate)[0];
    await this.go(worst ? worst.number - 1 : review.from, true);
    this.stopReview();
  }

  // --- What the visitor does

  /** Shows the position after this number of moves. While a request is under way, only the latest call counts. */
  async go(to: number, isReview = false): Promise<void> {
    const { game, review, setup } = this.model;
    if (!game || setup || to < 0 || to > game.moves.length) return;
    // A visitor who steps through the game ends the review.
    if (review && !isReview) this.stopReview();
    this.aim = to;
    if (this.goes) return;
    this.goes = true;
    while (this.model.game?.at !== this.aim) {
      if (!await this.act({ action: "go", to: this.aim })) break;
    }
    this.goes = false;
  }

  /** Steps forward or back from the position that is shown, or from the one that was requested last. */
  step(by: number): void {
    const { game } = this.model;
    if (game) void this.go((this.goes ? this.aim : game.at) + by);
  }

  /** Shows the position of a node. */
  async visit(node: number): Promise<void> {
    const { game, review } = this.model;
    if (!game) return;
    if (review) this.stopReview();
    const at = game.line.indexOf(node);
    if (at >= 0) await this.go(at);
    else await this.act({ action: "visit", node });
  }

  /** Shows the game itself, not a variation, after this number of moves. */
  async toGame(at: number): Promise<void> {
    await this.visit(this.model.game?.main.at(-1) ?? 0);
    await this.go(at);
  }

  /** Shows the variation before or after the one that is shown. */
  turn(by: 1 | -1): void {
    const { game } = this.model;
    const node = game && beside(game.tree, game.main, nodeOf(game), by);
    if (node !== null) void this.visit(node);
  }

  /** Plays at a point, or marks the stone there as dead or alive. With `confirm`, a move needs a second call. */
  choose(place: Place, confirm = false): void {
    const { game, chosen, review, setup } = this.model;
    if (!game || review) return;
    if (setup) {
      this.dispatch({ type: "setup", setup: placed(setup, place) });
      return;
    }
    const name = nameOf(place, game.size);
    if (!this.model.plays) {
      const next = game.tree.findIndex(({ parent, move }) => parent === nodeOf(game) && move === name);
      if (next >= 0) void this.visit(next);
      return;
    }
    if (game.phase === "over") {
      void this.act(game.owners ? { action: "toggle", point: name } : { action: "play", move: name });
      return;
    }
    const isEmpty = game.stones[place[1]]?.[place[0]] === ".";
    const isSame = chosen?.[0] === place[0] && chosen[1] === place[1];
    if (confirm && isEmpty && !isSame && game.phase === "open") {
      this.dispatch({ type: "calm" });
      this.dispatch({ type: "chosen", place });
      return;
    }
    this.dispatch({ type: "chosen", place: null });
    void this.act({ action: "play", move: name });
  }

  needsConfirmation(): boolean {
    const { confirm } = this.model.settings;
    return confirm === "always" || (confirm === "touch" && this.touches);
  }

  /** Goes to the position before the next mistake, or before the previous one. */
  goToMistake(by: 1 | -1): void {
    const { game } = this.model;
    if (!game) return;
    const before = mistakes(losses(this.model)).map(({ number }) => number - 1).filter((at) => (at - game.at) * by > 0);
    const next = by > 0 ? before[0] : before.at(-1);
    if (next !== undefined) void this.go(next);
  }

  setPlayers(change: { level?: number; player?: GameState["player"] }): void {
    const { game } = this.model;
    if (game) void this.act({ action: "set", level: change.level ?? game.level, player: change.player ?? game.player });
  }
}

/** What the engine expects, in points for the side that leads. */
export function leader(model: Model): { color: "black" | "white"; points: number } | null {
  const lead = model.game ? valueAt(model, model.game.at)?.lead : null;
  if (lead === null || lead === undefined) return null;
  return { color: lead >= 0 ? "black" : "white", points: Math.abs(lead) };
}
