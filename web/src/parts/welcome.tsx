import { useState } from "preact/hooks";

import { usePage } from "../context";
import { FULL, levelOf, rankOf } from "../facts";
import { rankText } from "../texts";
import { Choice, Field, LevelField } from "./fields";
import { Icon } from "./icon";

/** The rank to begin with, by what players call themselves. Negative numbers are dan. */
const PLAYERS = [["beginner", 25], ["kyu_player", 8], ["dan_player", -1]] as const;

/** Kyu down to that of the lowest level, then dan up to that of the highest. */
const ranks = (): number[] => [
  ...Array.from({ length: rankOf(1) }, (_, i) => rankOf(1) - i), ...Array.from({ length: -rankOf(FULL) }, (_, i) => -1 - i),
];

/** Asks a new visitor for a level. The first move of a game ends this, too. */
export function Welcome() {
  const { model, controller, say } = usePage();
  const [rank, setRank] = useState(0);
  const { game } = model;
  if (!game || model.settings.welcomed || game.moves.length > 0) return null;
  const choose = (next: number) => {
    setRank(next);
    controller.setPlayers({ level: levelOf(next) });
  };
  const players = PLAYERS.map(([name, each]) => [each, say(name)] as const);
  return (
    <section class="card welcome" aria-labelledby="welcome">
      <div class="dialog-head">
        <h2 id="welcome">{say("welcome")}</h2>
        <button class="quiet round" aria-label={say("close")} onClick={() => controller.dispatch({ type: "settings", settings: { welcomed: true } })}><Icon name="close" /></button>
      </div>
      <Choice<number> label={say("welcome")} value={rank} options={players} onChange={choose} />
      <Field label={say("or_rank")}>
        <select value={rank} onChange={({ currentTarget }) => choose(Number(currentTarget.value))}>
          {!ranks().includes(rank) && <option value={rank}>–</option>}
          {ranks().map((each) => <option key={each} value={each}>{rankText(each, say)}</option>)}
        </select>
      </Field>
      <LevelField value={game.level} size={game.size} onChange={(level) => controller.setPlayers({ level })} />
    </section>
  );
}
