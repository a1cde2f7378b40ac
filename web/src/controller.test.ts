import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { Controller } from "./controller";
import type { Action, Explored, GameState } from "./protocol";
import type { AnalysisListener, Transport } from "./transport/transport";
import { EXPLORED, SETTINGS, SOLVED, analysis, game } from "./test_data";

/** An engine that gives the answers that a test sets, and records the requests. */
class FakeTransport implements Transport {
  readonly plays = true;
  asked: Action[] = [];
  explored = 0;
  loaded = "";
  openPoints = 99;
  listener: AnalysisListener | null = null;

  constructor(public now: GameState, private answer: (action: Action, now: GameState) => Partial<GameState>) {}

  async state() {
    return this.now;
  }

  async act(action: Action) {
    this.asked.push(action);
    const answer = this.answer(action, this.now);
    const { tree, main, line } = answer.moves ? game(answer) : this.now;
    this.now = { ...this.now, tree, main, line, revision: this.now.revision + 1, ...answer };
    return this.now;
  }

  async load(record: ArrayBuffer) {
    this.loaded = new TextDecoder().decode(record);
    return { ...this.now, revision: this.now.revision + 1 };
  }

  async explore(): Promise<Explored> {
    this.explored++;
    return { revision: this.now.revision, open_points: this.openPoints, book: null };
  }

  async solve() {
    return { ...SOLVED, revision: this.now.revision };
  }

  async record() {
    return "";
  }

  analyze(listener: AnalysisListener) {
    this.listener = listener;
    return () => {
      this.listener = null;
    };
  }

  /** Sends an analysis of the position that is shown. */
  find(change: Parameters<typeof analysis>[0]) {
    this.listener?.found(analysis({ revision: this.now.revision, ...change }));
  }
}

const MOVES: GameState["moves"] = [{ color: "black", move: "A1" }, { color: "white", move: "C3" }, { color: "black", move: "D3" }];
const best = { move: "C3", visits: 90, win_rate: 0.6, lead: 2, line: ["C3", "D3"] };
const goes = (action: Action): Partial<GameState> => (action.action === "go" ? { at: action.to } : {});
const settled = () => vi.advanceTimersByTimeAsync(1);

