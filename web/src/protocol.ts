/** What the page and the engine say to each other, made from `crates/protocols/src/schema`. `docs/serve.md` lists the requests. */

/** 2 to 19: points along a side of the board. */
export type BoardSize = number;

/** Such as `E5`: columns from the left without I, rows from the bottom. */
export type Point = string;

/** A point, or `pass`. */
export type Move = string;

/** Points of the score, with komi and handicap bonus. */
export type Points = number;

/** Black's points minus White's. */
export type Lead = Points;

/** `0`, or like `B+3.5`. */
export type ScoreText = string;

/** 0 or more. */
export type Seconds = number;

/** 0 to 1, draws as half wins. */
export type WinRate = number;

export type Color = "black" | "white";

/** How bad a move is, by the points that it lost. They weigh more where they also cost win rate. */
export type MistakeClass = "inaccuracy" | "mistake" | "blunder";

/** Points that White gets for moving second. */
export type Komi = number;

export interface SearchedMove {
  move: Move;
  visits: number;
  /** For the player who moves. */
  win_rate: WinRate;
}

/** Who plays: the visitor's color, or both. */
export type Player = "black" | "white" | "both";

/** The value of a position for Black. */
export interface Value {
  win_rate: WinRate;
  lead: Lead | null;
  visits: number;
}

/** A move of the game. */
export interface PlayedMove {
  color: Color;
  move: Move;
}

/** A move with the comment that the record has on it, or the beginning of the game. A node comes after its parent. */
export interface TreeNode {
  parent: number | null;
  color: Color | null;
  move: Move | null;
  comment: string;
  /** The marks that the record has on points; missing if there are none. */
  marks?: PointMark[];
}

/** A mark on a point. */
export interface PointMark {
  point: Point;
  shape: MarkShape;
  /** Of a label. */
  text: string;
}

export type MarkShape = "triangle" | "square" | "circle" | "cross" | "label";

/** A sentence in English, Chinese, Japanese and Korean. */
export interface Sentences {
  en: string;
  zh: string;
  ja: string;
  ko: string;
}

/** What a move lost, for its player. */
export interface JudgedMove {
  win_rate: WinRate;
  points: Points;
  /** Null for a good move. */
  class: MistakeClass | null;
  /** Why a move that has a class is bad; null where there is no single reason. */
  reason: Sentences | null;
  /** The expected moves if the best one is played instead, which is the first. */
  better: Move[];
  /** The expected moves after a move that has a class. */
  refutation: Move[];
}

/** A game with its variations. */
export interface GameMoves {
  size: BoardSize;
  komi: Komi;
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
  /** Whether a search can tell mistakes. */
  judges: boolean;
  /** All moves of the line that is shown. */
  moves: PlayedMove[];
  /** Number of moves of the record before the set-up with which the game begins. The move numbers count them. */
  moves_before?: number;
  /** By number of moves of this line. */
  values: (Value | null)[];
  /** Whether each position of this line was reviewed. Then its value is kept. */
  reviewed: boolean[];
  /** What each move lost, as far as the positions before and after it were reviewed. */
  losses: (JudgedMove | null)[];
  /** The game with its variations, at most 4000 nodes. */
  tree: TreeNode[];
  /** The nodes of the game itself. */
  main: number[];
}

export interface Position {
  to_move: Color;
  /** Rows from the top: `X` Black, `O` White. */
  stones: string[];
  /** Stones that Black and White captured. */
  captures: [number, number];
}

/** Whether and how a game has ended. */
export interface GameStatus {
  /** Dead stones, rows of owners and result at the end of the game. */
  dead: Point[];
  owners: string[] | null;
  result: string | null;
  phase: Phase;
  clock: Clock | null;
  /** Whether the action `restore` can bring something back. */
  can_restore: boolean;
  /** Number of earlier games. */
  games: number;
  /** Number of problems that are due. */
  problems: number;
  /** Missing where no problem is shown. */
  problem?: ShownProblem;
}

/** A mistake of an earlier game: the position before it is shown, and a better move is looked for. For a problem of a file, whose answers are in the game, nothing but the color is known. */
export interface ShownProblem extends JudgedMove {
  /** Its place among those that are asked now, from 1, and how many these are; 0 for a problem of a file. */
  number: number;
  of: number;
  color: Color;
  move: Move;
  /** The days after which it comes back, 0 for never; null until it is answered. */
  days: number | null;
}

/** Whose turn it is. The page answers `engine_to_move` with the action `genmove`. */
export type Phase = "open" | "engine_to_move" | "thinking" | "over";

export interface Clock {
  /** The side whose clock runs. */
  runs: Color | null;
  /** Seconds of Black and White. */
  left: [Seconds, Seconds];
}

/** A game, and the position of it that is shown. */
export interface GameState extends GameMoves, Position, GameStatus {
  /** Number of changes. */
  revision: number;
  /** The nodes of the line that is shown. */
  line: number[];
  /** Number of moves of this line before the position that is shown. */
  at: number;
}

