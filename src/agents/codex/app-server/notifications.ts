import type { JsonObject } from "../../../lib/index.ts";
import type { EventWriter } from "../../host/event-writer.ts";
import { objectOf, objectsOf, textOf } from "../members.ts";
import type { ItemEvents } from "./item-events.ts";
import type { SubAgents } from "./sub-agents.ts";
import type { ThreadUsage } from "./thread-usage.ts";
import { turnErrorText } from "./turn-error.ts";

/** How the turn of a run ended. */
export interface TurnEnd {
  readonly status: string;
  /** The message of the error; undefined if there is none. */
  readonly error: string | undefined;
}

/** What the notifications of one run are turned into. */
export interface NotificationSetting {
  readonly writer: EventWriter;
  readonly items: ItemEvents;
  readonly subAgents: SubAgents;
  readonly usage: ThreadUsage;
  readonly onTurnEnd: (end: TurnEnd) => void;
}

/**
 * Notifications without news for a reader, or with news that come in another one too. Codex is asked not to send the first
 * group; the lines of the second are not kept.
 */
export const unwantedNotifications: readonly string[] = [
  "account/rateLimits/updated",
  "item/fileChange/outputDelta",
  "item/fileChange/patchUpdated",
  "remoteControl/status/changed",
  "serverRequest/resolved",
  "thread/goal/cleared",
  "thread/started",
  "thread/status/changed",
  // The whole diff again after each change of it. The backplane compares the workspace itself.
  "turn/diff/updated",
];

const bookkeeping: ReadonlySet<string> = new Set([
  ...unwantedNotifications,
  "item/started",
  "item/commandExecution/outputDelta",
  "turn/started",
]);

/** Handles the notifications of Codex. Those that are not known make no event; their lines are kept. */
export class Notifications {
  readonly #setting: NotificationSetting;
  readonly #turns = new Set<string>();

  constructor(setting: NotificationSetting) {
    this.#setting = setting;
  }

  /** Whether a turn that has begun has not ended, such as one of a sub-agent. */
  get areTurnsOpen(): boolean {
    return this.#turns.size > 0;
  }

  /** Whether the line of a notification is not worth keeping if it makes no event. */
  isBookkeeping(method: string, params: JsonObject): boolean {
    return bookkeeping.has(method) || textOf(objectOf(params, "item"), "type") === "userMessage";
  }

  async handle(method: string, params: JsonObject): Promise<void> {
    const { writer, items, subAgents, usage } = this.#setting;
    const item = objectOf(params, "item");
    const itemId = textOf(params, "itemId");
    const parent = () => subAgents.parentOf(textOf(params, "threadId"));
    switch (method) {
      case "item/started":
        subAgents.note(item);
        return items.started(item, parent());
      case "item/completed":
        subAgents.note(item);
        return items.completed(item, parent());
      case "item/agentMessage/delta":
        return items.textPiece(itemId, textOf(params, "delta"), parent());
      case "item/reasoning/textDelta":
      case "item/reasoning/summaryTextDelta":
        return items.thinkingPiece(itemId, textOf(params, "delta"), parent());
      case "item/commandExecution/outputDelta":
        return items.outputPiece(itemId, textOf(params, "delta"));
      case "turn/plan/updated":
        return writer.plan(objectsOf(params, "plan").map(planEntry));
      case "turn/started":
        this.#turns.add(textOf(objectOf(params, "turn"), "id"));
        return usage.turnStarted(textOf(objectOf(params, "turn"), "id"));
      case "thread/tokenUsage/updated":
        usage.update(params);
        return writer.usage(usage.total ?? {});
      case "turn/completed":
        return this.#turnCompleted(params);
      case "error":
        return this.#error(params);
      case "warning":
      case "guardianWarning":
        return writer.warning(textOf(params, "message"));
      case "configWarning":
      case "deprecationNotice":
        // What follows the first line is advice for a configuration file that the run does not have.
        return writer.warning(firstLine(textOf(params, "summary")));
      case "model/rerouted":
        return writer.warning(
          `Codex called ${textOf(params, "toModel")} instead of ${textOf(params, "fromModel")}`,
        );
      case "mcpServer/startupStatus/updated":
        return this.#serverStatus(params);
    }
  }

  #turnCompleted(params: JsonObject): void {
    const { subAgents, onTurnEnd } = this.#setting;
    this.#turns.delete(textOf(objectOf(params, "turn"), "id"));
    if (!subAgents.isMainThread(textOf(params, "threadId"))) return;
    const turn = objectOf(params, "turn");
    const error = turn["error"] === null || turn["error"] === undefined ? undefined : objectOf(turn, "error");
    onTurnEnd({
      status: textOf(turn, "status"),
      error: error === undefined ? undefined : turnErrorText(error),
    });
  }

  async #error(params: JsonObject): Promise<void> {
    const { writer, subAgents } = this.#setting;
    const text = turnErrorText(objectOf(params, "error"));
    const isMain = subAgents.isMainThread(textOf(params, "threadId"));
    if (params["willRetry"] === true) await writer.warning(`Codex tries again: ${text}`);
    else if (isMain) await writer.error(text);
    else await writer.warning(`a sub-agent of Codex failed: ${text}`);
  }

  async #serverStatus(params: JsonObject): Promise<void> {
    if (textOf(params, "status") !== "failed") return;
    const name = textOf(params, "name");
    await this.#setting.writer.warning(`the MCP server ${name} did not start: ${textOf(params, "error")}`);
  }
}

function planEntry(step: JsonObject): { content: string; status: string } {
  const status = textOf(step, "status");
  return { content: textOf(step, "step"), status: status === "inProgress" ? "in_progress" : status };
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0] as string;
}
