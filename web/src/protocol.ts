/** What the page and the engine say to each other. `docs/serve.md` lists the requests. */

export type Color = "black" | "white";
export type Player = Color | "both";
/** A point such as `E5`, or `pass`. */
export type Move = string;

/** The value of a position for Black. */
export interface Value {
  win_rate: number;
  lead: number | null;
  visits: number;
}

/** A move with the comment that the record has on it, or the beginning of the game. A node comes after its parent. */
export interface TreeNode {
  parent: number | null;
  color: Color | null;
  move: Move | null;
  comment: string;
}

/** A game, and the position of it that is shown. */
export interface GameState {
  /** Number of changes. */
  revision: number;
  size: number;
  komi: number;
  handicap: number;
  rules: string;
  level: number;
  player: Player;
  names: [string | null, string | null];
  /** Rules and result of the record that was loaded, or kept before a restart. A correction of dead stones removes the result. */
  recorded_rules: string | null;
  recorded_result: string | null;
  /** Warnings for visitors, such as that there is no network for the board. */
  cautions: string[];
  /** The loss of win rate from which a move is a mistake; null where nobody can tell. */
  least_mistake: number | null;
  /** All moves of the line that is shown. */
  moves: { color: Color; move: Move }[];
  /** The game with its variations, at most 4000 nodes. */
  tree: TreeNode[];
  /** The nodes of the game itself, and of the line that is shown. */
  main: number[];
  line: number[];
  /** By number of moves of this line. */
  values: (Value | null)[];
  /** Number of moves of this line before the position that is shown. */
  at: number;
  to_move: Color;
  /** Rows from the top: `X` Black, `O` White. */
  stones: string[];
  captures: [number, number];
  /** These three are at the end of the game. */
  dead: string[];
  owners: string[] | null;
  result: string | null;
  /** The page answers `engine_to_move` with the action `genmove`. */
  phase: "open" | "engine_to_move" | "thinking" | "over";
  /** Seconds of Black and White, and the side whose clock runs. */
  clock: { left: [number, number]; runs: Color | null } | null;
  /** Whether the action `restore` can bring something back. */
  can_restore: boolean;
  /** What each move lost, if the game was judged already; otherwise the losses follow from the values. */
  losses?: (JudgedLoss | null)[];
  /** Number of moves of the record before the set-up with which the game begins. The move numbers count them. */
  moves_before?: number;
}

/** What a move lost, for its player. */
export interface JudgedLoss {
  win_rate: number;
  points: number;
  is_mistake: boolean;
}

/** A move with its value for the side to move. */
export interface Candidate {
  move: Move;
  visits: number;
  win_rate: number;
  lead: number | null;
  line: Move[];
}

/** What a search has found in the position that is shown, for Black except the candidates. */
export interface Analysis {
  revision: number;
  to_move: Color;
  visits: number;
  win_rate: number;
  lead: number | null;
  done: boolean;
  candidates: Candidate[];
  /** Ownership of each point in percent, from -100 (White) to 100 (Black), rows from the top. */
  owners: number[] | null;
  /** Whether win rate and points are exact, not estimates. */
  exact?: boolean;
}

/** A move of the opening book, with its value for the side that makes it. */
export interface BookMove {
  move: Move;
  /** The points that are equivalent by symmetry, including this one. */
  images: Move[];
  value: number;
  visits: number;
  depth: number;
  is_good: boolean;
  line: Move[];
  /** The moves that lead to the same position if they are made last, in another order of the same moves. */
  other_last: Move[];
}

/** What is known of the position that is shown without a search. */
export interface Explored {
  revision: number;
  /** Points that nobody owns for certain. */
  open_points: number;
  /** Null where the opening book does not have the position. */
  book: { value: number; points: number; visits: number; moves: BookMove[] } | null;
}

/** Exact results, as leads of Black; null where none was found in time. */
export interface Solved {
  revision: number;
  to_move: Color;
  lead: number | null;
  at_least: number;
  at_most: number;
  line: Move[];
  moves: { move: Move; lead: number | null }[];
}

/** A game that was analyzed, as `tao-go analyze --html` writes it into the page. */
export interface AnalyzedGame {
  /** The game without the fields that belong to a position. */
  game: Omit<GameState, "revision" | "at" | "line" | keyof Position>;
  /** The position of each node. The first nodes are those of the game itself. */
  positions: Position[];
  analyses: (Omit<Analysis, "revision" | "done"> | null)[];
  /** Number of moves before the worst mistake. */
  worst: number | null;
}

export type Position = Pick<GameState, "to_move" | "stones" | "captures">;

export interface NewGame {
  action: "new";
  size: number;
  player: Player;
  level: number;
  handicap: number;
  komi: number | null;
  /** The name of a rule set; null for the rules of the game before. */
  rules: string | null;
  /** The clock of each side: minutes, and seconds for each move. */
  minutes: number | null;
  increment: number;
}

export type Action =
  | NewGame
  | { action: "play"; move: Move }
  | { action: "genmove" | "undo" | "resign" | "resume" | "restore" }
  | { action: "go"; to: number }
  | { action: "visit"; node: number }
  | { action: "toggle"; point: string }
  | { action: "set"; level: number; player: Player };

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
  act(action: Action): Promise<GameState>;
  /** Loads a record. */
  load(record: ArrayBuffer): Promise<GameState>;
  /** The record of the game. */
  record(): Promise<string>;
  /** What is known of the position that is shown. */
  explore(): Promise<Explored>;
  /** The exact results of the position that is shown, which take some seconds. */
  solve(): Promise<Solved>;
  /** Listens to the analysis of each position that is shown. The returned function ends this. */
  analyze(listener: AnalysisListener): () => void;
}

/** The game does not allow what was requested. All other errors come from the transport. */
export class Refusal extends Error {}
