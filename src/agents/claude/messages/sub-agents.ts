import type { JsonObject } from "../../../lib/index.ts";
import { RecentIds } from "../../host/recent-ids.ts";

const SUB_AGENT = "local_agent";
const ENDED = new Set(["completed", "failed", "killed", "stopped"]);

/** The sub-agents of a run: the tool call that started each, and which of them and of the commands beside them still work. */
export class SubAgents {
  readonly #parents = new RecentIds<string>();
  readonly #working = new Set<string>();
  readonly #commands = new Set<string>();

  /** Whether a sub-agent works in the background, so that another result will come. */
  get areWorking(): boolean {
    return this.#working.size > 0;
  }

  /** Whether a command that is no sub-agent works in the background. No result follows it. */
  get haveCommands(): boolean {
    return this.#commands.size > 0;
  }

  /** Takes a line of type `system` into account. */
  observe(line: JsonObject): void {
    const { subtype, task_id: id, tool_use_id: toolUseId, patch } = line;
    if (typeof id !== "string") return;
    if (subtype === "task_started" && line["task_type"] !== SUB_AGENT) this.#commands.add(id);
    else if (subtype === "task_started") {
      this.#working.add(id);
      if (typeof toolUseId === "string") this.#parents.set(id, toolUseId);
    }
    const status = subtype === "task_updated" ? (patch as JsonObject | null)?.["status"] : line["status"];
    if (!ENDED.has(status as string)) return;
    this.#working.delete(id);
    this.#commands.delete(id);
  }

  /** The tool call that started a sub-agent. */
  parentOf(id: unknown): string | undefined {
    return typeof id === "string" ? this.#parents.get(id) : undefined;
  }
}
