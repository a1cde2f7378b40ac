import { usePage } from "../context";
import { numberOf } from "../facts";
import { Icon, type IconName } from "./icon";

/** Steps through the game, and what is shown of it. */
export function Navigation() {
  const { model, controller, say } = usePage();
  const { game } = model;
  if (!game) return <div class="navigation" />;
  const last = game.moves.length;
  const [isAtStart, isAtEnd] = [game.at === 0, game.at === last];
  const step = (id: string, icon: IconName, text: string, key: string, isOff: boolean, go: () => void) => (
    <button id={id} class="step" title={`${text} (${key})`} aria-label={text} disabled={isOff} onClick={go}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="navigation">
      <div class="steps" role="group" aria-label={say("navigation")}>
        {step("first", "first", say("to_start"), "Home", isAtStart, () => void controller.go(0))}
        {step("back", "back", say("back"), "←", isAtStart, () => controller.step(-1))}
        <input
          class="slider" type="range" min="0" max={Math.max(1, last)} value={game.at} disabled={last === 0}
          aria-label={say("navigation")} aria-valuetext={say("move_number", { at: numberOf(game, game.at), n: numberOf(game, last) })}
          onChange={(event) => void controller.go(Number(event.currentTarget.value))}
        />
        {step("next", "next", say("forward"), "→", isAtEnd, () => controller.step(1))}
        {step("last", "last", say("to_end"), "End", isAtEnd, () => void controller.go(last))}
        <span class="count">{numberOf(game, game.at)} / {numberOf(game, last)}</span>
      </div>
      <div class="switches">
        <button id="analysis" role="switch" aria-checked={model.analyzes} onClick={() => controller.setAnalyzes(!model.analyzes)}>
          <Icon name="analysis" /><span>{say("analysis")}</span>
        </button>
        <button
          id="owners" role="switch" aria-checked={model.settings.territory}
          onClick={() => controller.dispatch({ type: "settings", settings: { territory: !model.settings.territory } })}
        >
          <Icon name="territory" /><span>{say("territory")}</span>
        </button>
      </div>
    </div>
  );
}
