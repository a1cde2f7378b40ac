import type { Action, Analysis, EarlierGame, Explored, GameState, Solved } from "../protocol";

/** Is told what happens on a stream of analyses. */
export interface AnalysisListener {
  /** The stream has begun, perhaps with another program. */
  opened(): void;
  found(analysis: Analysis): void;
  /** Another page has taken over the analysis. */
  taken(): void;
  /** The stream has ended and will not go on. */
  ended(): void;
}

/** How the messages travel. */
export interface Transport {
  /** Whether there is an engine that plays; otherwise there is only a game to look at. */
  readonly plays: boolean;
  state(): Promise<GameState>;
  /** Carries out an action. With `seen`, it is refused if this is not the revision of the game, which another page may have changed. */
  act(action: Action, seen?: number): Promise<GameState>;
  /** Loads a record. */
  load(record: ArrayBuffer): Promise<GameState>;
  /** The record of the game. */
  record(): Promise<string>;
  /** The earlier games, the latest first. */
  games(): Promise<EarlierGame[]>;
  /** What is known of the position that is shown. */
  explore(): Promise<Explored>;
  /** The exact results of the position that is shown, which take some seconds. */
  solve(): Promise<Solved>;
  /** Listens to the analysis of each position that is shown. The returned function ends this. */
  analyze(listener: AnalysisListener): () => void;
}

/** Bytes of the largest record that `tao-go serve` reads. */
export const LARGEST_RECORD = 1 << 20;

/** The game does not allow what was requested. All other errors come from the transport. */
export class Refusal extends Error {}
