import type { JsonObject } from "../../../lib/index.ts";
import type { RunContext, ToolDecision } from "../../../sidecar/index.ts";
import type { EventWriter } from "../../host/event-writer.ts";
import { JsonRpcError, METHOD_NOT_FOUND } from "../../host/json-rpc-peer.ts";
import { objectOf, textOf } from "../members.ts";
import { commandOf, toolsOf } from "../tools.ts";
import type { ItemEvents, OpenItem } from "./item-events.ts";

/** What becomes of a tool that Codex asks about. */
type Answer = "allow" | "deny" | "cancel";

/** What the answers need. */
export interface RequestSetting {
  readonly askTool: RunContext["askTool"];
  readonly items: ItemEvents;
  readonly writer: EventWriter;
}

const DECISIONS = { allow: "accept", deny: "decline", cancel: "cancel" } as const;

/** The answer to a request that nobody can decide on, or that nothing is granted for beyond the sandbox around Codex. */
export function refuseRequest(method: string): object {
  switch (method) {
    case "item/commandExecution/requestApproval":
    case "item/fileChange/requestApproval":
      return { decision: DECISIONS.deny };
    case "mcpServer/elicitation/request":
      return { action: DECISIONS.deny, content: null, _meta: null };
    case "item/tool/requestUserInput":
      return { answers: {} };
    case "item/permissions/requestApproval":
      return { permissions: {}, scope: "turn" };
    default:
      throw new JsonRpcError(METHOD_NOT_FOUND, `${method} is not offered by this client`);
  }
}

/**
 * Answers the requests of Codex. Each tool is allowed once and never for the rest of the session, so that Codex asks again. What
 * nobody can decide is refused.
 */
export class ServerRequests {
  readonly #setting: RequestSetting;

  constructor(setting: RequestSetting) {
    this.#setting = setting;
  }

  async answer(method: string, params: JsonObject): Promise<unknown> {
    switch (method) {
      case "item/commandExecution/requestApproval":
        return { decision: DECISIONS[await this.#aboutCommand(method, params)] };
      case "item/fileChange/requestApproval":
        return { decision: DECISIONS[await this.#aboutItem(method, params, this.#find(params))] };
      case "mcpServer/elicitation/request":
        return this.#aboutServer(method, params);
      default:
        return refuseRequest(method);
    }
  }

  #find(params: JsonObject): OpenItem | undefined {
    return this.#setting.items.find(textOf(params, "itemId"));
  }

  /** Input for a command that runs already is asked for like a command. It has no item of its own. */
  async #aboutCommand(method: string, params: JsonObject): Promise<Answer> {
    const open = this.#find(params);
    const isInput = textOf(params, "kind") === "writeStdin";
    if (open !== undefined && open.state === "undecided" && !isInput) {
      return this.#aboutItem(method, params, open);
    }
    const id = textOf(params, "approvalId") || textOf(params, "itemId");
    const answer = await this.#ask("Bash", { command: commandOf(params), cwd: textOf(params, "cwd") });
    if (answer?.verdict === "deny") {
      await this.#inLine(method, params, () =>
        this.#setting.writer.toolDenied({ id, name: "Bash" }, answer.reason),
      );
    }
    return answer?.verdict ?? "cancel";
  }

  async #aboutServer(method: string, params: JsonObject): Promise<object> {
    const meta = objectOf(params, "_meta");
    const isApproval = textOf(meta, "codex_approval_kind") === "mcp_tool_call";
    const open = isApproval
      ? this.#setting.items.findMcpCall(
          textOf(params, "serverName"),
          meta["tool_params"] ?? null,
          textOf(params, "message"),
        )
      : undefined;
    const action = DECISIONS[await this.#aboutItem(method, params, open)];
    return { action, content: action === "accept" ? {} : null, _meta: null };
  }

  /** Asks for each tool of an item. The item runs if all of them are allowed. */
  async #aboutItem(method: string, params: JsonObject, open: OpenItem | undefined): Promise<Answer> {
    if (open === undefined) return "deny";
    const { items } = this.#setting;
    for (const { name, input } of toolsOf(open.item)) {
      const answer = await this.#ask(name, input);
      if (answer?.verdict === "allow") continue;
      await this.#inLine(method, params, () => items.deny(open, answer?.reason ?? "the run is cancelled"));
      return answer === undefined ? "cancel" : "deny";
    }
    await this.#inLine(method, params, () => items.allow(open));
    return "allow";
  }

  /** Undefined if the run is cancelled before the answer. */
  async #ask(name: string, input: unknown): Promise<ToolDecision | undefined> {
    try {
      return await this.#setting.askTool(name, input);
    } catch {
      return undefined;
    }
  }

  async #inLine(method: string, params: JsonObject, handle: () => Promise<void>): Promise<void> {
    await this.#setting.writer.line({ method, params }, JSON.stringify(params).length, handle);
  }
}
