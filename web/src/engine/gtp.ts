#!/usr/bin/env node
// The engine for programs that speak the Go Text Protocol: `npx tao-go [MILLISECONDS]`, the time for a move.

import { readFile } from "node:fs/promises";
import { argv, exit, stderr, stdin, stdout } from "node:process";
import { createInterface } from "node:readline";

import { type Game, TaoGo } from "./node.js";

const COLORS: Record<string, "black" | "white"> = { b: "black", black: "black", w: "white", white: "white" };

/** A game that is played by commands. */
class Gtp {
  private size = 9;
  private komi = 7;
  private game!: Game;

  constructor(private engine: TaoGo, private ms: number, private version: string) {}

  /** Begins a game with these moves. */
  async begin(moves: string[]): Promise<string> {
    const game = await this.engine.game({ size: this.size, komi: this.komi });
    this.game?.free();
    this.game = game;
    for (const move of moves) await game.play(move);
    return "";
  }

  /** A move of the same color as the one before comes after a pass. */
  private async turn(color = ""): Promise<void> {
    const wanted = COLORS[color.toLowerCase()];
    if (!wanted) throw new Error("expected a color");
    if (this.game.state.to_move !== wanted) await this.game.play("pass");
  }

  readonly commands: Record<string, (...args: string[]) => string | Promise<string>> = {
    protocol_version: () => "2",
    name: () => "Tao Go",
    version: () => this.version,
    list_commands: () => Object.keys(this.commands).join("\n"),
    known_command: (name = "") => String(Object.hasOwn(this.commands, name)),
    boardsize: (text = "") => {
      const size = Number(text);
      if (!(Number.isInteger(size) && size >= 2 && size <= 19)) throw new Error("unacceptable size");
      this.size = size;
      return this.begin([]);
    },
    clear_board: () => this.begin([]),
    komi: (text = "") => {
      const komi = Number.parseFloat(text);
      if (!Number.isFinite(komi)) throw new Error("expected a number of points");
      this.komi = komi;
      return this.begin(this.game.state.moves.map(({ move }) => move));
    },
    play: async (color, move = "") => {
      await this.turn(color);
      await this.game.play(move);
      return "";
    },
    genmove: async (color) => {
      await this.turn(color);
      const { move, may_resign } = await this.game.choose({ ms: this.ms });
      if (may_resign) return "resign";
      await this.game.play(move);
      return move;
    },
    undo: async () => {
      await this.game.undo();
      return "";
    },
    final_score: async () => (await this.game.score()).score,
    showboard: () => {
      const columns = `   ${[..."ABCDEFGHJKLMNOPQRST"].slice(0, this.size).join(" ")}`;
      const rows = this.game.state.stones.map((row, i) => `${String(this.size - i).padStart(2)} ${[...row].join(" ")}`);
      return `\n${[columns, ...rows].join("\n")}`;
    },
    quit: () => "",
  };
}

const ms = Number(argv[2] ?? 1500);
if (!(ms > 0)) {
  stderr.write("usage: tao-go [MILLISECONDS]\n");
  exit(2);
}
const { version } = JSON.parse(new TextDecoder().decode(await readFile(new URL("../package.json", import.meta.url)))) as { version: string };
const engine = await TaoGo.create().catch((error: Error) => {
  stderr.write(`tao-go: ${error.message}\n`);
  exit(1);
});
const gtp = new Gtp(engine, ms, version);
await gtp.begin([]);
for await (const line of createInterface({ input: stdin })) {
  const [, id = "", name, rest = ""] = /^\s*(\d*)\s*(\S+)\s*(.*)$/.exec(line.replace(/#.*/, "")) ?? [];
  if (!name) continue;
  const command = Object.hasOwn(gtp.commands, name) ? gtp.commands[name] : undefined;
  try {
    if (!command) throw new Error("unknown command");
    stdout.write(`=${id} ${await command(...rest.split(/\s+/).filter(Boolean))}\n\n`);
  } catch (error) {
    stdout.write(`?${id} ${(error as Error).message}\n\n`);
  }
  if (name === "quit") break;
}
engine.terminate();
exit(0);
