import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { Refusal } from "./transport";
import { WorkerTransport } from "./worker";

/** A worker that records what it is sent, and sends nothing by itself. */
class QuietWorker {
  static made: QuietWorker[] = [];
  heard: { id: number; ask: string; body: unknown }[] = [];
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: (() => void) | null = null;
  terminate = vi.fn();

  constructor() {
    QuietWorker.made.push(this);
  }

  postMessage(message: { id: number; ask: string; body: unknown }): void {
    this.heard.push(message);
  }

  say(data: unknown): void {
    this.onmessage?.({ data });
  }

  /** The latest question of this kind. */
  question(ask: string): number {
    return this.heard.findLast((message) => message.ask === ask)?.id ?? -1;
  }
}

const stored = new Map<string, string>();

beforeEach(() => {
  QuietWorker.made = [];
  stored.clear();
  vi.stubGlobal("Worker", QuietWorker);
  vi.stubGlobal("localStorage", { getItem: (name: string) => stored.get(name) ?? null, setItem: (name: string, text: string) => stored.set(name, text) });
});

afterEach(() => vi.unstubAllGlobals());

const newest = () => QuietWorker.made.at(-1) as QuietWorker;

test("each question gets its own answer, and a changed game is kept", async () => {
  const transport = new WorkerTransport("worker.js");
  const [state, move] = [transport.state(), transport.act({ action: "play", move: "E5" })];
  const worker = newest();
  worker.say({ id: worker.question("act"), answer: { at: 1 }, record: "(;B[ee])" });
  worker.say({ id: worker.question("state"), answer: { at: 0 }, record: null });
  expect([await state, await move]).toEqual([{ at: 0 }, { at: 1 }]);
  expect([...stored.values()]).toEqual(["(;B[ee])"]);
  const refused = transport.act({ action: "undo" });
  worker.say({ id: worker.question("act"), refusal: "no move" });
  await expect(refused).rejects.toBeInstanceOf(Refusal);
});

test("after an error another engine goes on with the game", async () => {
  const transport = new WorkerTransport("worker.js");
  const move = transport.act({ action: "play", move: "E5" });
  const first = newest();
  expect(first.heard[0]?.body).toBe("");
  first.say({ id: first.question("act"), answer: {}, record: "(;B[ee])" });
  await move;
  const ended = vi.fn();
  transport.analyze({ opened: vi.fn(), found: vi.fn(), taken: vi.fn(), ended });
  const lost = transport.state();
  first.onerror?.();
  await expect(lost).rejects.not.toBeInstanceOf(Refusal);
  expect(ended).toHaveBeenCalledOnce();
  void transport.state();
  expect(newest()).not.toBe(first);
  expect(newest().heard.map(({ ask, body }) => [ask, body])).toEqual([["begin", "(;B[ee])"], ["state", undefined]]);
});

test("a browser that starts no worker, as for a file, is an error of the question", async () => {
  vi.stubGlobal("Worker", class {
    constructor() {
      throw new Error("no access");
    }
  });
  await expect(new WorkerTransport("worker.js").state()).rejects.toThrow("no access");
});

test("analyses are heard until they are no longer wanted", async () => {
  const transport = new WorkerTransport("worker.js");
  const found = vi.fn();
  const close = transport.analyze({ opened: vi.fn(), found, taken: vi.fn(), ended: vi.fn() });
  const worker = newest();
  worker.say({ analysis: { visits: 5 } });
  close();
  worker.say({ analysis: { visits: 9 } });
  expect(found.mock.calls).toEqual([[{ visits: 5 }]]);
  expect(worker.heard.map(({ body }) => body).slice(-2)).toEqual([true, false]);
});
