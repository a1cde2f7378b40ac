import type { Analysis, RefusalCode } from "../protocol.js";

/** Why a request failed: the refusal of a game, or `freed` for a game that was freed, `terminated` for a worker that was ended,
 * `not-loaded` where the engine could not be loaded, and `crashed` after an error of the engine, such as too little memory. */
export type ErrorCode = RefusalCode | "freed" | "terminated" | "not-loaded" | "crashed";

/** What a worker is asked. A request has a number, and is about a game, which also is a number. */
export type Request =
  | { id: number; game: number; ask: string; body: unknown }
  /** Ends the request with this number. */
  | { cancel: number };

/** Bytes of the engine that were loaded. */
export interface Progress {
  loaded: number;
  /** Null where the server does not tell. */
  total: number | null;
}

/** What a worker answers: to a request, how much of the engine is loaded, or that the engine has ended. */
export type Reply =
  | Progress
  | { id: number; answer: unknown }
  | { id: number; found: Analysis }
  | { id: number; code: RefusalCode; error: string }
  | { ended: "not-loaded" | "crashed"; error: string };

/** A worker, as its owner sees it. */
export interface EngineWorker {
  post(message: Request): void;
  /** Sets who hears the replies, and the errors that the worker itself cannot tell. */
  listen(heard: (reply: Reply) => void, failed: (message: string) => void): void;
  /** Whether an answer is expected. In Node a worker that nobody waits for does not keep the program running. */
  expect(isExpected: boolean): void;
  terminate(): void;
}
