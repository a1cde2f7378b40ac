import { afterEach, beforeEach, expect, it, vi } from "vitest";

import { Controller } from "./controller";
import { isHidden, losses } from "./facts";
import type { Action, EarlierGame, Explored, GameState, JudgedMove } from "./protocol";
import { type AnalysisListener, Refusal, type Transport } from "./transport/transport";
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

  async act(action: Action, _seen?: number) {
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

  async games(): Promise<EarlierGame[]> {
    throw new Refusal("there is no game yet");
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
const judged = (of: JudgedMove["class"], points: number): JudgedMove => ({ win_rate: 0.1, points, class: of, reason: null, better: ["C3", "D3"], refutation: ["B2"] });
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
  expect(controller.state.error?.message).toBe("no_engine");
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

/** Answers that tell what the moves of the line lost, once both positions are reviewed. */
function reviewing(answer: ConstructorParameters<typeof FakeTransport>[1], losses: (JudgedMove | null)[]): ConstructorParameters<typeof FakeTransport>[1] {
  const done = new Set<number>();
  return (action, now) => {
    if (action.action !== "review") return { ...answer(action, now), reviewed: now.line.map(() => false), losses: [] };
    done.add(action.node);
    const reviewed = now.line.map((node) => done.has(node));
    return { revision: now.revision, reviewed, losses: now.moves.map((_, i) => (reviewed[i] && reviewed[i + 1] ? (losses[i] ?? null) : null)) };
  };
}

it("a mistake is shown before the engine answers it, and can be taken back", async () => {
  const { controller, names } = await start(game(), reviewing(played, [judged("mistake", 8)]), teaching);
  controller.choose([0, 4]);
  await settled();
  expect(controller.state.warning).toMatchObject({ after: 1, loss: { points: 8, refutation: ["B2"] } });
  expect(names().filter((name) => name !== "review")).toEqual(["play"]);
  controller.takeBack();
  await settled();
  expect(names().filter((name) => name !== "review")).toEqual(["play", "undo"]);
  expect(controller.state.warning).toBeNull();
});

it("a good move is answered, and so is one that nobody could judge in time", async () => {
  const good = await start(game(), reviewing(played, [judged("inaccuracy", 2)]), teaching);
  good.controller.choose([0, 4]);
  await settled();
  expect(good.names().filter((name) => name !== "review")).toEqual(["play", "genmove"]);
  const slow = await start(game({ reviewed: [true] }), played, teaching);
  const { act } = slow.transport;
  slow.transport.act = (action) => (action.action === "review" ? new Promise(() => undefined) : act.call(slow.transport, action));
  slow.controller.choose([0, 4]);
  await vi.advanceTimersByTimeAsync(7000);
  expect(slow.names().filter((name) => name !== "review")).toEqual(["play", "genmove"]);
});

const NONE = [false, false, false, false];
const LOST = [judged(null, 0.3), judged("blunder", 9), judged("inaccuracy", 2)];

it("a review asks for every position and ends before the worst mistake", async () => {
  const { controller, transport } = await start(game({ moves: MOVES, reviewed: NONE, at: 3, player: "both" }), reviewing(goes, LOST));
  await controller.startReview();
  expect(transport.asked.map((action) => ("node" in action ? action.node : action.action))).toEqual([0, 1, 2, 3, "go"]);
  expect(controller.state).toMatchObject({ reviews: false, game: { at: 1 } });
});

it("a visitor who goes elsewhere stays there after the review, and may stop it", async () => {
  const { controller, transport } = await start(game({ moves: MOVES, reviewed: NONE, at: 3, player: "both" }), reviewing(goes, LOST));
  const review = controller.startReview();
  controller.step(-1);
  await review;
  expect(controller.state.game?.at).toBe(2);
  transport.now = { ...transport.now, reviewed: NONE, losses: [] };
  await controller.refresh();
  const asked = transport.asked.length;
  const stopped = controller.startReview();
  controller.stopReview();
  await stopped;
  expect(transport.asked.length).toBe(asked + 1);
});

it("another try hides the answer, gives hints, and is judged", async () => {
  const tree = [...game({ moves: MOVES }).tree, { parent: 1, color: "white" as const, move: "B2", comment: "" }];
  const lines = (action: Action): Partial<GameState> => {
    if (action.action === "play") return { tree, moves: [...MOVES.slice(0, 1), { color: "white", move: "B2" }], line: [0, 1, 4], at: 2 };
    return goes(action);
  };
  const reviewed = [true, true, true, true];
  const { controller, transport } = await start(game({ moves: MOVES, reviewed, losses: LOST, at: 3, player: "both" }), (action, now) => {
    if (action.action !== "review") return { ...lines(action), reviewed: action.action === "play" ? [true, true, false] : reviewed };
    return { revision: now.revision, reviewed: [true, true, true], losses: [LOST[0]!, judged("inaccuracy", 2.5)] };
  });
  transport.act = async (action) => {
    transport.asked.push(action);
    const answer = transport["answer"](action, transport.now);
    transport.now = { ...transport.now, revision: transport.now.revision + 1, ...answer };
    return transport.now;
  };
  const mistake = losses(controller.state)[1]!;
  await controller.tryAgain(mistake);
  expect(isHidden(controller.state)).toBe(true);
  controller.giveHint();
  controller.giveHint();
  expect(controller.state.attempt?.hints).toBe(2);
  controller.choose([1, 3]);
  await settled();
  expect(controller.state).toMatchObject({ attempt: { after: 4, mistake: { points: 9 } }, preview: { moves: ["B2"] } });
  expect(isHidden(controller.state)).toBe(false);
  controller.step(-2);
  await settled();
  expect(controller.state.attempt).toBeNull();
});

it("a review of the visitor's own game keeps its mistakes as problems", async () => {
  const { controller, transport } = await start(game({ moves: MOVES, reviewed: NONE, at: 3, player: "white" }), reviewing(goes, LOST));
  await controller.startReview();
  expect(transport.asked).toContainEqual({ action: "learn", player: "white" });
});

it("the first answer to a problem counts, and so does a look at the move", async () => {
  const problem = { number: 1, of: 1, color: "white" as const, move: "C3", ...judged("blunder", 9), days: null };
  const answers = async (solve: (controller: Controller) => void, of: JudgedMove["class"]) => {
    const { controller, transport } = await start(game({ revision: 0 }), (asked, now) => {
      const { action } = asked;
      if (action === "ask") return { moves: MOVES.slice(0, 2), at: 1, problem, problems: 1, reviewed: [false, false, false] };
      if (action === "play") return { moves: [...MOVES.slice(0, 1), { color: "white", move: "B2" }], at: 2, reviewed: [false, false, false] };
      if (action === "review") return { revision: now.revision, reviewed: [true, true, true], losses: [null, judged(of, 2)] };
      return action === "answer" ? { revision: now.revision, problem: { ...problem, days: 1 }, problems: 0 } : goes(asked);
    });
    await controller.ask();
    expect(isHidden(controller.state)).toBe(true);
    expect(controller.state.attempt?.mistake).toMatchObject({ move: "C3", number: 2, points: 9 });
    solve(controller);
    await settled();
    return transport.asked.flatMap((action) => (action.action === "answer" ? [action.right] : []));
  };
  const play = (controller: Controller) => controller.choose([1, 3]);
  expect(await answers(play, null)).toEqual([true]);
  expect(await answers(play, "inaccuracy")).toEqual([false]);
  expect(await answers((controller) => [1, 2, 3].forEach(() => controller.giveHint()), null)).toEqual([false]);
  expect(await answers((controller) => controller.giveHint(), null)).toEqual([]);
  expect(await answers((controller) => void controller.showBetter(), null)).toEqual([false]);
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
  expect(controller.state.error?.message).toBe("no_answer");
});

it("an action for a game that another page has changed is refused, and the game is shown", async () => {
  const { controller, transport } = await start(game({ revision: 4 }), () => ({}));
  const seen: (number | undefined)[] = [];
  transport.act = (_, revision) => {
    seen.push(revision);
    return Promise.reject(new Refusal("the game has changed on another page"));
  };
  transport.now = game({ revision: 5, moves: MOVES.slice(0, 1), at: 1 });
  await controller.act({ action: "undo" });
  await settled();
  await controller.act({ action: "go", to: 0 });
  expect(seen).toEqual([4, undefined]);
  expect(controller.state).toMatchObject({ error: { message: "the game has changed on another page" }, game: { revision: 5, at: 1 } });
});

it("a record that is too long is not sent", async () => {
  const { controller, transport } = await start(game(), () => ({}));
  await controller.load(new Blob([new Uint8Array(1 << 20)]));
  expect([transport.loaded.length, controller.state.error]).toEqual([1 << 20, null]);
  transport.loaded = "";
  await controller.load(new Blob([new Uint8Array((1 << 20) + 1)]));
  expect([transport.loaded, controller.state.error?.message]).toEqual(["", "the file has 1.1 MB"]);
});

it("of several files the last is shown, and the first that cannot be opened is named", async () => {
  const { controller, transport } = await start(game(), () => ({}));
  const loads = vi.spyOn(transport, "load");
  const file = (name: string) => Object.assign(new Blob([`(;C[${name}])`]), { name });
  await controller.load(file("1.sgf"), file("2.sgf"));
  expect([transport.loaded, controller.state.error]).toEqual(["(;C[2.sgf])", null]);
  loads.mockRejectedValue(new Refusal("no game found"));
  await controller.load(file("3.sgf"), file("4.sgf"));
  expect(loads).toHaveBeenCalledTimes(3);
  expect(controller.state.error).toMatchObject({ message: "no game found", file: "3.sgf" });
  await controller.load(file("5.sgf"));
  expect(controller.state.error?.file).toBeUndefined();
});

it("an earlier game is shown for a review unless it is played, and the window of the list is closed", async () => {
  const opens = [{ moves: MOVES, at: 3 }, { moves: MOVES, at: 3, phase: "over" as const }];
  const { controller, transport } = await start(game(), () => opens.shift() ?? {});
  const tabs = [];
  for (const time of [5, 6]) {
    controller.explorer.setUp();
    controller.dispatch({ type: "dialog", dialog: "games" });
    await controller.open(time);
    tabs.push(controller.state.tab);
    expect(controller.state).toMatchObject({ dialog: null, setup: null });
  }
  expect(tabs).toEqual(["moves", "mistakes"]);
  expect(transport.asked).toEqual([{ action: "open", time: 5 }, { action: "open", time: 6 }]);
  expect([await controller.games(), controller.state.error?.message]).toEqual([[], "there is no game yet"]);
});

it("a page that is looked at again shows what another one has done, and its analysis goes on", async () => {
  const { controller, transport } = await start(game(), goes);
  controller.setAnalyzes(true);
  transport.now = game({ revision: 2, moves: MOVES, at: 3 });
  controller.look();
  await settled();
  expect(controller.state.game?.at).toBe(3);
  expect(transport.listener).not.toBeNull();
  const asks = vi.spyOn(transport, "state");
  void controller.act({ action: "go", to: 1 });
  controller.look();
  await settled();
  vi.stubGlobal("document", { hidden: true, cookie: "" });
  controller.look();
  await settled();
  expect(asks).not.toHaveBeenCalled();
});

it("an action while the page looks at the game again is one for the game that is shown", async () => {
  const { controller, transport } = await start(game({ revision: 4 }), () => ({}));
  const acts = vi.spyOn(transport, "act");
  controller.look();
  void controller.act({ action: "undo" });
  void controller.act({ action: "undo" });
  await settled();
  expect(acts.mock.calls.map(([, seen]) => seen)).toEqual([4, undefined]);
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
