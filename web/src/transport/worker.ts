import { Client, type Game, MEMORY, TaoGoError } from "../engine/client.js";
import type { Progress } from "../engine/messages.js";
import { webWorker } from "../engine/web-worker.js";
import type { Action, EarlierGame, Explored, GameState, Solved } from "../protocol";
import { type AnalysisListener, Refusal, type Transport } from "./transport";

/** The name under which the browser keeps the game. */
const NAME = "tao-go-game";

/** Speaks with an engine in a worker of the page. The browser keeps the game. */
export class WorkerTransport implements Transport {
  readonly plays = true;
  /** Null after an engine has ended, until one is needed again. */
  private game: Promise<Game> | null = null;
  /** The record that the browser kept when this page last looked. */
  private seen = "";
  /** Hears how much of the engine is loaded. */
  progress: (progress: Progress) => void = () => {};
  /** Makes the analysis look at the game again. */
  private changed = () => {};

  /** The script of the worker. */
  constructor(private script: string) {}

  /** Points along a side of the board that the browser keeps. */
  get size(): number {
    return Number(/SZ\[(\d+)\]/.exec(kept())?.[1] ?? 9);
  }

  /** An engine that goes on with the game. */
  private async begin(): Promise<Game> {
    const worker = new Worker(this.script, { type: "module" });
    const engine = await new Client(webWorker(worker), MEMORY, (progress) => this.progress(progress)).ready();
    const game = await engine.game({ player: "black" });
    await this.resume(game);
    return game;
  }

  /** Goes on with the game that the browser keeps, which another page may have changed. A record that cannot be read is ignored. */
  private async resume(game: Game): Promise<void> {
    this.seen = kept();
    if (this.seen) await game.resume(this.seen).catch(passRefusals);
  }

  private async with<Answer>(ask: (game: Game) => Promise<Answer>): Promise<Answer> {
    const begun = (this.game ??= this.begin());
    try {
      return await ask(await begun);
    } catch (error) {
      if (isRefusal(error)) throw new Refusal(error.message);
      if (this.game === begun) this.game = null;
      this.changed();
      throw error;
    }
  }

  private change(ask: (game: Game) => Promise<GameState>): Promise<GameState> {
    return this.with(async (game) => {
      const state = await ask(game);
      this.changed();
      keep(await game.toKept());
      // If the browser could not store it, the game before is not that of another page.
      this.seen = kept();
      return state;
    });
  }

  state(): Promise<GameState> {
    return this.with(async (game) => {
      if (kept() !== this.seen) {
        await this.resume(game);
        this.changed();
      }
      return game.refresh();
    });
  }

  act(action: Action): Promise<GameState> {
    return this.change((game) => game.act(action));
  }

  load(record: ArrayBuffer): Promise<GameState> {
    return this.change((game) => game.load(record));
  }

  record(): Promise<string> {
    return this.with((game) => game.toSgf());
  }

  games(): Promise<EarlierGame[]> {
    return this.with((game) => game.games());
  }

  explore(): Promise<Explored> {
    return this.with((game) => game.explore());
  }

  solve(): Promise<Solved> {
    return this.with((game) => game.solve());
  }

  analyze(listener: AnalysisListener): () => void {
    const stop = new AbortController();
    const { signal } = stop;
    const watch = async (game: Game) => {
      if (!signal.aborted) listener.opened();
      while (!signal.aborted) {
        const changed = new Promise<void>((done) => {
          this.changed = done;
          signal.addEventListener("abort", () => done(), { once: true });
        });
        for await (const analysis of game.analyze({ signal })) listener.found(analysis);
        await changed;
      }
    };
    this.with(watch).catch(() => signal.aborted || listener.ended());
    return () => stop.abort(new Refusal("the analysis is over"));
  }
}

/** Whether the game did not allow something, and the engine goes on. */
function isRefusal(error: unknown): error is Error {
  if (error instanceof TaoGoError) return !["terminated", "not-loaded", "crashed"].includes(error.code);
  return error instanceof Refusal;
}

function passRefusals(error: unknown): void {
  if (!isRefusal(error)) throw error;
}

function kept(): string {
  try {
    return localStorage.getItem(NAME) ?? "";
  } catch {
    return "";
  }
}

function keep(record: string): void {
  try {
    localStorage.setItem(NAME, record);
  } catch {
    // If the browser cannot store anything, the game is lost when the page is closed.
  }
}
