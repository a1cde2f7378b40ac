import { useEffect, useState } from "preact/hooks";

import { SmallBoard } from "../board/small_board";
import { usePage } from "../context";
import { dayText } from "../earlier_games";
import type { EarlierGame } from "../protocol";
import { nameText, resultText } from "../texts";
import { Dialog } from "./dialog";
import { chooseFiles } from "./header";
import { Icon } from "./icon";

/** More games than these can be searched. */
const FEW = 5;

/** The earlier games, to go on with one or to remove one; or a record is opened. */
export function GamesDialog() {
  const { model, controller, say } = usePage();
  const [games, setGames] = useState<EarlierGame[] | null>(null);
  const [wanted, setWanted] = useState("");
  useEffect(() => {
    let isLatest = true;
    void controller.games().then((games) => isLatest && setGames(games));
    return () => { isLatest = false; };
  }, [model.game?.revision, model.game?.games]);
  const rows = (games ?? []).map((game) => ({
    game,
    names: say("against", { black: nameText(game, "black", say), white: nameText(game, "white", say) }),
    facts: [
      dayText(game, model.settings.language), game.player !== "both" && say("level_n", { level: game.level }), say("moves_made", { n: game.moves }),
      game.result && resultText(game.result, say),
    ].filter(Boolean).join("\u00a0· "),
  }));
  const found = rows.filter(({ names, facts }) => `${names} ${facts}`.toLowerCase().includes(wanted.trim().toLowerCase()));
  return (
    <Dialog title={say("earlier_games")}>
      <button id="choose" onClick={chooseFiles}><Icon name="open" />{say("open_record")}</button>
      {(wanted || rows.length > FEW) && <input type="search" placeholder={say("search")} value={wanted} onInput={({ currentTarget }) => setWanted(currentTarget.value)} />}
      {found.length === 0 && <p class="faint">{say(games ? "none" : "loading")}</p>}
      <ul id="games">{found.map((row) => <GameRow key={row.game.time} {...row} />)}</ul>
    </Dialog>
  );
}

function GameRow({ game: { time, stones }, names, facts }: { game: EarlierGame; names: string; facts: string }) {
  const { controller, say } = usePage();
  const [asks, setAsks] = useState(false);
  const remove = `${say("remove")}${asks ? "?" : ""}`;
  return (
    <li>
      <button onClick={() => void controller.open(time)}>
        <SmallBoard stones={stones} /><span>{names}<small>{facts}</small></span>
      </button>
      <button
        class={asks ? "main" : "quiet"} aria-label={`${remove} ${names}`}
        onBlur={() => setAsks(false)} onClick={() => (asks ? void controller.act({ action: "remove", time }) : setAsks(true))}
      >
        {asks ? remove : <Icon name="close" />}
      </button>
    </li>
  );
}
