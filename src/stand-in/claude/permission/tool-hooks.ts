import type { JsonObject } from "../../../lib/index.ts";
import { isObject, textMember } from "../../lines/json-lines.ts";
import type { ControlChannel } from "../control-channel.ts";
import { CHANGED_INPUT, changesInput } from "./changed-input.ts";

/** One group of callbacks that the program registered for an event. */
interface HookGroup {
  /** Undefined if the group is for every tool. */
  readonly matcher: RegExp | undefined;
  readonly callbackIds: readonly string[];
  readonly blocksOnFailure: boolean;
}

/** The decision of all callbacks on one tool. `none` leaves it to the rules. */
export type HookDecision =
  | { readonly verdict: "allow" | "ask" | "none" }
  | { readonly verdict: "deny"; readonly reason: string };

/** What callbacks get to know about a tool. */
export interface HookedTool {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
  /** The members that the input of every hook has. */
  readonly base: object;
}

/** The `PreToolUse` hooks of a program. */
export class ToolHooks {
  readonly #groups: readonly HookGroup[];
  readonly #channel: Pick<ControlChannel, "request">;
  /** Events with hooks that are never called. */
  readonly otherEvents: readonly string[];

  /** `hooks` is the member of `initialize`. */
  constructor(hooks: unknown, channel: Pick<ControlChannel, "request">) {
    const events = isObject(hooks) ? hooks : {};
    const groups = Array.isArray(events["PreToolUse"]) ? events["PreToolUse"] : [];
    this.#groups = groups.filter(isObject).map(readGroup);
    this.#channel = channel;
    this.otherEvents = Object.keys(events).filter((name) => name !== "PreToolUse");
  }

  get isEmpty(): boolean {
    return this.#groups.length === 0;
  }

  /** Whether a callback wants to know of the tool. */
  concern(tool: string): boolean {
    return this.#matching(tool).length > 0;
  }

  /** Asks all callbacks for a tool. A denial wins over a question, and a question over an allowance. */
  async decide(tool: HookedTool, signal: AbortSignal): Promise<HookDecision> {
    const asked = this.#matching(tool.name).flatMap(({ callbackIds, blocksOnFailure }) =>
      callbackIds.map((id) => this.#call(id, tool, signal, blocksOnFailure)),
    );
    const decisions = await Promise.all(asked);
    for (const verdict of ["deny", "ask", "allow"] as const) {
      const found = decisions.find((decision) => decision.verdict === verdict);
      if (found !== undefined) return found;
    }
    return { verdict: "none" };
  }

  #matching(tool: string): readonly HookGroup[] {
    return this.#groups.filter(({ matcher }) => matcher === undefined || matcher.test(tool));
  }

  async #call(
    callbackId: string,
    { id, name, input, base }: HookedTool,
    signal: AbortSignal,
    blocksOnFailure: boolean,
  ): Promise<HookDecision> {
    const hookInput = {
      ...base,
      hook_event_name: "PreToolUse",
      tool_name: name,
      tool_input: input,
      tool_use_id: id,
    };
    const request = { subtype: "hook_callback", callback_id: callbackId, input: hookInput, tool_use_id: id };
    try {
      return readDecision(await this.#channel.request(request, signal), input);
    } catch (error) {
      if (!blocksOnFailure) return { verdict: "none" };
      return {
        verdict: "deny",
        reason: `a hook failed: ${error instanceof Error ? error.message : String(error)}`,
      };
    }
  }
}

function readGroup(group: JsonObject): HookGroup {
  const { hookCallbackIds: ids } = group;
  return {
    matcher: readMatcher(group["matcher"]),
    callbackIds: Array.isArray(ids) ? ids.filter((id) => typeof id === "string") : [],
    blocksOnFailure: group["onFailure"] === "block",
  };
}

// An expression that cannot be read matches every tool, so that no hook is left out.
function readMatcher(matcher: unknown): RegExp | undefined {
  if (typeof matcher !== "string" || matcher === "" || matcher === "*") return undefined;
  try {
    return new RegExp(`^(?:${matcher})$`);
  } catch {
    return undefined;
  }
}

function readDecision(output: JsonObject, input: unknown): HookDecision {
  const specific = isObject(output["hookSpecificOutput"]) ? output["hookSpecificOutput"] : {};
  const reason =
    textMember(specific, "permissionDecisionReason") ??
    textMember(output, "reason") ??
    textMember(output, "stopReason");
  const decision = specific["permissionDecision"];
  if (decision === "deny" || output["decision"] === "block" || output["continue"] === false) {
    return { verdict: "deny", reason: reason ?? "a hook denied the tool" };
  }
  if (changesInput(specific["updatedInput"], input)) return { verdict: "deny", reason: CHANGED_INPUT };
  if (decision === "ask") return { verdict: "ask" };
  return { verdict: decision === "allow" || output["decision"] === "approve" ? "allow" : "none" };
}
