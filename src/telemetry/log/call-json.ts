import { type CallLogEntry, type CallOutcome, levelOf, showRunId } from "./call-entry.ts";

/** Writes the JSON object of a call, without its last brace. `show` makes texts from outside safe to log. */
export function writeCallJson(
  entry: CallLogEntry,
  outcome: CallOutcome,
  time: string,
  show: (text: string) => string,
): string {
  const { error, fallbackFrom, violations } = entry;
  let json = `{"level":"${levelOf(outcome, violations)}","time":"${time}","message":"${outcome}"`;
  if (entry.key !== "") json += `,"key":${quote(entry.key, show)}`;
  json += `,"dialect":${quote(entry.dialect, show)}`;
  if (entry.engine !== "") json += `,"engine":${quote(entry.engine, show)}`;
  if (entry.requestedModel !== undefined) json += `,"requested_model":${quote(entry.requestedModel, show)}`;
  if (entry.servedModel !== undefined) json += `,"served_model":${quote(entry.servedModel, show)}`;
  json += `,"mode":"${entry.mode}"`;
  json += number("status", entry.status);
  json += number("input_tokens", entry.inputTokens);
  json += number("output_tokens", entry.outputTokens);
  json += number("cost_usd", entry.costUsd);
  json += number("first_byte_ms", roundMs(entry.firstByteMs));
  json += number("duration_ms", roundMs(entry.durationMs));
  json += number("losses", entry.losses);
  json += `,"run_id":${JSON.stringify(showRunId(entry.runId, show))}`;
  if (fallbackFrom !== undefined && fallbackFrom.length > 0)
    json += `,"fallback_from":[${fallbackFrom.map((name) => quote(name, show)).join(",")}]`;
  if (error !== undefined) {
    const where = error.where === undefined ? "" : `,"where":${quote(error.where, show)}`;
    json += `,"error":{"code":${quote(error.code, show)}${where}}`;
  }
  if (violations !== undefined && violations.length > 0)
    json += `,"policy_violations":[${violations.map((name) => quote(name, show)).join(",")}]`;
  return json;
}

function quote(text: string, show: (text: string) => string): string {
  return JSON.stringify(show(text));
}

function number(name: string, value: number | undefined): string {
  // JSON has no NaN and no infinity.
  return value === undefined || !Number.isFinite(value) ? "" : `,"${name}":${value}`;
}

function roundMs(ms: number | undefined): number | undefined {
  return ms === undefined ? undefined : Math.round(ms * 10) / 10;
}
