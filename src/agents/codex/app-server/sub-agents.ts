import type { JsonObject } from "../../../lib/index.ts";
import { listOf, textOf } from "../members.ts";

/** More sub-agents than this are not linked to their parent. */
const MAX_THREADS = 1000;

/** Which tool call started each sub-agent. A sub-agent has a thread of its own, whose items come beside those of its parent. */
export class SubAgents {
  readonly #parents = new Map<string, string>();
  #mainThread: string | undefined;
  #lastSpawn: string | undefined;

  /** Names the thread of the run. Until then every thread counts as it. */
  setMainThread(threadId: string): void {
    this.#mainThread = threadId;
  }

  isMainThread(threadId: string): boolean {
    return this.#mainThread === undefined || this.#mainThread === threadId;
  }

  /** Learns from an item that starts a sub-agent. Other items are ignored. */
  note(item: JsonObject): void {
    const type = textOf(item, "type");
    if (type === "collabAgentToolCall" && textOf(item, "tool") === "spawnAgent") {
      this.#link(textOf(item, "id"), listOf(item, "receiverThreadIds"));
    }
    if (type === "subAgentActivity" && textOf(item, "kind") === "started") {
      this.#link(textOf(item, "id"), [textOf(item, "agentThreadId")]);
    }
  }

  /**
   * The tool call that started the sub-agent of a thread; undefined for the thread of the run. The first items of a sub-agent may
   * come before its parent names its thread: then it is the last one that was started.
   */
  parentOf(threadId: string): string | undefined {
    if (this.isMainThread(threadId)) return undefined;
    return this.#parents.get(threadId) ?? this.#lastSpawn;
  }

  #link(callId: string, threads: readonly unknown[]): void {
    this.#lastSpawn = callId;
    for (const thread of threads) {
      if (typeof thread === "string" && this.#parents.size < MAX_THREADS) this.#parents.set(thread, callId);
    }
  }
}
