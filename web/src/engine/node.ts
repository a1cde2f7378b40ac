/** The Go engine in a program for Node: see the README of the package. */

import { Worker } from "node:worker_threads";

import { Client, type CreateOptions, MEMORY } from "./client.js";
import type { EngineWorker, Reply } from "./messages.js";

export type * from "../protocol.js";
export { type AnalyzeOptions, type ChooseOptions, type CreateOptions, Game, type GameOptions, TaoGoError } from "./client.js";
export type { ErrorCode } from "./messages.js";

/** An engine in a worker, with any number of games. */
export class TaoGo extends Client {
  /** Starts a worker and loads the engine. */
  static create({ memoryMiB = MEMORY, signal }: CreateOptions = {}): Promise<TaoGo> {
    const worker = new Worker(new URL("./worker-node.js", import.meta.url));
    return new TaoGo(nodeWorker(worker), memoryMiB).ready(signal);
  }
}

function nodeWorker(worker: Worker): EngineWorker {
  return {
    post: (message) => worker.postMessage(message),
    listen(heard, failed) {
      worker.on("message", (reply) => heard(reply as Reply));
      worker.on("error", (error) => failed(error.message));
    },
    expect: (isExpected) => (isExpected ? worker.ref() : worker.unref()),
    terminate: () => void worker.terminate(),
  };
}
