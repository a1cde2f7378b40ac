//! The parameters: a row has the field, its value in each preset, its name, its range and its help.
//!
//! A new parameter is a row here, and the code that uses it.

use serde::{Deserialize, Serialize};

use super::text::{Param, Values, words};
use super::{Choice, EvaluationKind, FirstPlay, PlayoutPolicy, Priors, Selection};
use crate::candidates::LineRules;
use crate::playout::{Ordered, Place, RuleOrder, Tactical};

use Audience::{Lab, User};
use EvaluationKind::{Network, Playout};
use Values::{Integer, Number};

/// Who may change a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Audience {
    /// Everybody.
    User,
    /// Experiments, with `tao-lab`.
    Lab,
}

const SWITCH: Values = words::<bool>();
const PERCENT: Values = Integer(0, 100);
const MAX: u64 = u64::MAX;

/// The formula of the default preset.
const PUCT: Selection = Selection::Puct {
    c: 0.5,
    growth: 0.225,
};
/// The formula of the `playouts` preset.
const RAVE: Selection = Selection::Rave {
    c: 0.0,
    equivalence: 3000.0,
};
const ALPHA_AMAF: Selection = Selection::AlphaAmaf {
    alpha: 0.75,
    c: 0.5,
};
const TUNED: Selection = Selection::Ucb1Tuned { c: 1.0 };
/// The constant UCTK, which the known text of the thesis leaves open: sqrt(1/5), as in published code that has the same
/// function names.
const THESIS: Selection = Selection::Ucb1 { c: 0.44 };
/// The rules of the thesis.
const LINES: LineRules = LineRules::Thesis {
    first_line_after: 10,
    second_line_after: 5,
};
const TACTICAL: PlayoutPolicy = PlayoutPolicy::Tactical(Tactical::DEFAULT);
const ORDERED: PlayoutPolicy = PlayoutPolicy::Ordered(Ordered::TUNED);

/// The place of a value; `None` from the enclosing function if another choice is made.
macro_rules! part {
    ($place:expr, $choice:pat => $field:ident) => {
        match &mut $place {
            $choice => $field,
            _ => return None,
        }
    };
}

/// A function from parameters to the place of a value: the field itself, or a part of it.
macro_rules! place {
    ($group:ident $field:ident) => {
        |params| Some(&mut params.$group.$field)
    };
    ($group:ident $field:ident $params:ident => $place:expr) => {
        |$params| Some($place)
    };
}

macro_rules! chinese {
    () => {
        None
    };
    ($text:literal) => {
        Some($text)
    };
}

