import type { JsonObject } from "../../../lib/index.ts";
import { RecentIds } from "../../host/recent-ids.ts";

const SUB_AGENT = "local_agent";
const ENDED = new Set(["completed", "failed", "killed", "stopped"]);

/** The sub-agents of a run: the tool call that started each, and which of them still work. */
export class SubAgents {
  readonly #parents = new RecentIds<string>();
  readonly #working = new Set<string>();

  /** Whether a sub-agent works in the background, so that another result will come. */
  get areWorking(): boolean {
    return this.#working.size > 0;
  }

  /** Takes a line of type `system` into account. */
  observe(line: JsonObject): void {
    const { subtype, task_id: id, tool_use_id: toolUseId, patch } = line;
    if (typeof id !== "string") return;
    if (subtype === "task_started" && line["task_type"] === SUB_AGENT) {
      this.#working.add(id);
      if (typeof toolUseId === "string") this.#parents.set(id, toolUseId);
    }
    const status = subtype === "task_updated" ? (patch as JsonObject | null)?.["status"] : line["status"];
    if (ENDED.has(status as string)) this.#working.delete(id);
  }

  /** The tool call that started a sub-agent. */
  parentOf(id: unknown): string | undefined {
    return typeof id === "string" ? this.#parents.get(id) : undefined;
  }
}
