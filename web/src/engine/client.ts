import type { Action, Analysis, Choice, EarlierGame, Explored, GameState, Player, Score, Solved } from "../protocol.js";
import type { EngineWorker, ErrorCode, Progress, Reply } from "./messages.js";

/** Why the engine did not do what it was asked. */
export class TaoGoError extends Error {
  override readonly name = "TaoGoError";

  constructor(readonly code: ErrorCode, message: string) {
    super(message);
  }
}

/** How an engine is started. */
export interface CreateOptions {
  /** Memory in mebibytes, by default 128: for the engine with one game that is searched. Each further game may take as much for its
   * searches, until it is freed. */
  memoryMiB?: number;
  /** Ends the engine, while it is loaded or later. */
  signal?: AbortSignal | undefined;
}

/** Mebibytes, little enough for phones. */
export const MEMORY = 128;

/** How a game begins: with these conditions, or as the record in `sgf`. */
export interface GameOptions {
  /** 2 to 19, by default 9. There is a network for 5 to 9. */
  size?: number;
  /** By default 7, and 0.5 with a handicap. */
  komi?: number;
  /** Number of stones, on the usual points. By default 0. */
  handicap?: number;
  /** `chinese` (the default), `japanese`, `tromp-taylor` or `cgos`. */
  rules?: string;
  /** By default `both`: moves of both sides are made by `play`, and the engine moves only when asked. */
  player?: Player;
  /** A record, in any encoding if it is given as bytes. */
  sgf?: string | Uint8Array | ArrayBuffer;
}

export interface AnalyzeOptions {
  /** Milliseconds. By default the search goes on until it finds no more, after 100 000 visits at the latest. */
  ms?: number;
  /** Whether to find the owners of all points; by default true. */
  ownership?: boolean;
  /** Ends the search; the iteration then throws its reason. */
  signal?: AbortSignal | undefined;
}

export interface ChooseOptions {
  /** 1, in the first weeks of Go, to 26, full strength and the default. */
  level?: number;
  /** Milliseconds that the move may take; by default 1500. */
  ms?: number;
  /** Ends the search; the promise is then rejected with its reason. */
  signal?: AbortSignal | undefined;
}

/** Milliseconds for a move and for exact results, unless the caller names others. */
const TIME = 1500;

interface Pending {
  done(answer: unknown): void;
  fail(reason: unknown): void;
  found?(analysis: Analysis): void;
}

/** An engine in a worker, with any number of games. */
export class Client {
  private pending = new Map<number, Pending>();
  private number = 0;
  private games = 0;
  private isLoaded = false;
  private error: TaoGoError | null = null;

  /** With the memory of each game in mebibytes, and with who hears how much of the engine is loaded. */
  constructor(private worker: EngineWorker, private memory: number, private heardOf: (progress: Progress) => void = () => undefined) {
    worker.listen((reply) => this.hear(reply), (message) => this.end(this.isLoaded ? "crashed" : "not-loaded", message));
    worker.expect(false);
  }

  /** Waits until the engine is loaded. The signal ends it, also later. */
  async ready(signal?: AbortSignal): Promise<this> {
    const abort = () => this.end("terminated", "the engine was terminated", signal?.reason);
    if (signal?.aborted) abort();
    signal?.throwIfAborted();
    signal?.addEventListener("abort", abort);
    await this.request(0, "begin", null).answer;
    this.isLoaded = true;
    return this;
  }

  /** Begins a game. */
  async game(options: GameOptions = {}): Promise<Game> {
    const { size = 9, komi = null, handicap = 0, rules = null, player = "both", sgf } = options;
    const game = new Game(this, ++this.games);
    await game.ask("open", this.memory);
    try {
      await game.act({ action: "new", size, komi, handicap, rules, player, level: null, minutes: null });
      if (sgf !== undefined) await game.load(sgf);
    } catch (error) {
      game.free();
      throw error;
    }
    return game;
  }

  /** Ends the engine and all its games at once, also in the middle of a search. */
  terminate(): void {
    this.end("terminated", "the engine was terminated");
  }

  private end(code: ErrorCode, message: string, reason?: unknown): void {
    if (this.error) return;
    this.error = new TaoGoError(code, message);
    this.worker.terminate();
    const pending = [...this.pending.values()];
    this.pending.clear();
    for (const { fail } of pending) fail(reason ?? this.error);
  }

  private hear(reply: Reply): void {
    if ("ended" in reply) {
      this.end(reply.ended, reply.error);
      return;
    }
    if ("loaded" in reply) {
      this.heardOf(reply);
      return;
    }
    const pending = this.pending.get(reply.id);
    if ("found" in reply) {
      pending?.found?.(reply.found);
      return;
    }
    this.forget(reply.id);
    if ("code" in reply) pending?.fail(new TaoGoError(reply.code, reply.error));
    else pending?.done(reply.answer);
  }

  private forget(id: number): void {
    this.pending.delete(id);
    if (this.pending.size === 0) this.worker.expect(false);
  }