/** A game in whose place another one was begun or opened. */
export interface EarlierGame {
  /** When another game took its place, in seconds since 1970. The actions `open` and `remove` name the game by it. */
  time: number;
  /** The date of its record. */
  date: string | null;
  names: [string | null, string | null];
  player: Player;
  level: number;
  moves: number;
  /** Null for a game that is not over. */
  result: string | null;
  /** The position after its last move, as in the state. */
  stones: string[];
}

/** A move with its value for the side to move. */
export interface Candidate extends SearchedMove {
  lead: Points | null;
  /** The class of the move, if it were played; null for a good one and where nobody can tell. */
  class: MistakeClass | null;
  line: Move[];
}

/** What a search has found in a position, for Black except the candidates. */
export interface Evaluation extends Value {
  to_move: Color;
  candidates: Candidate[];
  /** Ownership of each point in percent, from -100 (White) to 100 (Black), rows from the top. */
  owners: number[] | null;
  /** Whether win rate and points are exact, not estimates. */
  exact?: boolean;
}

/** What a search has found in the position that is shown. */
export interface Analysis extends Evaluation {
  revision: number;
  /** Whether the search has ended. */
  done: boolean;
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

/** What the opening book says about a position. */
export interface BookAnswer {
  value: number;
  points: Points;
  visits: number;
  moves: BookMove[];
}

/** What is known of the position that is shown without a search. */
export interface Explored {
  revision: number;
  /** Points that nobody owns for certain. */
  open_points: number;
  /** Null where the opening book does not have the position. */
  book: BookAnswer | null;
}

/** A move; the lead is null where none was found in time. */
export interface SolvedMove {
  move: Move;
  lead: Lead | null;
  class: MistakeClass | null;
}

/** Exact results; null where none was found in time. */
export interface Solved {
  revision: number;
  to_move: Color;
  lead: Lead | null;
  at_least: Lead;
  at_most: Lead;
  line: Move[];
  /** The best first. */
  moves: SolvedMove[];
}

/** The engine's choice of a move in the position that is shown. */
export interface Choice {
  move: Move;
  /** Null where the engine passes without a search. */
  value: Value | null;
  line: Move[];
  /** Whether the opening book has the move. */
  is_from_book: boolean;
  /** Whether the engine would give the game up here. */
  may_resign: boolean;
  /** Whether more time would change nothing. */
  done: boolean;
}

/** The score of the position that is shown, without the dead stones. */
export interface Score {
  score: ScoreText;
  lead: Lead;
  /** Whether the life of every chain is clear and no large region is open; otherwise the score is that of playing on. */
  is_settled: boolean;
  dead: Point[];
  /** Rows from the top: `X` Black's, `O` White's. */
  owners: string[];
}

/** An analyzed game without the position that is shown. */
export interface ReviewedGame extends GameMoves, GameStatus {
}

/** A game that was analyzed, as `tao-go analyze --html` writes it into the page. */
export interface AnalyzedGame {
  game: ReviewedGame;
  /** The position of each node. The first nodes are those of the game itself. */
  positions: Position[];
  analyses: (Evaluation | null)[];
  /** Number of moves before the worst mistake. */
  worst: number | null;
}

/** Why a request was refused. */
export interface RefusedRequest {
  error: string;
}

/** Why the engine in a page or in another program refuses a request. */
export interface Refused {
  code: RefusalCode;
  error: string;
}

export type RefusalCode = "illegal-move" | "game-over" | "bad-record" | "bad-request" | "not-allowed";

/** The conditions of a new game. */
export interface NewGame {
  size: BoardSize;
  /** Null for the usual komi. */
  komi: Komi | null;
  handicap?: number;
  /** The name of a rule set; null for the rules of the game before. */
  rules: string | null;
  /** Null for full strength. */
  level: number | null;
  player: Player;
  /** Minutes on the clock of each side; null for no clock. */
  minutes: number | null;
  /** Seconds that each move adds. */
  increment?: Seconds;
}

/** What a visitor may do. */
export type Action =
  | { action: "new" } & NewGame
  | { action: "play"; move: Move }
  | { action: "genmove" }
  | { action: "undo" }
  | { action: "resign" }
  | { action: "resume" }
  | { action: "go"; to: number }
  | { action: "visit"; node: number }
  | { action: "review"; node: number }
  | { action: "toggle"; point: Point }
  | { action: "annotate"; node: number; comment: string; marks: string }
  | { action: "frame"; part: [Point, Point] }
  | { action: "restore" }
  | { action: "open"; time: number }
  | { action: "remove"; time: number }
  | { action: "learn"; player: Player }
  | { action: "ask" }
  | { action: "pose"; record: string }
  | { action: "answer"; right: boolean }
  | { action: "set"; level: number; player: Player };
