import { isObject, textMember } from "../../lines/json-lines.ts";
import type { ToolAnswer, ToolQuestion } from "../../run-starter.ts";
import type { AnnouncedTool } from "../../tools/announced-tools.ts";
import { patternsForAllBut } from "../../tools/approval-patterns.ts";
import { EDITING_TOOLS, READING_TOOLS } from "../../tools/tool-kinds.ts";
import type { ControlChannel } from "../control/control-channel.ts";
import { CHANGED_INPUT, changesInput } from "./changed-input.ts";
import { type PermissionMode, readMode } from "./permission-mode.ts";
import { namesTool } from "./permission-rules.ts";
import type { ToolHooks } from "./tool-hooks.ts";

/** What decisions on tools depend on. */
export interface PermissionSetting {
  readonly mode: PermissionMode;
  /** Tools that need no question. */
  readonly allowed: readonly string[];
  /** Whether the program answers questions. */
  readonly hasCallback: boolean;
  readonly channel: Pick<ControlChannel, "request">;
  /** The members that the input of every hook has. */
  readonly hookBase: () => object;
  /** Called where the program wants the whole turn to end. */
  readonly onInterrupt: () => void;
}

/** Decides on tools as Claude Code does: hooks, then the mode and the rules, then the program. */
export class ToolPermission {
  readonly #setting: PermissionSetting;
  readonly #allowed: Set<string>;
  hooks: ToolHooks | undefined;
  mode: PermissionMode;

  constructor(setting: PermissionSetting) {
    this.#setting = setting;
    this.#allowed = new Set(setting.allowed);
    this.mode = setting.mode;
  }

  /** The tools that a run must ask for, as patterns of a policy. */
  approvals(): readonly string[] {
    const isUnasked = (tool: string) => this.hooks?.concern(tool) !== true;
    if (this.mode === "bypassPermissions" && !this.#hasHooks()) return [];
    return patternsForAllBut(READING_TOOLS.filter(isUnasked));
  }

  async decide(tool: AnnouncedTool, question: ToolQuestion, signal: AbortSignal): Promise<ToolAnswer> {
    const hooked = await this.hooks?.decide({ ...tool, base: this.#setting.hookBase() }, signal);
    if (hooked?.verdict === "deny") return { deny: hooked.reason };
    if (!question.needsPerson && hooked?.verdict !== "ask") {
      if (hooked?.verdict === "allow") return { allow: true };
      const decided = this.#byMode(tool.name);
      if (decided !== undefined) return decided;
    }
    if (!this.#setting.hasCallback)
      return { deny: `nobody can be asked for ${tool.name}: there is no permission callback` };
    return this.#ask(tool, signal);
  }

  #hasHooks(): boolean {
    return this.hooks?.isEmpty === false;
  }

  /** Undefined where the program is to be asked. */
  #byMode(tool: string): ToolAnswer | undefined {
    if (this.mode === "plan" && !READING_TOOLS.includes(tool)) {
      return { deny: "the permission mode is `plan`: nothing is changed or run" };
    }
    const isAllowed =
      this.mode === "bypassPermissions" ||
      READING_TOOLS.includes(tool) ||
      (this.mode === "acceptEdits" && EDITING_TOOLS.includes(tool)) ||
      [...this.#allowed].some((rule) => namesTool(rule, tool));
    if (isAllowed) return { allow: true };
    return this.mode === "dontAsk"
      ? { deny: "the permission mode is `dontAsk`, and no rule allows the tool" }
      : undefined;
  }

  async #ask({ id, name, input }: AnnouncedTool, signal: AbortSignal): Promise<ToolAnswer> {
    const request = {
      subtype: "can_use_tool",
      tool_name: name,
      input,
      tool_use_id: id,
      permission_suggestions: [],
    };
    let answer: Awaited<ReturnType<ControlChannel["request"]>>;
    try {
      answer = await this.#setting.channel.request(request, signal);
    } catch (error) {
      return {
        deny: `the permission callback failed: ${error instanceof Error ? error.message : String(error)}`,
      };
    }
    if (answer["behavior"] !== "allow") {
      if (answer["interrupt"] === true) this.#setting.onInterrupt();
      return { deny: textMember(answer, "message") ?? "the permission callback denied the tool" };
    }
    if (changesInput(answer["updatedInput"], input)) return { deny: CHANGED_INPUT };
    for (const update of Array.isArray(answer["updatedPermissions"]) ? answer["updatedPermissions"] : [])
      this.#update(update);
    return { allow: true };
  }

  /** A rule or a mode that the program adds along with its answer. Only whole tools and modes are taken. */
  #update(update: unknown): void {
    if (!isObject(update)) return;
    if (update["type"] === "setMode") this.mode = readMode(update["mode"]);
    if (update["type"] !== "addRules" || update["behavior"] !== "allow" || !Array.isArray(update["rules"]))
      return;
    for (const rule of update["rules"]) {
      if (!isObject(rule) || rule["ruleContent"] !== undefined) continue;
      const tool = textMember(rule, "toolName");
      if (tool !== undefined) this.#allowed.add(tool);
    }
  }
}
