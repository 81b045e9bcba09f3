import { relative, resolve } from "node:path";
import { isObject, textMember } from "../../lines/json-lines.ts";
import type { ToolAnswer, ToolQuestion } from "../../run-starter.ts";
import type { AnnouncedTool } from "../../tools/announced-tools.ts";
import { patternsForAllBut } from "../../tools/approval-patterns.ts";
import { EDITING_TOOLS, READING_TOOLS } from "../../tools/tool-kinds.ts";
import type { ControlChannel } from "../control-channel.ts";
import { CHANGED_INPUT, changesInput } from "./changed-input.ts";
import { type PermissionMode, readMode } from "./permission-mode.ts";
import { hasMeaning, policyPatterns } from "./permission-rules.ts";
import { type Rule, ruleOf } from "./rules/rule.ts";
import { RuleList } from "./rules/rule-list.ts";
import type { ToolHooks } from "./tool-hooks.ts";

/** What decisions on tools depend on. */
export interface PermissionSetting {
  readonly mode: PermissionMode;
  readonly allow: readonly Rule[];
  readonly deny: readonly Rule[];
  readonly ask: readonly Rule[];
  /** The working directory, which rules on paths begin at. */
  readonly cwd: string;
  /** Whether the program answers questions. */
  readonly hasCallback: boolean;
  readonly channel: Pick<ControlChannel, "request">;
  /** The members that the input of every hook has. */
  readonly hookBase: () => object;
  /** Called if the program wants the whole turn to end. */
  readonly onInterrupt: () => void;
}

/** Decides on tools as Claude Code does: rules that deny, hooks, rules that ask, the mode and rules that allow, then the program. */
export class ToolPermission {
  readonly #setting: PermissionSetting;
  readonly #rules: Readonly<Record<Behavior, RuleList>>;
  hooks: ToolHooks | undefined;
  mode: PermissionMode;

  constructor(setting: PermissionSetting) {
    this.#setting = setting;
    const { allow, deny, ask, cwd } = setting;
    this.#rules = {
      allow: new RuleList(allow, cwd),
      deny: new RuleList(deny, cwd),
      ask: new RuleList(ask, cwd),
    };
    this.mode = setting.mode;
  }

  /** The tools that a run must ask for, as patterns of a policy. */
  approvals(): readonly string[] {
    const { deny, ask } = this.#rules;
    const isUnasked = (tool: string) =>
      this.hooks?.concern(tool) !== true && !deny.concern(tool) && !ask.concern(tool);
    if (this.mode === "bypassPermissions" && !this.#hasHooks())
      return [
        ...new Set([...deny.scopedTools, ...ask.scopedTools, ...ask.wholeTools.flatMap(policyPatterns)]),
      ];
    return patternsForAllBut(READING_TOOLS.filter(isUnasked));
  }

  async decide(tool: AnnouncedTool, question: ToolQuestion, signal: AbortSignal): Promise<ToolAnswer> {
    if (this.#rules.deny.hit(tool.name, tool.input)) return { deny: denialOf(tool) };
    const hooked = await this.hooks?.decide({ ...tool, base: this.#setting.hookBase() }, signal);
    if (hooked?.verdict === "deny") return { deny: hooked.reason };
    if (!question.needsPerson && hooked?.verdict !== "ask") {
      const decided = this.#rules.ask.hit(tool.name, tool.input)
        ? this.#byAskRule()
        : hooked?.verdict === "allow"
          ? ({ allow: true } as const)
          : this.#byMode(tool);
      if (decided !== undefined) return decided;
    }
    if (!this.#setting.hasCallback)
      return { deny: `nobody can be asked for ${tool.name}: there is no permission callback` };
    return this.#ask(tool, signal);
  }

  #hasHooks(): boolean {
    return this.hooks?.isEmpty === false;
  }

  /** Undefined if the program is to be asked. */
  #byAskRule(): ToolAnswer | undefined {
    return this.mode === "dontAsk"
      ? { deny: "a rule asks for the tool, and the permission mode is `dontAsk`" }
      : undefined;
  }

  /** Undefined if the program is to be asked. */
  #byMode({ name: tool, input }: AnnouncedTool): ToolAnswer | undefined {
    if (this.mode === "plan" && !READING_TOOLS.includes(tool)) {
      return { deny: "the permission mode is `plan`: nothing is changed or run" };
    }
    const isAllowed =
      this.mode === "bypassPermissions" ||
      READING_TOOLS.includes(tool) ||
      (this.mode === "acceptEdits" && EDITING_TOOLS.includes(tool)) ||
      this.#rules.allow.cover(tool, input, (path) => this.#mayWrite(path));
    if (isAllowed) return { allow: true };
    return this.mode === "dontAsk"
      ? { deny: "the permission mode is `dontAsk`, and no rule allows the tool" }
      : undefined;
  }

  /** Whether a command that rules allow may write a file. */
  #mayWrite(path: string): boolean {
    const { cwd } = this.#setting;
    const inside = relative(cwd, resolve(cwd, path));
    return this.mode === "acceptEdits" && inside !== ".." && !inside.startsWith("../");
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

  /** A rule or a mode that the program adds along with its answer. */
  #update(update: unknown): void {
    if (!isObject(update)) return;
    if (update["type"] === "setMode") this.mode = readMode(update["mode"]);
    const { behavior, rules } = update;
    if (update["type"] !== "addRules" || !isBehavior(behavior) || !Array.isArray(rules)) return;
    for (const given of rules) {
      if (!isObject(given)) continue;
      const tool = textMember(given, "toolName");
      if (tool === undefined) continue;
      const rule = ruleOf(tool, textMember(given, "ruleContent"));
      // A rule without a meaning allows nothing, and denies the whole tool.
      if (hasMeaning(rule)) this.#rules[behavior].add(rule);
      else if (behavior !== "allow") this.#rules[behavior].add(ruleOf(tool, undefined));
    }
  }
}

const BEHAVIORS = ["allow", "deny", "ask"] as const;
type Behavior = (typeof BEHAVIORS)[number];

function isBehavior(value: unknown): value is Behavior {
  return (BEHAVIORS as readonly unknown[]).includes(value);
}

function denialOf({ name, input }: AnnouncedTool): string {
  const command = name === "Bash" && isObject(input) ? textMember(input, "command") : undefined;
  const use = command === undefined ? name : `${name} with command ${command}`;
  return `Permission to use ${use} has been denied.`;
}
