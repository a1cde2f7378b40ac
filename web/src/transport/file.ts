import { lineThrough } from "../tree";
import type { Action, Analysis, AnalyzedGame, EarlierGame, Explored, GameState, Solved } from "../protocol";
import { Refusal, type Transport } from "./transport";

/** Shows a game that was analyzed, without an engine. */
export class FileTransport implements Transport {
  readonly plays = false;
  private at: number;
  private line: number[];

  constructor(private analyzed: AnalyzedGame) {
    this.line = analyzed.game.main;
    this.at = analyzed.worst ?? this.line.length - 1;
  }

  /** The analysis of each position. */
  get analyses(): (Analysis | undefined)[] {
    return this.analyzed.analyses.map((analysis) => (analysis ? { ...analysis, revision: 0, done: true } : undefined));
  }

  async state(): Promise<GameState> {
    const { game, positions } = this.analyzed;
    const { line, at } = this;
    const node = line[at] ?? 0;
    const position = positions[node];
    if (!position) throw new Refusal("there is no such position");
    const moves = line.flatMap((each) => {
      const { color, move } = game.tree[each] ?? {};
      return color && move ? [{ color, move }] : [];
    });
    const isKnown = (i: number) => line[i] === game.main[i];
    const values = line.map((_, i) => (isKnown(i) ? (game.values[i] ?? null) : null));
    const losses = moves.map((_, i) => (isKnown(i + 1) ? (game.losses[i] ?? null) : null));
    return { ...game, ...position, line, moves, values, losses, at, revision: node + 1 };
  }

  act(action: Action): Promise<GameState> {
    if (action.action === "go") this.at = Math.max(0, Math.min(this.line.length - 1, action.to));
    else if (action.action === "visit") {
      const { tree, main } = this.analyzed.game;
      this.line = main.includes(action.node) ? main : lineThrough(tree, main, action.node);
      this.at = this.line.indexOf(action.node);
    } else return Promise.reject(new Refusal("there is no engine to play with"));
    return this.state();
  }

  load(): Promise<GameState> {
    return Promise.reject(new Refusal("there is no engine to read records"));
  }

  async record(): Promise<string> {
    return "";
  }

  async games(): Promise<EarlierGame[]> {
    return [];
  }

  explore(): Promise<Explored> {
    return Promise.reject(new Refusal("there is no engine to ask"));
  }

  solve(): Promise<Solved> {
    return Promise.reject(new Refusal("there is no engine to ask"));
  }

  analyze(): () => void {
    return () => undefined;
  }
}
