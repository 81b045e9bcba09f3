import type { ToolDecision } from "../../../sidecar/index.ts";

/** Older decisions are forgotten; an agent asks at once or never. */
const MAX_DECISIONS = 1000;

/** What a hook's question and the agent's own question about the same call have in common. */
interface Asked {
  readonly id: string;
}

/** The decisions that hooks got. An agent may ask about the same call once more, in its own way. */
export class HookDecisions {
  readonly #decisions = new Map<string, ToolDecision>();

  add({ id }: Asked, decision: ToolDecision): void {
    this.#decisions.set(id, decision);
    if (this.#decisions.size > MAX_DECISIONS) {
      this.#decisions.delete(this.#decisions.keys().next().value as string);
    }
  }

  /** Returns the decision on a call once. The id of a call may have a prefix that the hook does not know. */
  take({ id }: Asked): ToolDecision | undefined {
    for (const known of [id, id.slice(id.indexOf(":") + 1)]) {
      const decision = this.#decisions.get(known);
      if (decision === undefined) continue;
      this.#decisions.delete(known);
      return decision;
    }
    return undefined;
  }
}
