import { type JsonObject, textOfJson } from "../../../lib/index.ts";
import type { RunResult } from "../../../sidecar/index.ts";
import type { AgentEnd } from "../../host/agent-process.ts";
import { type UsageBasis, usageOfRun } from "./usage.ts";

/** Everything that is known when a turn of Claude Code is over. */
export interface EndedRun {
  /** The last line of type `result`. */
  readonly result: JsonObject | undefined;
  /** How Claude Code ended; undefined if it stays. */
  readonly end: AgentEnd | undefined;
  /** Whether we ended it, after a cancel or because it did not end by itself. */
  readonly wasEnded: boolean;
  readonly isCancelled: boolean;
  readonly session: string | undefined;
  readonly usageBasis: UsageBasis;
  readonly toolCalls: number;
  readonly denials: number;
  readonly wantsStructuredOutput: boolean;
  readonly stderrTail: string;
}

/** The result of a run, and warnings about it. */
export interface JudgedRun {
  readonly result: RunResult;
  readonly warnings: readonly string[];
}

/** Results of limits that the work order set. The work so far stands. */
const LIMITS = new Set(["error_max_turns", "error_max_budget_usd"]);

/** Judges a run by its last result and its exit. Throws an Error with Claude Code's own words if the run failed. */
export function judgeRun(run: EndedRun): JudgedRun {
  const { result, session, usageBasis } = run;
  const warnings: string[] = [];
  const report = {
    ...(session === undefined ? {} : { session }),
    ...(result === undefined
      ? {}
      : {
          usage: usageOfRun(result, usageBasis),
          usageRaw: { usage: result["usage"], modelUsage: result["modelUsage"] },
        }),
    ...(result?.["structured_output"] === undefined ? {} : { structuredOutput: result["structured_output"] }),
  };
  if (run.isCancelled) return { result: { ...report, outcome: "partial" }, warnings };
  const isComplete = judge(run, warnings);
  return { result: { ...report, outcome: isComplete ? "complete" : "partial" }, warnings };
}

/** Whether the run is complete. Adds the reason to `warnings` if it is not. Throws if it failed. */
function judge(run: EndedRun, warnings: string[]): boolean {
  const { result, end, wasEnded } = run;
  if (end?.fault !== undefined) throw end.fault;
  if (result === undefined) throw new Error(`Claude Code ended without a result: ${exitText(run)}`);
  if (LIMITS.has(textOfJson(result["subtype"]))) {
    warnings.push(errorText(result));
    return false;
  }
  if (result["is_error"] === true) throw new Error(`Claude Code failed: ${errorText(result)}`);
  if (wasEnded) warnings.push("Claude Code did not end after its result and was ended");
  else if (end !== undefined && end.code !== 0) {
    warnings.push(`Claude Code failed after its result: ${exitText(run)}`);
    return false;
  }
  if (run.wantsStructuredOutput && result["structured_output"] === undefined) {
    warnings.push("Claude Code gave no answer in the form that the work order asks for");
    return false;
  }
  const denials = Math.max(run.denials, listOf(result["permission_denials"]).length);
  if (denials > 0 && run.toolCalls === 0) {
    warnings.push(`nothing was done: ${denials} ${denials === 1 ? "tool was" : "tools were"} denied`);
    return false;
  }
  return true;
}

function errorText(result: JsonObject): string {
  const errors = listOf(result["errors"]).map(textOfJson);
  if (errors.length > 0) return errors.join("; ");
  return typeof result["result"] === "string" ? result["result"] : textOfJson(result["subtype"]);
}

function exitText({ end, stderrTail }: EndedRun): string {
  const exit = typeof end?.signal === "string" ? `signal ${end.signal}` : `exit code ${end?.code}`;
  return stderrTail === "" ? exit : `${exit}; ${stderrTail}`;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
