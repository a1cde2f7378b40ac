//! Says why a move lost what it lost, in one sentence.

use super::{Attack, Cause, Reason, Rescue, Stones};

/// The languages of the sentences, in the order of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// English.
    En,
    /// Chinese.
    Zh,
    /// Japanese.
    Ja,
    /// Korean.
    Ko,
}

/// A text in each language.
type Texts = [&'static str; 4];

/// The names of Black and White.
const COLORS: [Texts; 2] = [["Black", "黑", "黒", "흑"], ["White", "白", "白", "백"]];

/// One stone, and several.
const STONES: [Texts; 2] = [
    [
        "the stone at {at}",
        " {at} 一子",
        " {at} の一子",
        "{at}의 한 점",
    ],
    [
        "the {n} stones at {at}",
        " {at} 等 {n} 子",
        " {at} などの {n} 子",
        "{at} 등 {n}점",
    ],
];

/// One point, and several.
const POINTS: [Texts; 2] = [
    ["about one point", "约 1 目", "約 1 目", "약 1집"],
    ["about {n} points", "约 {n} 目", "約 {n} 目", "약 {n}집"],
];

/// The English numbers of stones that are written as words, from two.
const NUMBERS: [&str; 9] = [
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
];

impl Reason {
    /// The reason in words, such as `Black takes the four stones at B2.`
    pub fn sentence(&self, language: Language) -> String {
        let name = |color| COLORS[color as usize][language as usize].to_owned();
        let values = [
            ("{player}", Some(name(self.player))),
            ("{opponent}", Some(name(!self.player))),
            (
                "{stones}",
                self.stones.map(|stones| stones_text(stones, language)),
            ),
            ("{points}", Some(points_text(self.points, language))),
            ("{move}", self.mv.map(|mv| mv.to_string())),
            ("{at}", self.at.map(|at| at.to_string())),
        ];
        let known = values
            .into_iter()
            .filter_map(|(name, value)| Some((name, value?)));
        let template = texts(self.cause)[language as usize].to_owned();
        known.fold(template, |text, (name, value)| text.replace(name, &value))
    }
}

fn stones_text(stones: Stones, language: Language) -> String {
    let number = match language {
        Language::En => stones
            .count
            .checked_sub(2)
            .and_then(|place| NUMBERS.get(place)),
        _ => None,
    };
    let number = number.map_or_else(|| stones.count.to_string(), |number| (*number).to_owned());
    STONES[usize::from(stones.count > 1)][language as usize]
        .replace("{n}", &number)
        .replace("{at}", &stones.at.to_string())
}

fn points_text(points: f64, language: Language) -> String {
    let whole = points.round().max(1.0);
    POINTS[usize::from(whole > 1.0)][language as usize].replace("{n}", &whole.to_string())
}

/// The sentences, in English, Chinese, Japanese and Korean. `{name}` stands for a value.
const fn texts(cause: Cause) -> Texts {
    match cause {
        Cause::Loses(attack) => loses(attack),
        Cause::Spares(attack) => spares(attack),
        Cause::Unsaved(rescue) => unsaved(rescue),
        Cause::SelfAtari => [
            "That is self-atari: {opponent} takes {stones}.",
            "这是送吃：{opponent}提掉{stones}。",
            "自分からアタリになり、{opponent}に{stones}を取られます。",
            "스스로 단수에 들어가 {opponent}이 {stones}을 따냅니다.",
        ],
        Cause::StaysInAtari => [
            "{opponent} takes {stones}, still in atari.",
            "逃不掉，仍被打吃：{opponent}提掉{stones}。",
            "逃げてもアタリのままで、{opponent}に{stones}を取られます。",
            "달아나도 여전히 단수여서 {opponent}이 {stones}을 따냅니다.",
        ],
        Cause::LeftInAtari => [
            "{opponent} takes {stones}, left in atari.",
            "打吃没有应：{opponent}提掉{stones}。",
            "アタリを放置したため、{opponent}に{stones}を取られます。",
            "단수를 방치해 {opponent}이 {stones}을 따냅니다.",
        ],
        Cause::FillsEye => [
            "{player} fills its own eye, which kills {stones}.",
            "{player}填掉自己的眼，{stones}死掉。",
            "自分の眼をつぶし、{stones}が死にます。",
            "자기 눈을 메워 {stones}이 죽습니다.",
        ],
        Cause::Race => [
            "{opponent} wins the capturing race against {stones}.",
            "{opponent}对杀获胜，{stones}死掉。",
            "攻め合いに負け、{stones}が死にます。",
            "수상전에서 져 {stones}이 죽습니다.",
        ],
        Cause::Endangers | Cause::LetsOff | Cause::MissesSeki | Cause::LivesInSeki => danger(cause),
        Cause::LosesKo | Cause::AllowsKo | Cause::MissesKo => ko(cause),
        _ => points(cause),
    }
}

const fn danger(cause: Cause) -> Texts {
    match cause {
        Cause::Endangers => [
            "{opponent} {move} puts {stones} in danger.",
            "{opponent} {move} 攻击，{stones}有危险。",
            "{opponent} {move} と攻められ、{stones}が危なくなります。",
            "{opponent}이 {move}에 두면 {stones}이 위험해집니다.",
        ],
        Cause::LetsOff => [
            "{player} {move} would have attacked {stones}, safer now.",
            "{player} {move} 本可攻击{stones}，现在变得安全。",
            "{player} {move} なら{stones}を攻められましたが、もう安定しました。",
            "{player}이 {move}에 두면 {stones}을 공격할 수 있었지만 이제 안정되었습니다.",
        ],
        Cause::MissesSeki => [
            "{player} {move} would have saved {stones} in seki.",
            "{player} {move} 本可使{stones}成双活。",
            "{player} {move} なら{stones}はセキで生きました。",
            "{player}이 {move}에 두면 {stones}이 빅으로 살았습니다.",
        ],
        _ => [
            "{opponent} lives in seki with {stones}.",
            "{opponent}的{stones}成双活。",
            "{opponent}の{stones}がセキで生きます。",
            "{opponent}의 {stones}이 빅으로 삽니다.",
        ],
    }
}

const fn ko(cause: Cause) -> Texts {
    match cause {
        Cause::LosesKo => [
            "{opponent} wins the ko at {move}.",
            "{opponent}在 {move} 消劫，劫争获胜。",
            "{opponent}が {move} でコウに勝ちます。",
            "{opponent}이 {move}에서 패를 이깁니다.",
        ],
        Cause::AllowsKo => [
            "{opponent} takes a ko at {move}.",
            "{opponent}在 {move} 提劫。",
            "{opponent}が {move} でコウを取ります。",
            "{opponent}이 {move}에서 패를 따냅니다.",
        ],
        _ => [
            "{player} {move} would have taken the ko.",
            "{player}本可在 {move} 提劫。",
            "{player} {move} でコウを取れました。",
            "{player}이 {move}에서 패를 따낼 수 있었습니다.",
        ],
    }
}

const fn points(cause: Cause) -> Texts {
    match cause {
        Cause::Passes => [
            "{player} passes too early: {move} is worth {points}.",
            "停一手过早：{move} 值{points}。",
            "パスは早すぎます。{move} は{points}の手です。",
            "패스가 너무 이릅니다. {move} 자리는 {points}입니다.",
        ],
        Cause::OwnTerritory => [
            "{at} is already {player}'s territory, and {move} is worth {points} more.",
            "{at} 已是{player}的地，{move} 多值{points}。",
            "{at} はもう{player}の地です。{move} のほうが{points}大きい手です。",
            "{at} 자리는 이미 {player}의 집입니다. {move} 자리가 {points} 더 큽니다.",
        ],
        Cause::DeadStone => [
            "The stone at {at} is dead in {opponent}'s territory, and {move} is worth {points} more.",
            "{at} 在{opponent}的地里，是死子，{move} 多值{points}。",
            "{at} は{opponent}の地の中の死に石です。{move} のほうが{points}大きい手です。",
            "{at}의 돌은 {opponent}의 집 안에서 죽은 돌입니다. {move} 자리가 {points} 더 큽니다.",
        ],
        Cause::Neutral => [
            "{at} is a neutral point, and {move} is worth {points} more.",
            "{at} 是单官，{move} 多值{points}。",
            "{at} はダメです。{move} のほうが{points}大きい手です。",
            "{at} 자리는 공배입니다. {move} 자리가 {points} 더 큽니다.",
        ],
        Cause::LargerEndgame => [
            "{player} {move} is the larger endgame move, by {points}.",
            "{player} {move} 是更大的官子，多值{points}。",
            "ヨセは{player} {move} のほうが{points}大きい手です。",
            "끝내기는 {player} {move} 자리가 {points} 더 큽니다.",
        ],
        _ => ground(cause),
    }
}

const fn ground(cause: Cause) -> Texts {
    match cause {
        Cause::Unanswered => [
            "{player} should have answered {opponent}'s last move at {move}.",
            "应在 {move} 应{opponent}的上一手。",
            "{opponent}の前の手に {move} と受けるべきでした。",
            "{opponent}의 앞 수를 {move} 자리에서 받아야 했습니다.",
        ],
        Cause::GainsGround => [
            "{opponent} {move} gains ground around {at}.",
            "{opponent} {move} 在 {at} 一带得利。",
            "{opponent} {move} で {at} 付近に得をされます。",
            "{opponent}이 {move}에 두어 {at} 부근에서 이득을 봅니다.",
        ],
        Cause::MissesGround => [
            "{player} {move} would have gained ground around {at}.",
            "{player} {move} 本可在 {at} 一带得利。",
            "{player} {move} なら {at} 付近で得をしました。",
            "{player}이 {move}에 두면 {at} 부근에서 이득을 볼 수 있었습니다.",
        ],
        _ => [
            "{opponent} gets {move}, the key point for both sides.",
            "{opponent}占到双方必争的要点 {move}。",
            "双方の要点 {move} を{opponent}に打たれます。",
            "쌍방의 요처 {move} 자리를 {opponent}이 차지합니다.",
        ],
    }
}

const fn loses(attack: Attack) -> Texts {
    match attack {
        Attack::Take => [
            "{opponent} takes {stones}.",
            "{opponent}提掉{stones}。",
            "{opponent}に{stones}を取られます。",
            "{opponent}이 {stones}을 따냅니다.",
        ],
        Attack::Ladder => [
            "{opponent} {move} catches {stones} in a ladder.",
            "{opponent} {move} 征吃{stones}。",
            "{opponent} {move} で{stones}がシチョウで取られます。",
            "{opponent}이 {move}에 두면 {stones}이 축으로 잡힙니다.",
        ],
        Attack::Net => [
            "{opponent} {move} catches {stones} in a net.",
            "{opponent} {move} 枷吃{stones}。",
            "{opponent} {move} で{stones}がゲタで取られます。",
            "{opponent}이 {move}에 두면 {stones}이 장문으로 잡힙니다.",
        ],
        Attack::Vital => [
            "{opponent} {move} is the vital point and kills {stones}.",
            "{opponent}点在要点 {move}，杀死{stones}。",
            "{opponent}に急所 {move} を打たれ、{stones}が死にます。",
            "{opponent}이 급소 {move}에 두면 {stones}이 죽습니다.",
        ],
        Attack::Cut => [
            "{opponent} {move} cuts off {stones}.",
            "{opponent} {move} 断，{stones}被切断。",
            "{opponent} {move} で{stones}が切り離されます。",
            "{opponent}이 {move}에서 끊어 {stones}이 고립됩니다.",
        ],
        Attack::Catch => [
            "{opponent} {move} catches {stones}.",
            "{opponent} {move} 吃住{stones}。",
            "{opponent} {move} で{stones}が取られます。",
            "{opponent}이 {move}에 두면 {stones}이 잡힙니다.",
        ],
        Attack::Kill => [
            "{opponent} {move} kills {stones}.",
            "{opponent} {move} 杀死{stones}。",
            "{opponent} {move} で{stones}が死にます。",
            "{opponent}이 {move}에 두면 {stones}이 죽습니다.",
        ],
    }
}

const fn spares(attack: Attack) -> Texts {
    match attack {
        Attack::Take => [
            "{player} {move} would have taken {stones}.",
            "{player} {move} 本可提掉{stones}。",
            "{player} {move} で{stones}を抜けました。",
            "{player}이 {move}에 두면 {stones}을 따낼 수 있었습니다.",
        ],
        Attack::Ladder => [
            "{player} {move} would have caught {stones} in a ladder.",
            "{player} {move} 本可征吃{stones}。",
            "{player} {move} で{stones}をシチョウで取れました。",
            "{player}이 {move}에 두면 {stones}을 축으로 잡을 수 있었습니다.",
        ],
        Attack::Net => [
            "{player} {move} would have caught {stones} in a net.",
            "{player} {move} 本可枷吃{stones}。",
            "{player} {move} で{stones}をゲタで取れました。",
            "{player}이 {move}에 두면 {stones}을 장문으로 잡을 수 있었습니다.",
        ],
        Attack::Vital => [
            "{player} {move}, the vital point, would have killed {stones}.",
            "{player}点在要点 {move} 本可杀死{stones}。",
            "{player}が急所 {move} に打てば、{stones}を殺せました。",
            "{player}이 급소 {move}에 두면 {stones}을 죽일 수 있었습니다.",
        ],
        Attack::Cut => [
            "{player} {move} would have cut off {stones}.",
            "{player} {move} 断，本可切断{stones}。",
            "{player} {move} で{stones}を切り離せました。",
            "{player}이 {move}에서 끊으면 {stones}을 고립시킬 수 있었습니다.",
        ],
        Attack::Catch => [
            "{player} {move} would have caught {stones}.",
            "{player} {move} 本可吃住{stones}。",
            "{player} {move} で{stones}を取れました。",
            "{player}이 {move}에 두면 {stones}을 잡을 수 있었습니다.",
        ],
        Attack::Kill => [
            "{player} {move} would have killed {stones}.",
            "{player} {move} 本可杀死{stones}。",
            "{player} {move} で{stones}を殺せました。",
            "{player}이 {move}에 두면 {stones}을 죽일 수 있었습니다.",
        ],
    }
}

const fn unsaved(rescue: Rescue) -> Texts {
    match rescue {
        Rescue::Capture => [
            "{player} {move} would have saved {stones} by a capture.",
            "{player} {move} 提子，本可救活{stones}。",
            "{player} {move} で相手の石を取れば、{stones}は助かりました。",
            "{player}이 {move}에서 상대 돌을 따내면 {stones}을 살릴 수 있었습니다.",
        ],
        Rescue::Connect => [
            "{player} {move} would have connected {stones}.",
            "{player} {move} 本可接回{stones}。",
            "{player} {move} で{stones}はつながりました。",
            "{player}이 {move}에 두면 {stones}을 연결할 수 있었습니다.",
        ],
        Rescue::Extend => [
            "{player} {move} would have saved {stones} by extending.",
            "{player} {move} 长，本可救出{stones}。",
            "{player} {move} とのびれば、{stones}は助かりました。",
            "{player}이 {move}에 늘면 {stones}을 살릴 수 있었습니다.",
        ],
        Rescue::Eye => [
            "{player} {move} would have made an eye for {stones}.",
            "{player} {move} 做眼，本可救活{stones}。",
            "{player} {move} で眼を作れば、{stones}は生きました。",
            "{player}이 {move}에 눈을 만들면 {stones}을 살릴 수 있었습니다.",
        ],
    }
}