  /** Asks the worker. The returned function ends the request and rejects the answer with the reason.
   * @internal */
  request(game: number, ask: string, body: unknown, found?: (analysis: Analysis) => void): { answer: Promise<unknown>; cancel(reason: unknown): void } {
    const id = ++this.number;
    const answer = new Promise<unknown>((done, fail) => {
      if (this.error) {
        fail(this.error);
        return;
      }
      this.worker.post({ id, game, ask, body });
      this.worker.expect(true);
      this.pending.set(id, found ? { done, fail, found } : { done, fail });
    });
    const cancel = (reason: unknown) => {
      const pending = this.pending.get(id);
      if (!pending) return;
      this.forget(id);
      this.worker.post({ cancel: id });
      pending.fail(reason);
    };
    return { answer, cancel };
  }
}

/** A game. Requests are carried out in their order. */
export class Game {
  private latest!: GameState;
  private isFree = false;

  /** Made by `game` of an engine, which gives it a state. */
  constructor(private client: Client, private id: number) {}

  /** The state after the latest change: moves, stones, side to move, result. */
  get state(): GameState {
    return this.latest;
  }

  /** Makes a move for the side to move: `E5`, `pass`. */
  play(move: string): Promise<GameState> {
    return this.act({ action: "play", move });
  }

  /** Takes back the last move. */
  undo(): Promise<GameState> {
    return this.act({ action: "undo" });
  }

  /** Carries out any action of the page: begins another game, resigns, shows an earlier position, marks dead stones. With `genmove`,
   * the engine moves where it is its turn, within `ms` milliseconds, by default 1500. */
  async act(action: Action, { ms = TIME }: { ms?: number } = {}): Promise<GameState> {
    return (this.latest = await this.ask<GameState>("act", { action, ms }));
  }

  /** Shows a record instead. */
  async load(sgf: string | Uint8Array | ArrayBuffer): Promise<GameState> {
    return (this.latest = await this.ask<GameState>("load", sgf));
  }

  /** Goes on with the game of a record as it was left, or with what `toKept` gave, with its players, level and clocks. */
  async resume(sgf: string | Uint8Array | ArrayBuffer): Promise<GameState> {
    return (this.latest = await this.ask<GameState>("resume", sgf));
  }

  /** Asks for the state, which changes by itself only if there are clocks. */
  async refresh(): Promise<GameState> {
    return (this.latest = await this.ask<GameState>("state"));
  }

  /** The record, with variations and comments. */
  toSgf(): Promise<string> {
    return this.ask("record");
  }

  /** The record with what it does not tell, such as whether the game is over, for `resume`. */
  toKept(): Promise<string> {
    return this.ask("kept");
  }

  /** The earlier games, the latest first: those in whose place `act` or `load` has put another one. */
  games(): Promise<EarlierGame[]> {
    return this.ask("games");
  }

  /** Chooses a move for the side to move, and does not make it. */
  choose({ level = 26, ms = TIME, signal }: ChooseOptions = {}): Promise<Choice> {
    return this.ask("choose", { level, ms }, signal);
  }

  /** Analyzes the position: each analysis contains those before, with more visits. Ends with the time, with a change of the game,
   * and where nothing more can be found; leaving the loop ends the search as well. A slow reader gets the latest analysis only. */
  async *analyze({ ms, ownership = true, signal }: AnalyzeOptions = {}): AsyncGenerator<Analysis, void, undefined> {
    signal?.throwIfAborted();
    let latest: Analysis | null = null;
    let isOver = false;
    let wake = () => {};
    const { answer, cancel } = this.request("analyze", { ms, ownership }, (analysis) => {
      latest = analysis;
      wake();
    });
    const over = answer.finally(() => {
      isOver = true;
      wake();
    });
    // The error is thrown below.
    over.catch(() => undefined);
    const abort = () => cancel(signal?.reason);
    signal?.addEventListener("abort", abort);
    try {
      while (true) {
        if (latest && !signal?.aborted) {
          const found = latest;
          latest = null;
          yield found;
        } else if (isOver) break;
        else await new Promise<void>((done) => (wake = done));
      }
      await over;
    } finally {
      signal?.removeEventListener("abort", abort);
      cancel(null);
    }
  }

  /** The score of the position: the engine finds the dead stones. In a position that is not settled, which takes some seconds, it is
   * the score of playing on. */
  score(): Promise<Score> {
    return this.ask("score");
  }

  /** What the opening book says about the position. */
  explore(): Promise<Explored> {
    return this.ask("explore");
  }

  /** The exact results, as far as they are found within `ms` milliseconds, by default 1500. */
  solve({ ms = TIME }: { ms?: number } = {}): Promise<Solved> {
    return this.ask("solve", { ms });
  }

  /** Ends the game and gives its memory back. */
  free(): void {
    if (this.isFree) return;
    // An engine that has ended has no games.
    this.ask("free").catch(() => undefined);
    this.isFree = true;
  }

  /** Asks the worker about this game.
   * @internal */
  async ask<Answer>(ask: string, body: unknown = null, signal?: AbortSignal): Promise<Answer> {
    signal?.throwIfAborted();
    const { answer, cancel } = this.request(ask, body);
    const abort = () => cancel(signal?.reason);
    signal?.addEventListener("abort", abort);
    try {
      return (await answer) as Answer;
    } finally {
      signal?.removeEventListener("abort", abort);
    }
  }

  private request(ask: string, body: unknown, found?: (analysis: Analysis) => void): ReturnType<Client["request"]> {
    if (this.isFree) throw new TaoGoError("freed", "the game was freed");
    return this.client.request(this.id, ask, body, found);
  }
}
