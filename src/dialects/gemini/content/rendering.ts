import { renderCode, renderOutput } from "../../hosted/rendering.ts";
import { isMembers, type Members } from "../../members/members.ts";

/** A part of code execution, or of a tool that Google ran, as text; undefined for any other part. */
export function renderUnit(kind: string, value: Members): string | undefined {
  const part = value[kind];
  if (!isMembers(part)) return undefined;
  if (kind === "executableCode") {
    const { code, language } = part;
    const name = typeof language === "string" ? language.toLowerCase() : "";
    return renderCode(typeof code === "string" ? code : "", /^[a-z]+$/.test(name) ? name : "");
  }
  if (kind === "toolCall") return `[Call of ${toolOf(part)}: ${JSON.stringify(part["args"] ?? {})}]`;
  if (kind === "toolResponse") return `[${toolOf(part)} answered]\n${textOf(part["response"])}`;
  if (kind !== "codeExecutionResult") return undefined;
  const { output, outcome } = part;
  const isFine = outcome === undefined || outcome === "OUTCOME_OK";
  return renderOutput({ stdout: output, ...(isFine ? {} : { error: outcome }) });
}

function toolOf({ toolType, tool_type: other }: Members): string {
  const name = toolType ?? other;
  return typeof name === "string" ? name : "a tool of Google";
}

// A search of files gives passages of them. Everything else is given unchanged.
function textOf(response: unknown): string {
  const result = isMembers(response) ? response["result"] : undefined;
  const texts = (Array.isArray(result) ? result : []).map((one: unknown) =>
    isMembers(one) ? one["text"] : undefined,
  );
  const isPassages = texts.length > 0 && texts.every((text) => typeof text === "string");
  return isPassages ? texts.join("\n").trim() : JSON.stringify(response ?? {});
}
