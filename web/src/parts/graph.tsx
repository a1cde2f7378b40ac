import { usePage } from "../context";
import { numberOf, reach, shownMistakes, stepOf, valueAt } from "../facts";
import { percentText, signedText } from "../texts";

const [LEFT, RIGHT, TOP, BOTTOM] = [38, 366, 10, 122];
const [WIDTH, HEIGHT] = [400, 142];

/** Win rate and points of Black over the game. */
export function Graph() {
  const { model, controller, say } = usePage();
  const { game } = model;
  if (!game) return null;
  const last = Math.max(game.moves.length, 10);
  const values = Array.from({ length: game.moves.length + 1 }, (_, i) => valueAt(model, i));
  const most = reach(values);
  const x = (at: number) => LEFT + ((RIGHT - LEFT) * at) / last;
  const y = (share: number) => BOTTOM - (BOTTOM - TOP) * share;
  const yOfLead = (lead: number) => y(0.5 + Math.max(-1, Math.min(1, lead / most)) / 2);
  const known = values.flatMap((value, at) => (value ? [{ at, value }] : []));
  const rate = known.map(({ at, value }) => `${x(at).toFixed(1)},${y(value.win_rate).toFixed(1)}`);
  const leads = known.flatMap(({ at, value }) => (value.lead === null ? [] : [`${x(at).toFixed(1)},${yOfLead(value.lead).toFixed(1)}`]));
  const bad = shownMistakes(model);
  const value = values[game.at];
  const label = value
    ? say("graph_value", { n: numberOf(game, game.at), rate: percentText(value.win_rate), points: value.lead === null ? "" : say("graph_points", { points: signedText(value.lead) }) })
    : say("not_analyzed");
  const space = [5, 10, 20, 50, 100, 200].find((each) => last / each <= 8) ?? 500;
  const ticks = Array.from({ length: Math.floor(last / space) + 1 }, (_, i) => i * space);
  const goTo = (event: MouseEvent) => {
    const box = (event.currentTarget as Element).getBoundingClientRect();
    const at = (((event.clientX - box.left) * WIDTH) / box.width - LEFT) / (RIGHT - LEFT) * last;
    void controller.go(Math.max(0, Math.min(game.moves.length, Math.round(at))));
  };
  return (
    <section class="card graph-card">
      <div class="card-head">
        <h2>{say("graph")}</h2>
        {value && (
          <p class="now">
            <b class="rate">{percentText(value.win_rate)}</b>
            {value.lead !== null && <b class="lead">{signedText(value.lead)}</b>}
          </p>
        )}
      </div>
      <svg id="graph" class="graph" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} onClick={goTo}>
        <rect class="plot" x={LEFT} y={TOP} width={RIGHT - LEFT} height={BOTTOM - TOP} />
        {[0, 0.5, 1].map((share) => (
          <g key={share}>
            <path class={share === 0.5 ? "middle" : "grid"} d={`M${LEFT} ${y(share)}H${RIGHT}`} />
            <text class="rate" x={LEFT - 5} y={y(share) + 4} text-anchor="end">{100 * share}%</text>
            <text class="lead" x={RIGHT + 5} y={y(share) + 4}>{signedText((2 * share - 1) * most, 0)}</text>
          </g>
        ))}
        {ticks.map((tick) => <text key={tick} class="tick" x={x(tick)} y={HEIGHT - 5} text-anchor="middle">{numberOf(game, tick)}</text>)}
        {known.length > 1 && <polygon class="area" points={`${x(known[0]?.at ?? 0)},${y(0)} ${rate.join(" ")} ${x(known.at(-1)?.at ?? 0)},${y(0)}`} />}
        <polyline class="lead" points={leads.join(" ")} />
        <polyline class="rate" points={rate.join(" ")} />
        {known.length === 1 && <circle class="rate" cx={x(known[0]?.at ?? 0)} cy={y(known[0]?.value.win_rate ?? 0)} r="3" />}
        {bad.map((loss) => (
          <circle key={loss.number} class={`mistake step-${stepOf(loss.class)}`} cx={x(loss.number)} cy={y(values[loss.number]?.win_rate ?? 0)} r="4" />
        ))}
        <path class="here" d={`M${x(game.at)} ${TOP}V${BOTTOM}`} />
        {known.length === 0 && <text class="note" x={(LEFT + RIGHT) / 2} y={(TOP + BOTTOM) / 2 - 8} text-anchor="middle">{say("not_analyzed")}</text>}
      </svg>
    </section>
  );
}
