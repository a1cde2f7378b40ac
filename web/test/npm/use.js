// What others do with the package, in Node and in a page.

import { TaoGo, TaoGoError } from "tao-go";

function check(what, holds) {
  if (!holds) throw new Error(`failed: ${what}`);
}

async function code(promise) {
  try {
    await promise;
    return "none";
  } catch (error) {
    check(`${error} is an error of the package`, error instanceof TaoGoError);
    return error.code;
  }
}

async function refuses(wanted, promise) {
  const found = await code(promise);
  check(`${wanted}, not ${found}`, found === wanted);
}

/** Returns the rate of the search. */
export async function use() {
  const go = await TaoGo.create({ memoryMiB: 96 });
  const [game, other] = await Promise.all([go.game(), go.game({ size: 5, komi: 0.5, rules: "japanese" })]);
  await game.play("E5");
  await other.play("C3");
  await refuses("illegal-move", game.play("E5"));
  await refuses("illegal-move", other.play("J9"));
  await refuses("bad-request", game.play("E"));
  await refuses("bad-request", game.play({ action: "undo" }));
  await refuses("bad-request", game.act(undefined));
  await refuses("bad-request", game.choose({ level: 27 }));
  await refuses("bad-request", go.game({ size: 25 }));
  await refuses("bad-record", game.load("junk"));
  await refuses("bad-record", game.load(new Uint8Array()));
  await refuses("bad-record", go.game({ sgf: "junk" }));
  check("a refusal changes nothing", game.state.moves.length === 1 && other.state.moves.length === 1);

  const choice = await game.choose({ level: 10 });
  check("a choice is not played", game.state.moves.length === 1);
  await game.play(choice.move);
  check("both games have their own moves", game.state.moves.length === 2 && other.state.stones.join("/") === "...../...../..X../...../.....");
  await other.act({ action: "undo" });
  await refuses("not-allowed", other.undo());

  let visits = 0, count = 0;
  const start = performance.now();
  for await (const analysis of game.analyze({ ms: 1200 })) {
    check("each analysis has more visits", analysis.visits > visits && analysis.owners.length === 81);
    visits = analysis.visits;
    count++;
  }
  const time = performance.now() - start;
  check(`${count} analyses come while the search runs, for ${time} ms`, count >= 3 && time < 5000);

  // Two games are analyzed at the same time, and one ends with a move.
  const both = [game, other].map(async (each) => {
    let found = 0;
    for await (const { owners } of each.analyze({ ownership: false })) {
      check("owners were not wanted", owners === null);
      if (++found === 3 && each === other) break;
      if (found === 3) void game.play("A9");
    }
    return found;
  });
  check("both games are analyzed", (await Promise.all(both)).every((found) => found >= 3));

  const stop = new AbortController();
  setTimeout(() => stop.abort(), 300);
  const cancelled = performance.now();
  const reason = await game.choose({ ms: 60000, signal: stop.signal }).catch((error) => error.name);
  check(`a choice can be cancelled: ${reason}`, reason === "AbortError" && performance.now() - cancelled < 5000);
  await game.refresh();
  check("the search ends, too", performance.now() - cancelled < 30000);
  const slow = new AbortController();
  const names = [];
  try {
    for await (const { visits } of game.analyze({ signal: slow.signal })) {
      names.push(visits);
      slow.abort();
    }
  } catch (error) {
    names.push(error.name);
  }
  check(`an analysis can be cancelled: ${names}`, names.length === 2 && names[1] === "AbortError");

  await game.play("pass");
  await game.play("pass");
  check(`two passes end the game: ${game.state.phase}`, game.state.phase === "over" && game.state.result !== null);
  await refuses("game-over", game.play("A1"));
  await refuses("game-over", game.choose());
  check("a game that is over has no analysis", (await game.analyze().next()).done);
  const sgf = await game.toSgf();
  await other.resume(await game.toKept());
  check("what is kept tells that the game is over", other.state.phase === "over");
  await other.load(sgf);
  check("a record comes back", other.state.moves.length === game.state.moves.length);
  const [earlier] = await other.games();
  check(`the game before is an earlier one: ${JSON.stringify(earlier)}`, earlier.result === game.state.result);
  await other.act({ action: "open", time: earlier.time });
  check("it goes on as it was left", other.state.phase === "over" && other.state.can_restore);
  await other.load(new TextEncoder().encode("(;SZ[5]KM[0];B[ca];W[da];B[cb];W[db];B[cc];W[dc];B[cd];W[dd];B[ce];W[de])"));
  const score = await other.score();
  check(`the score: ${JSON.stringify(score)}`, score.score === "B+5.0" && score.owners[0] === "XXXOO");
  check("the exact result", (await other.solve()).lead !== undefined && (await other.explore()).open_points !== undefined);

  other.free();
  await refuses("freed", other.play("A1"));
  const waiting = code(game.choose({ ms: 60000 }));
  go.terminate();
  check("a search ends with its engine", (await waiting) !== "none");
  await refuses("terminated", game.toSgf());
  const never = new AbortController();
  const loading = TaoGo.create({ signal: never.signal }).catch((error) => error);
  never.abort("no more");
  check("loading can be cancelled", (await loading) === "no more");
  return `passed, ${Math.round((1000 * visits) / time)} visits a second`;
}
