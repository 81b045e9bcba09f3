import type { Conversation, OutputFormat } from "../../../contract/index.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { ownMembers, restoreOwn } from "../../members/own-members.ts";
import { isSpelled } from "../../members/spelling.ts";
import type { Note } from "../content/block-writer.ts";
import { EFFORTS, ID, INCLUDE_LOGPROBS, SUMMARIES } from "../wire.ts";

/** Writes `include`, which lists the extra data that the answer contains. */
export function writeInclude(conversation: Conversation): unknown {
  const { include } = ownMembers(conversation, ID);
  if (conversation.sampling.logprobs === undefined || isSpelled(conversation, ID, "top_logprobs"))
    return include;
  if (!Array.isArray(include)) return [INCLUDE_LOGPROBS];
  return include.includes(INCLUDE_LOGPROBS) ? include : [...include, INCLUDE_LOGPROBS];
}

/** The form of the answer. */
export function writeText(conversation: Conversation, note: Note): Members | undefined {
  const { output, verbosity } = conversation;
  const own = ownMembers(conversation, ID)["text"];
  if (output === undefined && verbosity === undefined && own === undefined) return undefined;
  const text: Members = {};
  if (output !== undefined && output.kind !== "enum") text["format"] = writeFormat(output, note);
  if (verbosity !== undefined) text["verbosity"] = verbosity;
  if (!isMembers(own)) return text;
  const { format, ...rest } = own;
  if (isMembers(format)) text["format"] = restoreOwn((text["format"] ?? {}) as Members, format);
  return restoreOwn(text, rest);
}

function writeFormat(output: Exclude<OutputFormat, { kind: "enum" }>, note: Note): Members {
  if (output.kind === "text") return { type: "text" };
  if (output.kind === "json") return { type: "json_object" };
  if (output.name === undefined) {
    const reason = "a schema must have a name here, so it is called response";
    note({
      node: undefined,
      at: "$.text.format.name",
      disposition: "mapped",
      reason,
      feature: "output.json_schema",
    });
  }
  return {
    type: "json_schema",
    name: output.name ?? "response",
    ...(output.description === undefined ? {} : { description: output.description }),
    schema: output.schema,
    ...(output.strict === undefined ? {} : { strict: output.strict }),
  };
}

/** How much the model is to think. */
export function writeReasoning(conversation: Conversation, note: Note): Members | undefined {
  const { reasoning } = conversation;
  const own = ownMembers(conversation, ID)["reasoning"];
  if (reasoning === undefined) return isMembers(own) ? { ...own } : undefined;
  const written: Members = {};
  const effort = effortOf(reasoning, note);
  if (effort !== undefined) written["effort"] = effort;
  const summary = summaryOf(reasoning.display, note);
  if (summary !== undefined) written["summary"] = summary;
  return restoreOwn(written, isMembers(own) ? own : {});
}

function effortOf(
  { mode, effort, budgetTokens }: NonNullable<Conversation["reasoning"]>,
  note: Note,
): string | undefined {
  const noteReasoning = (disposition: "mapped" | "disclosed", feature: string, reason: string) =>
    note({ node: undefined, at: "$.reasoning", disposition, reason, feature });
  if (effort !== undefined) {
    if (!EFFORTS.has(effort))
      noteReasoning(
        "disclosed",
        "reasoning.effort",
        `${effort} is no level that the API documents; sent as it stands`,
      );
    if (budgetTokens !== undefined)
      noteReasoning(
        "disclosed",
        "reasoning.budget",
        `the level ${effort} stands in for ${budgetTokens} tokens`,
      );
    return effort;
  }
  if (mode === "off") return "none";
  if (budgetTokens !== undefined) {
    const level = levelOf(budgetTokens);
    noteReasoning("disclosed", "reasoning.budget", `the level ${level} stands in for ${budgetTokens} tokens`);
    return level;
  }
  if (mode === undefined) return undefined;
  noteReasoning("mapped", "reasoning.mode", "thinking is switched on by a level, so medium is requested");
  return "medium";
}

function levelOf(budgetTokens: number): string {
  if (budgetTokens <= 4096) return "low";
  return budgetTokens <= 16384 ? "medium" : "high";
}

function summaryOf(display: string | undefined, note: Note): string | undefined {
  if (display === undefined || display === "none") return undefined;
  if (display === "summary") return "auto";
  if (SUMMARIES.has(display)) return display;
  const reason =
    display === "full"
      ? "the API shows a summary of the thinking, so a detailed one is requested"
      : `${display} is no way of showing thinking here; the default is used`;
  note({
    node: undefined,
    at: "$.reasoning",
    disposition: "disclosed",
    reason,
    feature: "reasoning.display",
  });
  return display === "full" ? "detailed" : undefined;
}

const SERVICE_TIERS = ["auto", "default", "flex", "scale", "priority", "fast", "ultrafast"];

/** The service tier; another vendor's word for the plain one is translated, and other words are left out. */
export function writeServiceTier({ serviceTier }: Conversation, note: Note): string | undefined {
  if (serviceTier === undefined || SERVICE_TIERS.includes(serviceTier)) return serviceTier;
  const place = { node: undefined, at: "$.service_tier", feature: "service_tier" } as const;
  if (serviceTier === "standard_only" || serviceTier === "standard") {
    note({ ...place, disposition: "mapped", reason: `${serviceTier} is called default here` });
    return "default";
  }
  const reason = `${serviceTier} is not one of ${SERVICE_TIERS.join(", ")}`;
  note({ ...place, disposition: "disclosed", reason });
  return undefined;
}
