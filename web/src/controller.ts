/** What the visitor does, and what follows from it: requests, analyses, the engine's moves. */

import { type Place, nameOf } from "./board/points";
import { answer, continuation, problemsOf, textOf, verdict } from "./drill";
import { Explorer } from "./explore/explorer";
import { placed } from "./explore/setup";
import { type Loss, byWeight, isHidden, problemMistake, shownMistakes, valueAt } from "./facts";
import { fileName } from "./file_name";
import type { Action, Analysis, EarlierGame, GameState, MarkShape, Player } from "./protocol";
import { toggled, written } from "./notes";
import { LARGEST_RECORD, Refusal, type Transport } from "./transport/transport";
import { keepSettings, type Settings } from "./settings";
import { playSound } from "./sound";
import { OWN_ERRORS } from "./texts";
import { type Attempt, type Event, type Model, initial, reduce } from "./state";
import { beside, nodeOf } from "./tree";

/** Visits after which a hint or a score is good enough. */
const ENOUGH = 600;

/** Milliseconds that a visitor waits for the judgment of a move. */
const PATIENCE = 6000;

export class Controller {
  private model: Model;
  private listeners = new Set<(model: Model) => void>();
  private requests = 0;
  /** Requests without an answer that change nothing. */
  private looks = 0;
  /** Ends the stream of analyses. */
  private close: (() => void) | null = null;
  /** The revision whose last move was judged. */
  private judged = -1;
  /** The revision whose position was reviewed while the visitor thought. */
  private prepared = -1;
  /** Whether the engine was asked for a move. */
  private moving = false;
  /** The number of moves to go to, and whether a request to go there is under way. */
  private aim = 0;
  private goes = false;
  /** The notes that are being written. */
  private noted = Promise.resolve();
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
      this.fail(error);
      return false;
    } finally {
      this.dispatch({ type: "settled" });
    }
  }

  /** Tells why a request failed. */
  fail(error: unknown): void {
    const own = this.model.game ? OWN_ERRORS.silent : OWN_ERRORS.unloaded;
    this.dispatch({ type: "failed", message: error instanceof Refusal ? error.message : own });
  }

  refresh(): Promise<boolean> {
    this.looks++;
    return this.request(this.transport.state()).finally(() => this.looks--);
  }

  /** Shows what another page of the visitor may have done while nobody looked at this one. */
  look(): void {
    this.watch();
    if (!document.hidden && this.model.game && this.model.plays && this.model.waiting === 0) void this.refresh();
  }

  async act(action: Action): Promise<boolean> {
    this.dispatch({ type: "calm" });
    const { game, waiting } = this.model;
    // While another action is under way, the revision that it leads to is not known.
    const seen = waiting <= this.looks && !["go", "visit"].includes(action.action) ? game?.revision : undefined;
    const done = await this.request(this.transport.act(action, seen));
    if (!done && seen !== undefined) void this.refresh();
    return done;
  }

  /** Opens records, each in the place of the one before. The first that cannot be opened is the last, and named if there are several. */
  async load(...files: Blob[]): Promise<void> {
    for (const file of files) {
      if (await this.loadOne(file)) continue;
      const { error } = this.model;
      if (error && files.length > 1) this.dispatch({ ...error, type: "failed", file: (file as File).name });
      return;
    }
  }

  private async loadOne(file: Blob): Promise<boolean> {
    this.dispatch({ type: "calm" });
    if (file.size > LARGEST_RECORD) {
      this.dispatch({ type: "failed", message: `the file has ${(Math.ceil((10 * file.size) / LARGEST_RECORD) / 10).toFixed(1)} MB` });
      return false;
    }
    // A folder cannot be read.
    const record = await file.arrayBuffer().catch(() => new ArrayBuffer(0));
    const games = problemsOf(textOf(record));
    return games.length > 0 ? this.pose(games, 0) : this.opened(this.request(this.transport.load(record)));
  }

  /** The earlier games, the latest first. */
  async games(): Promise<EarlierGame[]> {
    try {
      return await this.transport.games();
    } catch (error) {
      this.fail(error);
      return [];
    }
  }

  /** Goes on with an earlier game, unless another request waits: a second click asks for nothing. */
  async open(time: number): Promise<boolean> {
    return this.model.waiting <= this.looks && this.opened(this.act({ action: "open", time }));
  }

  /** Shows a game that was opened: for a review, unless the visitor plays it. */
  private async opened(done: Promise<boolean>): Promise<boolean> {
    const isDone = await done;
    const { game } = this.model;
    if (isDone && game) {
      this.uncover();
      this.dispatch({ type: "tab", tab: game.moves.length === 0 ? "game" : game.player === "both" || game.phase === "over" ? "mistakes" : "moves" });
    }
    return isDone;
  }

  /** Ends what is shown in the place of the game, or above it. */
  private uncover(): void {
    this.dispatch({ type: "setup", setup: null });
    this.dispatch({ type: "dialog", dialog: null });
  }

  async save(): Promise<void> {
    this.dispatch({ type: "calm" });
    let record;
    try {
      record = await this.transport.record();
    } catch (error) {
      this.fail(error);
      return;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([record], { type: "application/x-go-sgf" }));
    link.download = fileName(record, new Date());
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  /** Does what the new state requires: sounds, the engine's move, analyses. */
  private follow(before: GameState | null): void {
    const { game } = this.model;
    if (!game || game === before) return;
    if (game.moves.length > 0 && this.model.plays && !this.model.settings.welcomed) this.dispatch({ type: "settings", settings: { welcomed: true } });
    if (before && game.revision !== before.revision && game.at === before.at + 1) this.sound(before, game);
    if (game.phase === "thinking") {
      setTimeout(() => this.model.game?.phase === "thinking" && this.model.waiting === 0 && void this.refresh(), 500);
    } else if (game.phase === "engine_to_move") this.answer(game);
    if (game.phase === "open" && this.isTeaching(game) && this.prepared !== game.revision) {
      this.prepared = game.revision;
      void this.reviewNodes([nodeOf(game)]);
    }
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
    if (this.moving || this.judged === game.revision) return;
    if (!this.isTeaching(game) || game.at === 0) {
      this.letEngineMove();
      return;
    }
    this.judged = game.revision;
    void this.judge(game);
  }

  private isTeaching(game: GameState): boolean {
    return this.model.settings.teaching && game.player !== "both" && game.judges;
  }

  letEngineMove(): void {
    this.dispatch({ type: "warning", warning: null });
    this.dispatch({ type: "thinking" });
    this.moving = true;
    void this.act({ action: "genmove" }).finally(() => {
      this.moving = false;
    });
  }

  /** Warns if the visitor's last move was a mistake, or else lets the engine answer it. */
  private async judge(game: GameState): Promise<void> {
    const { line, at } = game;
    const late = new Promise((done) => setTimeout(done, PATIENCE));
    await Promise.race([late, this.reviewNodes(line.slice(at - 1, at + 1))]);
    const now = this.model.game;
    if (now?.revision !== game.revision || now.phase !== "engine_to_move" || this.moving) return;
    const loss = now.losses[at - 1];
    if (loss?.class !== "mistake" && loss?.class !== "blunder") {
      this.letEngineMove();
      return;
    }
    this.dispatch({ type: "warning", warning: { after: at, loss } });
    if (this.model.settings.sound) playSound("warning");
  }

  takeBack(): void {
    this.dispatch({ type: "warning", warning: null });
    void this.act({ action: "undo" });
  }

  // --- Analyses

  private isWatching(): boolean {
    const { analyzes, hint, score, setup } = this.model;
    return !document.hidden && setup === null && (analyzes || hint !== null || score !== null);
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
    this.dispatch({ type: "analyzes", on: false });
  }

  private found(analysis: Analysis): void {
    this.dispatch({ type: "found", analysis });
    const { game, analyzes, hint, score } = this.model;
    if (!game || analysis.revision !== game.revision || analyzes) return;
    // The search ends while its result is still shown.
    if ((hint !== null || score !== null) && (analysis.done || analysis.visits >= ENOUGH)) {
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

  // --- Reviews

  /** Reviews a position. Without a server this takes several calls. */
  private review(node: number): Promise<boolean> {
    return this.request(this.transport.act({ action: "review", node }));
  }

  /** Reviews positions of the line that is shown, as long as they are on it. */
  private async reviewNodes(nodes: number[], isWanted = () => true): Promise<boolean> {
    for (const node of nodes) {
      for (;;) {
        const { game } = this.model;
        const at = game?.line.indexOf(node) ?? -1;
        if (game?.reviewed[at] ?? at < 0) break;
        if (!isWanted() || !await this.review(node)) return false;
      }
    }
    return true;
  }

  /** Reviews the whole line, and shows the position before the worst mistake unless the visitor has gone elsewhere. */
  async startReview(): Promise<void> {
    const { game, reviews } = this.model;
    if (!game || game.moves.length === 0 || reviews) return;
    this.dispatch({ type: "calm" });
    this.dispatch({ type: "reviews", on: true });
    const isDone = await this.reviewNodes(game.line, () => this.model.reviews) && this.model.reviews;
    this.dispatch({ type: "reviews", on: false });
    if (isDone && game.player !== "both") await this.learn(game.player);
    const worst = shownMistakes(this.model).sort(byWeight)[0];
    if (isDone && worst && this.model.game && nodeOf(this.model.game) === nodeOf(game)) await this.go(worst.number - 1);
  }

  /** Keeps the mistakes of a player, or of both, as problems. */
  private learn(player: Player): Promise<boolean> {
    return this.request(this.transport.act({ action: "learn", player }));
  }

  /** Keeps the mistakes that are listed as problems, and asks the first one. */
  async practise(): Promise<void> {
    if (await this.learn(this.model.whose ?? "both")) await this.ask();
  }

  /** Shows the next problem that is due. */
  async ask(): Promise<void> {
    if (await this.act({ action: "ask" }) && this.model.game) await this.reviewNodes([nodeOf(this.model.game)]);
  }

  /** Shows a problem of a file. */
  async pose(games: string[], at: number): Promise<boolean> {
    const record = games[at];
    if (record === undefined || !await this.act({ action: "pose", record })) return false;
    const { game } = this.model;
    const hasAnswers = game !== null && answer(game).length > 0;
    this.uncover();
    this.dispatch({ type: "drill", drill: { games, at, hasAnswers } });
    this.takeTurn();
    if (game?.judges && !hasAnswers) await this.reviewNodes([nodeOf(game)]);
    return true;
  }

  /** Lets the visitor look for the next move of a problem of a file. */
  private takeTurn(): void {
    const { game } = this.model;
    const mistake = game && problemMistake(game);
    if (mistake) this.dispatch({ type: "attempt", attempt: { mistake, before: nodeOf(game), after: null, hints: 0 } });
  }

  /** Begins a problem of a file once more. */
  async poseAgain(): Promise<void> {
    await this.toGame(0);
    this.takeTurn();
  }

  /** Judges a move by the file of the problem, which may have a reply. */
  private async judgeByFile(game: GameState, attempt: Attempt): Promise<void> {
    const after = nodeOf(game);
    const found = verdict(game, after);
    if (typeof found === "object") {
      await this.visit(found.reply);
      const now = this.model.game;
      if (!now || nodeOf(now) !== found.reply) return;
      if (answer(now).length > 0) {
        this.takeTurn();
        return;
      }
    }
    const isRight = found !== "wrong";
    this.dispatch({ type: "attempt", attempt: { ...attempt, after, isRight } });
    await this.answerProblem(isRight);
    if (!isRight) this.dispatch({ type: "preview", moves: continuation(game, after) });
  }

  /** Tells whether the problem that is shown was solved, if this is the first answer. */
  private async answerProblem(right: boolean): Promise<void> {
    if (this.model.game?.problem?.days === null) await this.request(this.transport.act({ action: "answer", right }));
  }

  stopReview(): void {
    this.dispatch({ type: "reviews", on: false });
  }

  /** Shows the position before a mistake of the line that is shown, for another try. */
  async tryAgain(mistake: Loss): Promise<void> {
    const before = this.model.game?.line[mistake.number - 1];
    if (before !== undefined) await this.retry({ mistake, before, after: null, hints: 0 });
  }

  /** Shows the position of a try once more. */
  async retry(attempt: Attempt): Promise<void> {
    await this.backTo(attempt.before);
    this.dispatch({ type: "attempt", attempt: { ...attempt, after: null } });
  }

  /** Shows a node, with the game itself after it where it belongs to the game. */
  private backTo(node: number): Promise<void> {
    const at = this.model.game?.main.indexOf(node) ?? -1;
    return at < 0 ? this.visit(node) : this.toGame(at);
  }

  /** Tells where the better move is, and at the second call which one it is. */
  giveHint(): void {
    const { attempt } = this.model;
    if (!attempt) return;
    this.dispatch({ type: "attempt", attempt: { ...attempt, hints: attempt.hints === 0 ? 1 : 2 } });
    if (attempt.hints === 1) void this.answerProblem(false);
  }

  /** Ends a try, and shows the better line instead. */
  async showBetter(): Promise<void> {
    const { attempt } = this.model;
    if (!attempt) return;
    await this.answerProblem(false);
    await this.backTo(attempt.before);
    this.dispatch({ type: "attempt", attempt: null });
    this.dispatch({ type: "preview", moves: attempt.mistake.better });
  }

  /** Judges the move that was just tried. */
  private async judgeAttempt(): Promise<void> {
    const { attempt, game } = this.model;
    if (!attempt || !game || game.line[game.at - 1] !== attempt.before) return;
    const after = nodeOf(game);
    if (game.problem?.number === 0 && this.model.drill?.hasAnswers) {
      await this.judgeByFile(game, attempt);
      return;
    }
    this.dispatch({ type: "attempt", attempt: { ...attempt, after } });
    if (!game.judges) return;
    await this.reviewNodes([attempt.before, after]);
    const now = this.model.game;
    const loss = now && nodeOf(now) === after ? now.losses[now.at - 1] : null;
    if (loss) await this.answerProblem(loss.class === null);
    if (loss?.class) this.dispatch({ type: "preview", moves: loss.refutation });
  }

  // --- What the visitor does

  /** Shows the position after this number of moves. While a request is under way, only the latest call counts. */
  async go(to: number): Promise<void> {
    const { game, setup } = this.model;
    if (!game || setup || to < 0 || to > game.moves.length) return;
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
    const { game } = this.model;
    if (!game) return;
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
    const { game, chosen, setup } = this.model;
    if (!game) return;
    if (setup) {
      this.dispatch({ type: "setup", setup: placed(setup, place) });
      return;
    }
    const name = nameOf(place, game.size);
    if (this.model.mark) {
      this.annotate({ point: name, mark: this.model.mark });
      return;
    }
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
    const isTry = isHidden(this.model);
    void this.act({ action: "play", move: name }).then((done) => {
      if (done && isTry) void this.judgeAttempt();
    });
  }

  /** Writes the comment of the node that is shown, or puts a mark on a point or takes it away, after the notes before. */
  annotate(change: { comment: string } | { point: string; mark: MarkShape }): void {
    const shown = this.model.game;
    const at = shown ? nodeOf(shown) : 0;
    this.noted = this.noted.then(async () => {
      const { game } = this.model;
      const node = game?.tree[at];
      if (!game || !node) return;
      const marks = "point" in change ? toggled(node.marks ?? [], change.point, change.mark) : (node.marks ?? []);
      const comment = "comment" in change ? change.comment : node.comment;
      await this.request(this.transport.act({ action: "annotate", node: at, comment, marks: written(marks, game.size) }));
    });
  }

  needsConfirmation(): boolean {
    const { confirm } = this.model.settings;
    return confirm === "always" || (confirm === "touch" && this.touches);
  }

  /** Goes to the position before the next mistake, or before the previous one. */
  goToMistake(by: 1 | -1): void {
    const { game } = this.model;
    if (!game) return;
    const before = shownMistakes(this.model).map(({ number }) => number - 1).filter((at) => (at - game.at) * by > 0);
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
