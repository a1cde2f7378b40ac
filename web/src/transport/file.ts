import { type Action, type Analysis, type AnalyzedGame, type GameState, Refusal, type Transport } from "../protocol";

/** Shows a game that was analyzed, without an engine. */
export class FileTransport implements Transport {
  readonly plays = false;
  private at: number;

  constructor(private analyzed: AnalyzedGame) {
    this.at = analyzed.worst ?? analyzed.positions.length - 1;
  }

  /** The analysis of each position. */
  get analyses(): (Analysis | undefined)[] {
    return this.analyzed.analyses.map((analysis) => (analysis ? { ...analysis, revision: 0, done: true } : undefined));
  }

  async state(): Promise<GameState> {
    const { game, positions } = this.analyzed;
    const position = positions[this.at];
    if (!position) throw new Refusal("there is no such position");
    return { ...game, ...position, at: this.at, revision: this.at + 1 };
  }

  act(action: Action): Promise<GameState> {
    if (action.action !== "go") return Promise.reject(new Refusal("there is no engine to play with"));
    this.at = Math.max(0, Math.min(this.analyzed.positions.length - 1, action.to));
    return this.state();
  }

  load(): Promise<GameState> {
    return Promise.reject(new Refusal("there is no engine to read records"));
  }

  async record(): Promise<string> {
    return "";
  }

  analyze(): () => void {
    return () => undefined;
  }
}
