import { usePage } from "../context";
import { ExplorePanel } from "../explore/panel";
import type { TabName } from "../state";
import { CandidateTable } from "./candidates";
import { GamePanel } from "./game";
import { MistakeTable } from "./mistakes";
import { TreePanel } from "./tree";

const PANELS = { moves: CandidateTable, mistakes: MistakeTable, tree: TreePanel, explore: ExplorePanel, game: GamePanel };

export function Tabs() {
  const { model, controller, say } = usePage();
  const names: [TabName, string][] = [["moves", say("candidates")], ["mistakes", say("review_short")], ["tree", say("variations")], ["explore", say("explore")], ["game", say("game")]];
  if (!model.plays) names.splice(3, 1);
  const select = (tab: TabName) => controller.dispatch({ type: "tab", tab });
  const key = (event: KeyboardEvent, i: number) => {
    const shift = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!shift) return;
    event.preventDefault();
    const [tab] = names[(i + shift + names.length) % names.length] ?? ["moves"];
    select(tab as TabName);
    document.getElementById(`tab-${tab}`)?.focus();
  };
  const Panel = PANELS[model.tab];
  return (
    <section class="card tabs">
      <div class="tab-row" role="tablist">
        {names.map(([tab, text], i) => (
          <button
            key={tab} role="tab" id={`tab-${tab}`} aria-selected={model.tab === tab} aria-controls="panel"
            tabIndex={model.tab === tab ? 0 : -1} onClick={() => select(tab)} onKeyDown={(event) => key(event, i)}
          >
            {text}
          </button>
        ))}
      </div>
      <div id="panel" class="panel" role="tabpanel" aria-labelledby={`tab-${model.tab}`} tabIndex={0}><Panel /></div>
    </section>
  );
}
