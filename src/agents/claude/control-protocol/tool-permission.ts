import { type JsonObject, textOfJson } from "../../../lib/index.ts";
import type { RunContext } from "../../../sidecar/index.ts";
import { isJsonObject } from "../../host/agent-line.ts";
import type { EventWriter } from "../../host/event-writer.ts";
import type { SubAgents } from "../messages/sub-agents.ts";
import type { ToolUses } from "../messages/tool-uses.ts";
import { contractTool, isAnswerTool } from "../tools.ts";

/** What a permission needs of its run. */
export interface PermissionSetting {
  readonly askTool: RunContext["askTool"];
  readonly writer: EventWriter;
  readonly uses: ToolUses;
  readonly subAgents: SubAgents;
}

/** Lets the backplane decide on each tool before Claude Code uses it. */
export class ToolPermission {
  readonly #setting: PermissionSetting;

  constructor(setting: PermissionSetting) {
    this.#setting = setting;
  }

  /**
   * Answers the hook before a tool. The default mode allows some tools without asking, such as those that read; this answer
   * makes Claude Code ask for them too.
   */
  hookAnswer(input: JsonObject): object {
    const isAnswer = isAnswerTool(textOfJson(input["tool_name"]));
    return {
      hookSpecificOutput: {
        hookEventName: "PreToolUse",
        permissionDecision: isAnswer ? "allow" : "ask",
        permissionDecisionReason: isAnswer ? "the answer of the run" : "the backplane decides",
      },
    };
  }

  /** Decides on one use of a tool. An allowed tool gets its input unchanged, and its call becomes an event first. */
  async decide(request: JsonObject, line: JsonObject): Promise<object> {
    const nativeName = textOfJson(request["tool_name"]);
    const nativeInput = isJsonObject(request["input"]) ? request["input"] : {};
    const allowed = { behavior: "allow", updatedInput: nativeInput };
    if (isAnswerTool(nativeName)) return allowed;
    const { askTool, writer, uses } = this.#setting;
    const id = textOfJson(request["tool_use_id"]);
    const { name, input } = contractTool(nativeName, nativeInput);
    uses.asked(id);
    let decision: Awaited<ReturnType<RunContext["askTool"]>>;
    try {
      decision = await askTool(name, input);
    } catch (error) {
      return { behavior: "deny", message: String(error), interrupt: true };
    }
    const characters = JSON.stringify(line).length;
    if (decision.verdict !== "allow") {
      await writer.line(line, characters, () => writer.toolDenied({ id, name }, decision.reason));
      return { behavior: "deny", message: decision.reason };
    }
    const call = { id, name, input, nativeName, parentId: this.#parentOf(id, request) };
    await writer.line(line, characters, () => writer.toolCall(call));
    return allowed;
  }

  #parentOf(id: string, request: JsonObject): string | undefined {
    const { uses, subAgents } = this.#setting;
    return uses.find(id)?.parentId ?? subAgents.parentOf(request["agent_id"]);
  }
}
