// The types of the package, as others use them.

import { TaoGo, TaoGoError, type Analysis, type ErrorCode, type Game, type GameState } from "tao-go";

export async function use(signal: AbortSignal): Promise<string> {
  const go: TaoGo = await TaoGo.create({ memoryMiB: 64, signal });
  const game: Game = await go.game({ size: 9, komi: 7, rules: "chinese" });
  const state: GameState = await game.play("E5");
  let last: Analysis | undefined;
  for await (const analysis of game.analyze({ ms: 500, ownership: true, signal })) last = analysis;
  try {
    await game.play(state.to_move);
  } catch (error) {
    const code: ErrorCode | undefined = error instanceof TaoGoError ? error.code : undefined;
    if (code === "illegal-move") return "";
    // @ts-expect-error: there is no such code.
    if (code === "bad-luck") return "";
  }
  // @ts-expect-error: an action has a name.
  await game.act({ move: "E5" });
  // @ts-expect-error: a record is a text or bytes.
  await game.load(5);
  const { move, value } = await game.choose({ level: 3 });
  return `${move} ${value?.win_rate ?? 0} ${last?.owners?.length ?? 0} ${(await game.score()).lead}`;
}
