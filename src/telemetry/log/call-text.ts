import { type CallLogEntry, type CallOutcome, showRunId } from "./call-entry.ts";

/** Writes a call as text for people, without time and level. `show` makes texts from outside safe to log. */
export function writeCallText(
  entry: CallLogEntry,
  outcome: CallOutcome,
  show: (text: string) => string,
): string {
  const { error, fallbackFrom, status, firstByteMs, losses } = entry;
  const word = (text: string): string => quoteUnlessPlain(show(text));
  const parts = [
    entry.engine === "" ? word(entry.dialect) : `${word(entry.dialect)} → ${word(entry.engine)}`,
  ];
  if (fallbackFrom !== undefined && fallbackFrom.length > 0)
    parts.push(`after ${fallbackFrom.map(word).join(", ")}`);
  parts.push(entry.mode);
  const models = modelsText(entry, word);
  if (models !== "") parts.push(models);
  if (status !== undefined) parts.push(String(status));
  if (error !== undefined) parts.push(`${outcome}: ${word(error.code)}`);
  if (error?.where !== undefined) parts.push(`at ${word(error.where)}`);
  if (entry.inputTokens !== undefined || entry.outputTokens !== undefined)
    parts.push(`${countText(entry.inputTokens)}+${countText(entry.outputTokens)} tok`);
  if (entry.costUsd !== undefined) parts.push(costText(entry.costUsd));
  if (firstByteMs !== undefined) parts.push(`first ${durationText(firstByteMs)}`);
  parts.push(`total ${durationText(entry.durationMs)}`);
  if (losses > 0) parts.push(losses === 1 ? "1 loss" : `${losses} losses`);
  if (entry.violations !== undefined && entry.violations.length > 0)
    parts.push(`policy violated by ${entry.violations.map(word).join(", ")}`);
  if (entry.key !== "") parts.push(`key=${word(entry.key)}`);
  parts.push(`run=${quoteUnlessPlain(showRunId(entry.runId, show))}`);
  return parts.join(" ");
}

function modelsText({ requestedModel, servedModel }: CallLogEntry, word: (text: string) => string): string {
  const models = [requestedModel, servedModel].filter((model) => model !== undefined);
  return requestedModel === servedModel ? models.slice(1).map(word).join("") : models.map(word).join(" → ");
}

// A name with a space could otherwise be read as several parts of the line.
function quoteUnlessPlain(text: string): string {
  return /^[\w.:/@+[\]-]+$/.test(text) ? text : JSON.stringify(text);
}

function countText(count: number | undefined): string {
  return count === undefined ? "?" : String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

function costText(usd: number): string {
  if (usd === 0) return "$0";
  if (usd >= 1) return `$${usd.toFixed(2)}`;
  return `$${usd.toFixed(usd >= 0.001 ? 4 : 6)}`;
}

function durationText(ms: number): string {
  return ms < 1000 ? `${Math.round(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}