async function start(state: GameState, answer: ConstructorParameters<typeof FakeTransport>[1], settings = SETTINGS) {
  const transport = new FakeTransport(state, answer);
  const controller = new Controller(transport, settings);
  await controller.refresh();
  return { transport, controller, names: () => transport.asked.map(({ action }) => action) };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("document", { hidden: false, cookie: "" });
  vi.stubGlobal("location", { protocol: "http:" });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("of steps that follow fast, each counts and only the newest is asked for", async () => {
  const { transport, controller } = await start(game({ moves: MOVES, at: 3 }), goes);
  for (let i = 0; i < 3; i++) controller.step(-1);
  await settled();
  expect(controller.state.game?.at).toBe(0);
  expect(transport.asked).toEqual([{ action: "go", to: 2 }, { action: "go", to: 0 }]);
});

it("an engine that is missing from the beginning is an error of its own", async () => {
  const transport = new FakeTransport(game(), goes);
  transport.state = () => Promise.reject(new Error("no access"));
  const controller = new Controller(transport, SETTINGS);
  await controller.refresh();
  expect(controller.state.error).toBe("no_engine");
});

it("the engine is asked once for its move", async () => {
  const { controller, names } = await start(game(), ({ action }) =>
    (action === "play" ? { phase: "engine_to_move", at: 1, moves: MOVES.slice(0, 1) } : { phase: "open", at: 2, moves: MOVES.slice(0, 2) }));
  controller.choose([0, 4]);
  void controller.refresh();
  await settled();
  expect(names()).toEqual(["play", "genmove"]);
  expect(controller.state.game?.phase).toBe("open");
});

it("a second tap confirms a move where that is wanted", async () => {
  const { controller, transport } = await start(game(), () => ({}));
  controller.choose([1, 1], true);
  expect(controller.state.chosen).toEqual([1, 1]);
  controller.choose([2, 2], true);
  await settled();
  expect(transport.asked).toEqual([]);
  controller.choose([2, 2], true);
  await settled();
  expect(transport.asked).toEqual([{ action: "play", move: "C3" }]);
});

const teaching = { ...SETTINGS, teaching: true };
const played = ({ action }: Action): Partial<GameState> => ({
  play: { phase: "engine_to_move" as const, at: 1, moves: MOVES.slice(0, 1), to_move: "white" as const },
  genmove: { phase: "open" as const, at: 2, moves: MOVES.slice(0, 2), to_move: "black" as const },
  undo: { phase: "open" as const, at: 0, moves: [], to_move: "black" as const },
} as Record<string, Partial<GameState>>)[action] ?? {};

it("a mistake is shown before the engine answers it, and can be taken back", async () => {
  const { controller, transport, names } = await start(game(), played, teaching);
  transport.find({ win_rate: 0.6, lead: 2, candidates: [best] });
  controller.choose([0, 4]);
  await settled();
  expect(names()).toEqual(["play"]);
  transport.find({ to_move: "white", win_rate: 0.2, lead: -6, visits: 300, candidates: [{ ...best, line: ["C3"] }] });
  await settled();
  expect(controller.state.warning).toMatchObject({ after: 1, better: "C3", refutation: ["C3"], pointsLost: 8 });
  expect(names()).toEqual(["play"]);
  controller.takeBack();
  await settled();
  expect(names()).toEqual(["play", "undo"]);
  expect(controller.state.warning).toBeNull();
});

it("a good move is answered, and so is one that nobody could judge in time", async () => {
  const good = await start(game(), played, teaching);
  good.transport.find({ win_rate: 0.6, lead: 2, candidates: [best] });
  good.controller.choose([0, 4]);
  await settled();
  good.transport.find({ to_move: "white", win_rate: 0.59, lead: 2, visits: 300 });
  await settled();
  expect(good.names()).toEqual(["play", "genmove"]);
  const slow = await start(game(), played, teaching);
  slow.transport.find({ win_rate: 0.6, lead: 2, candidates: [best] });
  slow.controller.choose([0, 4]);
  await vi.advanceTimersByTimeAsync(3000);
  expect(slow.names()).toEqual(["play", "genmove"]);
});

it("a review visits every position and ends before the worst mistake", async () => {
  const { controller, transport } = await start(game({ moves: MOVES, values: [null, null, null, null], at: 3, player: "both" }), goes);
  void controller.startReview();
  for (const win_rate of [0.6, 0.3, 0.35, 0.34]) {
    await settled();
    expect(controller.state.review?.at).toBe(controller.state.game?.at);
    transport.find({ win_rate, visits: 500, candidates: [best] });
  }
  await settled();
  expect(controller.state.review).toBeNull();
  expect(controller.state.game?.at).toBe(0);
  expect(controller.state.analyses).toHaveLength(4);
});

it("a step ends a review", async () => {
  const { controller } = await start(game({ moves: MOVES, values: [null, null, null, null], at: 3, player: "both" }), goes);
  void controller.startReview();
  await settled();
  controller.step(1);
  await settled();
  expect(controller.state).toMatchObject({ review: null, game: { at: 1 } });
});

it("a review of a game that is over ends before its end", async () => {
  const ended = ({ at = 0 }: Partial<GameState>): Partial<GameState> => ({ at, phase: at === 3 ? "over" : "open" });
  const { controller, transport } = await start(game({ moves: MOVES, values: [null, null, null, null], at: 3, phase: "over" }), (action) => ended(goes(action)));
  void controller.startReview();
  for (let i = 0; i < 3; i++) {
    await settled();
    transport.find({ visits: 500, candidates: [best] });
  }
  await settled();
  expect(controller.state).toMatchObject({ review: null, game: { at: 3 } });
});

it("variations are walked, and keep the analyses of the game", async () => {
  const tree = [...game({ moves: MOVES }).tree, { parent: 1, color: "white" as const, move: "B2", comment: "" }];
  const lines = (action: Action): Partial<GameState> => {
    if (action.action !== "visit") return goes(action);
    const line = action.node === 4 ? [0, 1, 4] : [0, 1, 2, 3];
    return { line, at: line.indexOf(action.node) };
  };
  const { controller, transport } = await start(game({ moves: MOVES, tree, at: 2 }), lines);
  controller.setAnalyzes(true);
  transport.find({ visits: 500 });
  controller.turn(1);
  await settled();
  expect(transport.asked).toEqual([{ action: "visit", node: 4 }]);
  transport.find({ visits: 70 });
  expect(controller.state.analyses.map((each) => each?.visits)).toEqual([undefined, undefined, 500, undefined, 70]);
  void controller.visit(1);
  await settled();
  controller.turn(-1);
  await settled();
  void controller.visit(2);
  await settled();
  expect(transport.asked.slice(1)).toEqual([{ action: "go", to: 1 }, { action: "visit", node: 2 }]);
  expect(controller.state.analyses[4]?.visits).toBe(70);
});

it("what the game does not allow, and silence, are said", async () => {
  const { controller, transport } = await start(game(), () => ({}));
  transport.act = () => Promise.reject(new TypeError("no network"));
  await controller.act({ action: "undo" });
  expect(controller.state.error).toBe("no_answer");
});

it("each position is explored once, and solved where few points are open", async () => {
  const { controller, transport } = await start(game({ moves: MOVES, at: 3 }), goes);
  expect(transport.explored).toBe(0);
  controller.dispatch({ type: "tab", tab: "explore" });
  controller.dispatch({ type: "tab", tab: "game" });
  controller.dispatch({ type: "tab", tab: "explore" });
  await settled();
  expect([transport.explored, controller.state.solved]).toEqual([1, null]);
  transport.openPoints = 14;
  controller.step(-1);
  await settled();
  expect(transport.explored).toBe(2);
  expect(controller.state).toMatchObject({ solving: null, solved: { lead: 3, revision: 2 } });
});

it("a position is set up in place of the game, and loaded", async () => {
  const { controller, transport } = await start(game({ moves: MOVES, at: 3 }), goes);
  controller.explorer.setUp();
  controller.choose([1, 1]);
  controller.step(-1);
  await settled();
  expect(transport.asked).toEqual([]);
  await controller.explorer.useSetup();
  expect(transport.loaded).toContain("AB[bb]PL[B]");
  expect(controller.state).toMatchObject({ setup: null, tab: "explore" });
});

it("a record that is loaded while a position is set up is shown", async () => {
  const { controller, transport } = await start(game({ moves: MOVES, at: 3 }), goes);
  controller.explorer.setUp();
  await controller.load(new Blob(["(;SZ[9])"]));
  expect(transport.loaded).toBe("(;SZ[9])");
  expect(controller.state.setup).toBeNull();
});

it("an answer about an earlier position that comes late is dropped", async () => {
  const { controller, transport } = await start(game({ moves: MOVES, at: 3 }), goes);
  const answers: ((explored: Explored) => void)[] = [];
  transport.explore = () => new Promise((done) => answers.push(done));
  controller.dispatch({ type: "tab", tab: "explore" });
  controller.step(-1);
  await settled();
  for (const [i, revision] of [[1, 2], [0, 1]] as const) answers[i]?.({ ...EXPLORED, revision });
  await settled();
  expect(controller.state.explored?.revision).toBe(2);
});
