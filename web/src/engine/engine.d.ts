// What `wasm/bind` makes of `wasm/src/lib.rs`, as far as it is used; `.ci/package npm` checks this against what it has made.

/** A game with the engine. The answers are JSON. What the game refuses is thrown as a text: a `Refused` in JSON. */
export class Session {
  constructor(memory: number);
  free(): void;
  state(): string;
  act(action: string, time: number): string;
  load(record: Uint8Array): string;
  resume(record: Uint8Array): string;
  record(): string;
  kept(): string;
  games(): string;
  explore(): string;
  score(): string;
  solve(time: number): string;
  choose(level: number, time: number, slice: number): string;
  analyze(time: number, with_owners: boolean): string | undefined;
}

/** Loads the engine. */
export default function load(options: { module_or_path: Promise<Response> | Uint8Array<ArrayBuffer> }): Promise<unknown>;
