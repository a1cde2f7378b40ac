// The games of a worker: what `client.ts` asks is answered here. A search is made of slices, so that requests are heard between them.

import type { Analysis, Choice, RefusalCode, Refused } from "../protocol.js";
import type { Session } from "./engine.js";
import type { Reply, Request } from "./messages.js";

/** Milliseconds of a search in which nothing is heard. */
const SLICE = 150;

/** For the choice of a move, a slice takes a quarter of the time that is left, but at most so many milliseconds: it begins with a look
 * for dead stones. */
const MOST_SLICE = 1000;

/** Bounds of the memory of a game in mebibytes: the program alone takes half of the least, and WebAssembly has 4 GiB. */
const LEAST_MEMORY = 32;
const MOST_MEMORY = 2048;

/** A day. */
const MOST_TIME = 86_400_000;

class Refusal extends Error {
  constructor(readonly code: RefusalCode, message: string) {
    super(message);
  }
}

/** One game. */
class Place {
  /** Requests wait for those before them. */
  queue: Promise<void> = Promise.resolve();
  /** Number of changes, each of which ends the analyses before it. */
  changes = 0;

  constructor(readonly session: Session) {}
}

/** Makes the function that hears the requests. `load` gives the engine. */
export function host(post: (reply: Reply) => void, load: Promise<typeof Session>): (request: Request) => void {
  const places = new Map<number, Place>();
  /** The numbers of the requests that are not answered yet. */
  const wanted = new Set<number>();

  // The first request is told.
  load.catch(() => undefined);

  const end = (ended: "not-loaded" | "crashed", error: unknown) => {
    wanted.clear();
    post({ ended, error: error instanceof Error ? error.message : String(error) });
  };

  const run = async (id: number, work: () => unknown): Promise<void> => {
    try {
      const answer = wanted.has(id) ? await work() : null;
      if (wanted.delete(id)) post({ id, answer });
    } catch (error) {
      const refused = refusal(error);
      if (!refused) end("crashed", error);
      else if (wanted.delete(id)) post({ id, ...refused });
    }
  };

  const analyze = async (id: number, place: Place, { ms, ownership }: Fields): Promise<void> => {
    const end = performance.now() + (ms === undefined ? Infinity : whole("ms", ms, 0, MOST_TIME));
    await place.queue;
    const { changes, session } = place;
    while (wanted.has(id) && place.changes === changes) {
      const left = end - performance.now();
      const text = session.analyze(Math.min(SLICE, Math.max(left, 1)), Boolean(ownership));
      if (text === undefined) return;
      const found = JSON.parse(text) as Analysis;
      post({ id, found });
      if (found.done || left <= SLICE) return;
      await pause();
      await place.queue;
    }
  };

  const choose = async (id: number, { session }: Place, { level, ms }: Fields): Promise<Choice | null> => {
    const end = performance.now() + whole("ms", ms, 0, MOST_TIME);
    const number = whole("level", level, 0, 255);
    while (wanted.has(id)) {
      const left = Math.max(end - performance.now(), 1);
      const slice = left <= 2 * SLICE ? left : Math.min(Math.max(left / 4, SLICE), MOST_SLICE);
      const choice = JSON.parse(session.choose(number, left, slice)) as Choice;
      if (choice.done || performance.now() >= end) return choice;
      await pause();
    }
    return null;
  };

  /** Changes a game: the analyses of the position before end. */
  const change = (place: Place, state: string): unknown => {
    place.changes++;
    return JSON.parse(state);
  };

  /** Does what is asked of a game. */
  const answer = (id: number, place: Place, ask: string, body: unknown): unknown => {
    const { session } = place;
    const fields = (body ?? {}) as Fields;
    switch (ask) {
      case "state":
        return JSON.parse(session.state());
      case "act":
        return change(place, session.act(JSON.stringify(fields.action) ?? "null", whole("ms", fields.ms, 0, MOST_TIME)));
      case "load":
        return change(place, session.load(bytes(body)));
      case "resume":
        return change(place, session.resume(bytes(body)));
      case "record":
        return session.record();
      case "kept":
        return session.kept();
      case "games":
        return JSON.parse(session.games());
      case "explore":
        return JSON.parse(session.explore());
      case "score":
        return JSON.parse(session.score());
      case "solve":
        return JSON.parse(session.solve(whole("ms", fields.ms, 0, MOST_TIME)));
      case "choose":
        return choose(id, place, fields);
      default:
        throw new Refusal("bad-request", `there is no request ${ask}`);
    }
  };

  return (request) => {
    if ("cancel" in request) {
      wanted.delete(request.cancel);
      return;
    }
    const { id, game, ask, body } = request;
    wanted.add(id);
    load.then((Session) => {
      const place = places.get(game);
      if (ask === "begin") void run(id, () => null);
      else if (ask === "open") {
        void run(id, () => {
          places.set(game, new Place(new Session(whole("memoryMiB", body, LEAST_MEMORY, MOST_MEMORY))));
        });
      } else if (!place) void run(id, () => null);
      else if (ask === "analyze") void run(id, () => analyze(id, place, (body ?? {}) as Fields));
      else {
        place.queue = place.queue.then(() =>
          run(id, () => {
            if (ask !== "free") return answer(id, place, ask, body);
            place.changes++;
            places.delete(game);
            place.session.free();
          }),
        );
      }
    }, (error) => end("not-loaded", error));
  };
}

/** The fields of a request, which may be anything. */
interface Fields {
  action?: unknown;
  level?: unknown;
  ms?: unknown;
  ownership?: unknown;
}

/** Lets requests be heard. In Node two searches that wait for timers would hear none: their timers are always due. */
function pause(): Promise<void> {
  const { setImmediate = setTimeout } = globalThis as { setImmediate?: (done: () => void) => unknown };
  return new Promise((done) => setImmediate(done));
}

function bytes(record: unknown): Uint8Array {
  if (typeof record === "string") return new TextEncoder().encode(record);
  if (record instanceof Uint8Array) return record;
  if (record instanceof ArrayBuffer) return new Uint8Array(record);
  throw new Refusal("bad-request", "a record is a text, a Uint8Array or an ArrayBuffer");
}

/** A number of a request, rounded up. The engine itself would take any value for some number. */
function whole(name: string, value: unknown, least: number, most: number): number {
  if (typeof value === "number" && value >= least && value <= most) return Math.ceil(value);
  throw new Refusal("bad-request", `${name} must be a number from ${least} to ${most}`);
}

/** What was refused; null for an error of the engine. The engine refuses by a text. */
function refusal(error: unknown): Refused | null {
  if (typeof error === "string") return JSON.parse(error) as Refused;
  if (error instanceof Refusal) return { code: error.code, error: error.message };
  return null;
}