/// Declares the groups of [`Params`], the presets and the rows. A field has a value for each preset, in their order, and a row
/// for itself or for each of its parts.
macro_rules! params {
    (
        presets { $($(#[$preset_doc:meta])* $preset:ident $preset_name:literal = $index:literal;)* }
        $($(#[$group_doc:meta])* $group:ident: $Group:ident {
            $(
                $(#[$doc:meta])*
                $field:ident: $type:ty = $values:expr
                $(=> $audience:ident $name:literal $(($params:ident => $place:expr))?: $range:expr, $help:literal $(, $chinese:literal)?)*;
            )*
        })*
    ) => {
        /// The parameters of a search. [`Params::preset`] finds a preset, [`Params::set`] changes a parameter by name.
        #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
        pub struct Params {
            $($(#[$group_doc])* pub $group: $Group,)*
        }

        $(
            $(#[$group_doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
            pub struct $Group {
                $($(#[$doc])* pub $field: $type,)*
            }
        )*

        const COLUMNS: usize = [$($preset_name),*].len();

        /// Presets by name, best first: the first is the default.
        pub(super) const PRESETS: [(&str, Params); COLUMNS] = [$(($preset_name, Params::$preset)),*];

        impl Params {
            $($(#[$preset_doc])* pub const $preset: Self = Self::column($index);)*

            /// The preset with the values in this column.
            const fn column(index: usize) -> Self {
                Self {
                    $($group: $Group {
                        $($field: {
                            const VALUES: [$type; COLUMNS] = $values;
                            VALUES[index]
                        },)*
                    },)*
                }
            }
        }

        pub(super) static TABLE: &[Param] = &[$($($(Param {
            name: $name,
            audience: $audience,
            values: $range,
            help: $help,
            chinese: chinese!($($chinese)?),
            field: place!($group $field $($params => $place)?),
        },)*)*)*];
    };
}

params! {
    presets {
        /// The strongest settings with a network, for the boards that it knows: see [`EvaluationKind`].
        NETWORK "default" = 0;
        /// The strongest settings without a network.
        PLAYOUTS "playouts" = 1;
        /// The engine of the thesis with alpha-AMAF, as in a program for dots and boxes of 2020: `value = alpha amaf + (1 -
        /// alpha) uct`, where an `alpha` of 0 is UCT and 1 is AMAF.
        ALPHA_AMAF "alpha-amaf" = 2;
        /// The engine of the thesis, without its known faults. Where the thesis can be read in two ways, this is the reading
        /// that wins more games.
        TAO_GO_2010_TUNED "tao-go-2010-tuned" = 3;
        /// The engine of the thesis to the letter: see `docs/lab/thesis.md`.
        TAO_GO_2010 "tao-go-2010" = 4;
        /// Textbook UCT: every legal move but own true eyes, and the pass once half the board is full; uniform playouts, the move
        /// with the best win rate.
        PLAIN_UCT "plain-uct" = 5;
    }

    /// Evaluation of leaves, and expectations of moves before their first visit.
    evaluation: EvaluationParams {
        kind: EvaluationKind = [Network, Playout, Playout, Playout, Playout, Playout]
            => User "evaluation": words::<EvaluationKind>(),
                "evaluation of leaves: simulated games, or the network on boards that it knows",
                "用什么评估局面：模拟棋局，或网络（限于它学过的棋盘）";
        /// Move priors without a network, which gives priors of its own.
        priors: Priors = [Priors::NONE, Priors::LEARNED, Priors::NONE, Priors::NONE, Priors::NONE, Priors::NONE]
            => Lab "prior-even" (params => &mut params.evaluation.priors.even): Integer(0, 1000),
                "virtual visits of every move, half of them won"
            => Lab "prior-model" (params => &mut params.evaluation.priors.model): Integer(0, 1000),
                "virtual wins of a move with a probability of 1 in the move model";
        /// By the thesis a won simulation adds 1 to the wins, and any other nothing.
        strict_wins: bool = [false, false, false, false, true, false]
            => Lab "strict-wins": SWITCH, "whether a drawn simulation is a win of neither side, not half a win of both";
        /// With a small weight, games are won by more points and lost by fewer. `KataGo` has 0.1 to 0.4, but for values in
        /// [-1, 1].
        lead_weight: f64 = [0.0; 6]
            => User "lead-weight": Number(0.0, 1.0), "weight of the points ahead beside the result",
                "领先目数相对于胜负的权重";
        /// If false, a lead is worth its share of the largest one, so that with the weight 1 the mean of the points decides.
        lead_saturates: bool = [true; 6]
            => User "lead-saturates": SWITCH, "whether further points ahead are worth less",
                "领先的目数越多，每目的价值是否越低";
        /// Weight of the mean error of earlier evaluations of similar positions, which is taken off the value of a leaf.
        /// Without effect where the selection uses AMAF results. From `KataGo`, where it is called subtree value bias
        /// correction and has the weight 0.45.
        value_bias: f64 = [0.6, 0.0, 0.0, 0.0, 0.0, 0.0]
            => User "value-bias": Number(0.0, 1.0),
                "weight of the network's mean error in similar positions of the search",
                "网络在搜索中对相似局面的误差的权重";
    }

    /// Which moves are looked at, visited and played.
    selection: SelectionParams {
        formula: Selection = [PUCT, RAVE, ALPHA_AMAF, TUNED, THESIS, Selection::Ucb1 { c: 1.5 }]
            => User "selection": words::<Selection>(),
                "selection formula, with the constants of its preset",
                "节点选择公式；其常数随之取自使用该公式的预设"
            => User "exploration" (params => params.selection.formula.exploration()): Number(0.0, f64::INFINITY),
                "constant c of the selection formula", "选择公式的常数 c"
            => User "rave-equivalence" (params => part!(params.selection.formula, Selection::Rave { equivalence, .. } => equivalence)):
                Number(1.0, f64::INFINITY), "visits at which a move's mean and its AMAF mean weigh the same",
                "着法自身的均值与其 AMAF 均值权重相等时的访问次数"
            => Lab "alpha" (params => part!(params.selection.formula, Selection::AlphaAmaf { alpha, .. } => alpha)):
                Number(0.0, 1.0), "weight of the AMAF mean in alpha-AMAF"
            => User "exploration-growth" (params => part!(params.selection.formula, Selection::Puct { growth, .. } => growth)):
                Number(0.0, f64::INFINITY), "growth of PUCT's exploration with the visits",
                "PUCT 的探索随访问次数增长的程度";
        first_play: FirstPlay = [FirstPlay::PARENT, FirstPlay::RandomFirst, FirstPlay::RandomFirst, FirstPlay::RandomFirst,
            FirstPlay::RandomFirst, FirstPlay::RandomFirst]
            => User "first-play": Values::FirstPlay, "urgency of an unvisited child", "未被访问过的子节点的优先度（FPU）"
            => User "reduction" (params => part!(params.selection.first_play, FirstPlay::Parent { reduction, .. } => reduction)):
                Number(0.0, 1.0), "value of an unvisited child below that of its parent",
                "对未被访问过的子节点的期望比父节点低多少"
            => User "root-reduction" (params => part!(params.selection.first_play, FirstPlay::Parent { root_reduction, .. } => root_reduction)):
                Number(0.0, 1.0), "the same at the root", "同上，用于根节点";
        choice: Choice = [Choice::LowerBound, Choice::Visits, Choice::Visits, Choice::Visits, Choice::Visits, Choice::Mean]
            => User "choice": words::<Choice>(),
                "choice of the move: most visits, highest mean, or highest lower bound of the mean",
                "由什么决定要下的着法：访问次数最多、均值最高，或均值的下界最高";
        symmetry: bool = [false, true, true, true, true, false]
            => User "symmetry": SWITCH, "whether symmetric moves are searched once", "对称的着法是否只考虑一次";
        /// By the thesis, both sides pass when neither finds a point, and the winner is counted then.
        play_out: bool = [false, false, false, false, true, false]
            => Lab "play-out": SWITCH, "whether games are played to the end: no pass while there is a move, and no resignation";
        /// The tree of the thesis has no passes; without passes the engine would fill its own seki. No 9x9 game ends before
        /// half the board is full.
        pass_below: usize = [100, 50, 50, 50, 0, 50]
            => User "pass-below": PERCENT, "percent of empty points below which passes are searched",
                "棋盘空点低于这个百分比时考虑停一手";
    }

    /// How the tree grows, and when it stays.
    tree: TreeParams {
        /// Visits of a leaf before it gets children, at least 1. They double with each full quarter of the tree. The thesis
        /// leaves the number open.
        expand_after: u32 = [1, 1, 2, 2, 2, 1]
            => User "expand-after": Integer(1, MAX), "visits of a leaf before it gets children", "叶节点展开之前的访问次数";
        /// From a program for dots and boxes, whose maximum, the visits after which a node gets children, is `expand_after`
        /// here.
        simulations_min: u32 = [1; 6]
            => Lab "simulations-min": Integer(1, 1_000_000),
                "visits that a visited child gets before the selection formula compares it";
        /// The points to look at, in the tree and by random moves of ordered playouts.
        lines: LineRules = [LineRules::Off, LineRules::Off, LINES, LINES, LINES, LineRules::Off]
            => Lab "lines": words::<LineRules>(), "whether points of the low lines, or all with `near`, wait for stones near";
        /// As a program for dots and boxes merges a run of moves that belong together.
        merge_forced: bool = [false; 6]
            => Lab "merge-forced": SWITCH, "whether an atari and its only answer are one step of the tree";
        /// Whether a [`Searcher`](crate::search::Searcher) keeps the tree below the new position. The thesis begins each
        /// move anew.
        reuse: bool = [true, true, false, false, false, false]
            => User "reuse": SWITCH, "whether a search continues with the tree of the one before", "搜索是否沿用上一次的树";
        /// Whether exact results after two passes prove moves above them. A proven root ends the search.
        solver: bool = [true, true, false, false, false, false]
            => User "solver": SWITCH, "whether games that end in the tree prove moves",
                "树中下到终局的棋是否用来证明着法的胜负";
        /// Open points are those that neither side owns unconditionally.
        solve_below: usize = [15, 15, 0, 0, 0, 0]
            => User "solve-below": Integer(0, 362),
                "open points below which a position is solved before the search; 0: neither that nor reading",
                "归属未定的点少于这个数时，在搜索之前先求精确结果；0：不求，也不计算棋串的死活";
    }

    /// Simulated games, and the length of a search.
    playouts: PlayoutParams {
        policy: PlayoutPolicy = [TACTICAL, TACTICAL, ORDERED, ORDERED, PlayoutPolicy::Ordered(Ordered::THESIS),
            PlayoutPolicy::Uniform]
            => Lab "policy": words::<PlayoutPolicy>(), "how playouts choose their moves"
            => Lab "escape-below" (params => &mut params.ordered()?.escape_below): Integer(0, MAX),
                "liberties that make an own chain safe; 0: no escapes"
            => Lab "attack-below" (params => &mut params.ordered()?.attack_below): Integer(0, MAX),
                "liberties that make an enemy chain safe; 0: no attacks"
            => Lab "shapes" (params => &mut params.ordered()?.shapes): SWITCH, "whether playouts look for shapes"
            => Lab "order" (params => &mut params.ordered()?.order): words::<RuleOrder>(),
                "first rule of playouts: escape, then shape, then attack; or shape, then escape or attack"
            => Lab "escape-place" (params => &mut params.ordered()?.escape_place): words::<Place>(),
                "which own chains may escape: those beside the last move, or any"
            => Lab "shape-place" (params => &mut params.ordered()?.shape_place): words::<Place>(),
                "where playouts look for shapes: around the last move, or anywhere"
            => Lab "attack-place" (params => &mut params.ordered()?.attack_place): words::<Place>(),
                "which enemy chains are attacked: those at the last move, or any"
            => Lab "keep-seki" (params => &mut params.ordered()?.protected.seki): SWITCH,
                "whether shapes and random moves put no own stones in atari for nothing, as in a seki"
            => Lab "keep-false-eyes" (params => &mut params.ordered()?.protected.false_eyes): SWITCH,
                "whether random moves fill no false eye that its chain needs to live"
            => Lab "rate-atari" (params => &mut params.tactical()?.atari): PERCENT,
                "percent of turns in which an atari is answered"
            => Lab "rate-defense" (params => &mut params.tactical()?.defense): PERCENT,
                "percent of turns in which own chains with two liberties are defended"
            => Lab "rate-attack" (params => &mut params.tactical()?.attack): PERCENT,
                "percent of turns in which enemy chains with two liberties are put in atari"
            => Lab "rate-shape" (params => &mut params.tactical()?.shape): PERCENT,
                "percent of turns in which a 3x3 shape at the last stone is played"
            => Lab "rate-old-shape" (params => &mut params.tactical()?.old_shape): PERCENT,
                "percent of turns in which a 3x3 shape at the own stone before is played"
            => Lab "rate-capture" (params => &mut params.tactical()?.capture): PERCENT,
                "percent of turns in which captures anywhere are made";
        /// By the thesis, a search ends when its time is used up.
        whole_time: bool = [false, false, false, false, true, false]
            => Lab "whole-time": SWITCH, "whether a search takes all of its time, also if its move cannot change any more";
        /// Visits of the root, each with a playout or an evaluation by the network, when the request has no limit; at least 1.
        count: u64 = [2_000, 10_000, 10_000, 10_000, 10_000, 10_000]
            => User "playouts": Integer(1, MAX), "visits or playouts for a move without another limit",
                "没有其他限制时每一手的访问次数或模拟次数";
    }

    /// What ranks of a cluster share of their trees, and how often. More nodes, and more often, than in the sources, whose
    /// messages were for 19x19 and went over slower networks: `docs/lab/cluster.md`.
    sharing: SharingParams {
        /// Milliseconds between two rounds. `MoGo` had 350 on 800 processors, 50 in Bourki et al. Every 20 ms won 48 Elo (9
        /// to 87) against every 50 ms, with eight ranks.
        milliseconds: u64 = [20; 6]
            => User "share-milliseconds": Integer(1, 60_000),
                "milliseconds between exchanges of the ranks of a cluster", "集群各进程每隔多少毫秒交换结果";
        /// In (0, 100]. 5 in Gelly et al. and Bourki et al. The smaller it is, the more nodes a message holds.
        percent: f64 = [1.0; 6]
            => User "share-percent": Number(0.01, 100.0),
                "percent of the root's visits from which a node's children are shared",
                "节点的访问次数达到根节点的百分之几，才交换其子节点";
        /// At most [`MAX_DEPTH`](Self::MAX_DEPTH). 3 in both sources.
        depth: usize = [4; 6]
            => User "share-depth": Integer(0, SharingParams::MAX_DEPTH as u64),
                "depth of the deepest nodes that are shared", "所交换的最深节点离根节点的手数";
    }

    /// Memory and threads.
    machine: MachineParams {
        /// Mebibytes for a program with one search, in [1, [`MAX_MEMORY`](Params::MAX_MEMORY)]: 13 for itself, 1 for every 8
        /// threads above 16, and the rest, but at least 1, for the tree, the exact result and, with a network, its
        /// evaluations and their mean errors. A full tree grows no more.
        memory: usize = [512; 6]
            => User "memory": Integer(1, Params::MAX_MEMORY as u64),
                "MiB of the program: 13 for itself, 1 for every 8 threads above 16, the rest, at least 1, for the search",
                "程序可用的 MiB：自身 13，16 个以上的线程每 8 个 1，其余（至少 1）用于搜索";
        /// In [1, [`MAX_THREADS`](Params::MAX_THREADS)]. Only one thread is deterministic.
        threads: usize = [1; 6]
            => User "threads": Integer(1, Params::MAX_THREADS as u64), "search threads", "搜索线程数";
    }
}

impl Params {
    const fn ordered(&mut self) -> Option<&mut Ordered> {
        Some(part!(self.playouts.policy, PlayoutPolicy::Ordered(policy) => policy))
    }

    const fn tactical(&mut self) -> Option<&mut Tactical> {
        Some(part!(self.playouts.policy, PlayoutPolicy::Tactical(policy) => policy))
    }
}
