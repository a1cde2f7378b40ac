import { host } from "./host.js";
import type { EngineWorker, Reply } from "./messages.js";

/** A game whose answers are short, and which counts its searches. */
export class TestSession {
  static made: TestSession[] = [];
  moves: string[] = [];
  searches = 0;
  isFree = false;

  constructor(readonly memory: number) {
    TestSession.made.push(this);
  }

  free(): void {
    this.isFree = true;
  }

  state(): string {
    return JSON.stringify({ revision: this.moves.length, moves: this.moves });
  }

  act(text: string, _time: number): string {
    const action = JSON.parse(text) as { action: string; move?: string } | null;
    if (action === null || action.move === "A1") throw JSON.stringify({ code: "illegal-move", error: "A1 is occupied" });
    if (action.move === "B1") throw new Error("unreachable");
    if (action.move) this.moves.push(action.move);
    return this.state();
  }

  load(record: Uint8Array): string {
    this.moves = new TextDecoder().decode(record).split(" ");
    return this.state();
  }

  resume(record: Uint8Array): string {
    if (record.length === 4) throw JSON.stringify({ code: "bad-record", error: "no game found" });
    return this.load(record);
  }

  record(): string {
    return this.moves.join(" ");
  }

  kept(): string {
    return this.record();
  }

  games(): string {
    return JSON.stringify([{ time: 1, moves: this.moves.length }]);
  }

  explore(): string {
    return "{}";
  }

  score(): string {
    return '{"score":"B+1"}';
  }

  solve(time: number): string {
    return JSON.stringify({ time });
  }

  choose(level: number, _time: number, _slice: number): string {
    this.searches++;
    return JSON.stringify({ move: "C3", done: level < 26 || this.searches === 4 });
  }

  analyze(_time: number, owners: boolean): string | undefined {
    this.searches++;
    return JSON.stringify({ visits: this.searches, owners, done: this.searches % 5 === 0 });
  }
}

/** A worker with such games, on the same thread. */
export class TestWorker implements EngineWorker {
  isExpected = false;
  isTerminated = false;
  fail: (message: string) => void = () => undefined;
  private heard: (reply: Reply) => void = () => undefined;
  readonly post: EngineWorker["post"];

  constructor(load: Promise<typeof TestSession> = Promise.resolve(TestSession)) {
    const hear = host((reply) => setTimeout(() => !this.isTerminated && this.heard(structuredClone(reply))), load);
    this.post = (message) => {
      const sent = structuredClone(message);
      setTimeout(() => !this.isTerminated && hear(sent));
    };
  }

  listen(heard: (reply: Reply) => void, failed: (message: string) => void): void {
    this.heard = heard;
    this.fail = failed;
  }

  expect(isExpected: boolean): void {
    this.isExpected = isExpected;
  }

  terminate(): void {
    this.isTerminated = true;
  }
}
