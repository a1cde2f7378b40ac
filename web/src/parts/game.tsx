import { usePage } from "../context";
import { resultText, rulesText } from "../texts";
import { LevelField, PlayerField } from "./fields";

/** What the game is about, and what can be changed while it goes on. */
export function GamePanel() {
  const { model, controller, say } = usePage();
  const { game } = model;
  if (!game) return null;
  const facts: [string, string][] = [
    [say("size"), `${game.size}×${game.size}`],
    [say("komi"), String(game.komi)],
    [say("rules"), rulesText(game.rules, say)],
  ];
  if (game.handicap) facts.splice(2, 0, [say("handicap"), String(game.handicap)]);
  if (game.names.some(Boolean)) facts.unshift([say("game"), say("against", { black: game.names[0] ?? say("black"), white: game.names[1] ?? say("white") })]);
  if (game.recorded_rules) facts.push([say("recorded_rules"), game.recorded_rules]);
  if (game.recorded_result) facts.push([say("recorded_result"), resultText(game.recorded_result, say)]);
  return (
    <>
      {model.plays && <div class="fields">
        <PlayerField value={game.player} onChange={(player) => controller.setPlayers({ player })} />
        <LevelField value={game.level} size={game.size} onChange={(level) => controller.setPlayers({ level })} />
      </div>}
      <dl id="game">{facts.map(([name, value]) => <div key={name}><dt>{name}</dt><dd>{value}</dd></div>)}</dl>
      <button class="link" onClick={() => controller.dispatch({ type: "dialog", dialog: "keys" })}>{say("keyboard")}</button>
    </>
  );
}
