import { renderCode, renderOutput } from "../../hosted/rendering.ts";
import { isMembers, type Members } from "../../members/members.ts";

/** A part of code execution as text; undefined for any other part. */
export function renderUnit(kind: string, value: Members): string | undefined {
  const part = value[kind];
  if (!isMembers(part)) return undefined;
  if (kind === "executableCode") {
    const { code, language } = part;
    const name = typeof language === "string" ? language.toLowerCase() : "";
    return renderCode(typeof code === "string" ? code : "", /^[a-z]+$/.test(name) ? name : "");
  }
  if (kind !== "codeExecutionResult") return undefined;
  const { output, outcome } = part;
  const isFine = outcome === undefined || outcome === "OUTCOME_OK";
  return renderOutput({ stdout: output, ...(isFine ? {} : { error: outcome }) });
}
