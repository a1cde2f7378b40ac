/** The Go engine in a page: see the README of the package. */

import { Client, type CreateOptions, MEMORY } from "./client.js";
import { webWorker } from "./web-worker.js";

export type * from "../protocol.js";
export { type AnalyzeOptions, type ChooseOptions, type CreateOptions, Game, type GameOptions, TaoGoError } from "./client.js";
export type { ErrorCode } from "./messages.js";

/** An engine in a worker, with any number of games. */
export class TaoGo extends Client {
  /** Starts a worker and loads the engine. */
  static create({ memoryMiB = MEMORY, signal, worker }: CreateOptions & { worker?: Worker } = {}): Promise<TaoGo> {
    // Bundlers look for this form of a worker.
    const started = worker ?? new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
    return new TaoGo(webWorker(started), memoryMiB).ready(signal);
  }
}
