/** Asks what is known of the position that is shown, and begins walks through the book and the set-up of positions. */

import { nameOf } from "../board/points";
import type { Controller } from "../controller";
import { FULL } from "../facts";
import type { GameState } from "../protocol";
import type { Transport } from "../transport/transport";
import { recordOf, setupOf } from "./setup";

/** If fewer points are open, the page looks for exact results by itself. */
const FEW_POINTS = 15;

export class Explorer {
  /** The revision that was asked about. */
  private asked = -1;

  constructor(private controller: Controller, private transport: Transport, private request: (ask: Promise<GameState>) => Promise<boolean>) {}

  /** Asks about the position that is shown, once, while the visitor explores. */
  async follow(): Promise<void> {
    const { game, tab, setup } = this.controller.state;
    if (tab !== "explore" || !game || setup || this.asked === game.revision) return;
    const { revision } = game;
    this.asked = revision;
    try {
      const explored = await this.transport.explore();
      // This answer may come later than the answer to a newer question.
      if (this.asked !== revision) return;
      this.controller.dispatch({ type: "explored", explored });
      if (explored.open_points < FEW_POINTS && this.controller.state.game?.revision === explored.revision) await this.solve();
    } catch (error) {
      this.controller.fail(error);
    }
  }

  /** Looks for exact results in the position that is shown. */
  async solve(): Promise<void> {
    const { controller } = this;
    const { game } = controller.state;
    if (!game || game.phase === "over") return;
    // The solver needs a session, which the first action creates.
    if (game.revision === 0 && !(await controller.act({ action: "go", to: game.at }))) return;
    const revision = controller.state.game?.revision ?? null;
    controller.dispatch({ type: "solving", revision });
    try {
      const solved = await this.transport.solve();
      if (controller.state.game?.revision === solved.revision) controller.dispatch({ type: "solved", solved });
    } catch (error) {
      controller.fail(error);
    } finally {
      if (controller.state.solving === revision) controller.dispatch({ type: "solving", revision: null });
    }
  }

  /** Begins a walk through the opening book. */
  walk(): void {
    const level = this.controller.state.game?.level ?? FULL;
    void this.controller.act({ action: "new", size: 9, player: "both", level, handicap: 0, komi: null, rules: "chinese", minutes: null, increment: 0 });
  }

  /** Begins to set up a position. */
  setUp(): void {
    const { game } = this.controller.state;
    this.controller.dispatch({ type: "calm" });
    if (game) this.controller.dispatch({ type: "setup", setup: setupOf(game) });
  }

  /** Goes on with the position that was set up, or with a part of it and stones around. */
  async useSetup(): Promise<void> {
    const { setup } = this.controller.state;
    if (!setup) return;
    this.controller.dispatch({ type: "calm" });
    const record = new TextEncoder().encode(recordOf(setup)).buffer;
    if (!(await this.request(this.transport.load(record)))) return;
    const [one, other = one] = setup.part.map((place) => nameOf(place, setup.size));
    if (one && other && !(await this.controller.act({ action: "frame", part: [one, other] }))) return;
    this.controller.dispatch({ type: "setup", setup: null });
    this.controller.dispatch({ type: "tab", tab: "explore" });
  }
}
