import { afterEach, beforeEach, expect, test, vi } from "vitest";

import { TestSession, TestWorker } from "../engine/test_worker.js";
import { Refusal } from "./transport";
import { WorkerTransport } from "./worker";

/** A worker of a browser. */
class BrowserWorker {
  static made: BrowserWorker[] = [];
  worker = new TestWorker();
  onmessage: ((event: { data: unknown }) => void) | null = null;
  onerror: ((event: { message: string }) => void) | null = null;
  terminate = vi.fn(() => this.worker.terminate());

  constructor() {
    BrowserWorker.made.push(this);
    this.worker.listen((data) => this.onmessage?.({ data }), () => undefined);
  }

  postMessage(message: Parameters<TestWorker["post"]>[0]): void {
    this.worker.post(message);
  }
}

const stored = new Map<string, string>();

beforeEach(() => {
  BrowserWorker.made = [];
  TestSession.made = [];
  stored.clear();
  vi.stubGlobal("Worker", BrowserWorker);
  vi.stubGlobal("localStorage", { getItem: (name: string) => stored.get(name) ?? null, setItem: (name: string, text: string) => stored.set(name, text) });
});

afterEach(() => vi.unstubAllGlobals());

const listener = () => ({ opened: vi.fn(), found: vi.fn(), taken: vi.fn(), ended: vi.fn() });

test("a changed game is kept, and refusals do not end the engine", async () => {
  const transport = new WorkerTransport("worker.js");
  const [state, move] = await Promise.all([transport.state(), transport.act({ action: "play", move: "E5" })]);
  expect([state.revision, move.revision]).toEqual([0, 1]);
  expect([...stored.values()]).toEqual(["E5"]);
  await expect(transport.act({ action: "play", move: "A1" })).rejects.toBeInstanceOf(Refusal);
  expect((await transport.state()).moves).toEqual(["E5"]);
  expect(await transport.games()).toEqual([{ time: 1, moves: 1 }]);
  expect(BrowserWorker.made.length).toBe(1);
});

test("the engine that is loaded is heard of, and the size of the kept board is known before", async () => {
  const transport = new WorkerTransport("worker.js");
  expect(transport.size).toBe(9);
  stored.set("tao-go-game", "(;GM[1]FF[4]SZ[13]KM[7])");
  expect(transport.size).toBe(13);
  stored.clear();
  transport.progress = vi.fn();
  const state = transport.state();
  BrowserWorker.made[0]?.onmessage?.({ data: { loaded: 5, total: 10 } });
  expect((await state).moves).toEqual([]);
  expect(transport.progress).toHaveBeenCalledWith({ loaded: 5, total: 10 });
});

test("a kept game that cannot be read is ignored", async () => {
  stored.set("tao-go-game", "junk");
  expect((await new WorkerTransport("worker.js").state()).moves).toEqual([]);
});

test("a game that another page has changed goes on, and one that could not be kept as well", async () => {
  const [one, two] = [new WorkerTransport("worker.js"), new WorkerTransport("worker.js")];
  await one.act({ action: "play", move: "E5" });
  const heard = listener();
  const close = one.analyze(heard);
  await two.act({ action: "play", move: "C3" });
  expect((await one.state()).moves).toEqual(["E5", "C3"]);
  await vi.waitFor(() => expect(heard.found.mock.lastCall?.[0].visits).toBeGreaterThan(5));
  close();
  vi.stubGlobal("localStorage", { getItem: (name: string) => stored.get(name), setItem: () => { throw new Error("full"); } });
  await one.act({ action: "play", move: "D4" });
  expect((await one.state()).moves).toEqual(["E5", "C3", "D4"]);
});

test("after an error another engine goes on with the game", async () => {
  const transport = new WorkerTransport("worker.js");
  await transport.act({ action: "play", move: "E5" });
  const heard = listener();
  transport.analyze(heard);
  await vi.waitFor(() => expect(heard.found).toHaveBeenCalled());
  await expect(transport.act({ action: "play", move: "B1" })).rejects.not.toBeInstanceOf(Refusal);
  await vi.waitFor(() => expect(heard.ended).toHaveBeenCalledOnce());
  expect((await transport.state()).moves).toEqual(["E5"]);
  expect(BrowserWorker.made.map(({ terminate }) => terminate.mock.calls.length)).toEqual([1, 0]);
});

test("a browser that starts no worker, as for a file, is an error of the question", async () => {
  vi.stubGlobal("Worker", class {
    constructor() {
      throw new Error("no access");
    }
  });
  await expect(new WorkerTransport("worker.js").state()).rejects.toThrow("no access");
});

test("each position is analyzed until analyses are no longer wanted", async () => {
  const transport = new WorkerTransport("worker.js");
  const heard = listener();
  const close = transport.analyze(heard);
  const last = () => heard.found.mock.lastCall?.[0].visits as number;
  await vi.waitFor(() => expect(last()).toBe(5));
  expect(heard.opened).toHaveBeenCalledOnce();
  await transport.act({ action: "play", move: "C3" });
  await vi.waitFor(() => expect(last()).toBe(10));
  close();
  await transport.act({ action: "play", move: "D4" });
  expect(last()).toBe(10);
  expect(heard.ended).not.toHaveBeenCalled();
});
