import type { TokenUsage } from "../../../contract/index.ts";
import { numberOf } from "../../../lib/index.ts";
import { type Cursor, wrongType } from "../../members/cursor.ts";
import { isMembers, type Members } from "../../members/members.ts";
import { ownMembers, restoreOwn } from "../../members/own-members.ts";
import { ID } from "../wire.ts";

const COUNTS = new Set([
  "promptTokenCount",
  "candidatesTokenCount",
  "thoughtsTokenCount",
  "cachedContentTokenCount",
  "totalTokenCount",
]);

/**
 * Reads `usageMetadata`. The prompt count includes cached tokens; tokens of tools in the prompt and tokens of
 * thought are counted beside prompt and candidates (UsageMetadata.total_token_count is the sum of the four).
 */
export function readUsage(value: unknown, path: string): TokenUsage {
  if (!isMembers(value)) throw wrongType(path, value, "an object");
  let left: Members | undefined;
  for (const name in value) {
    if (COUNTS.has(name) || value[name] === null) continue;
    left ??= {};
    left[name] = value[name];
  }
  const prompt = count(value, "promptTokenCount", path);
  const candidates = count(value, "candidatesTokenCount", path);
  const thoughts = count(value, "thoughtsTokenCount", path);
  const cached = count(value, "cachedContentTokenCount", path);
  const total = count(value, "totalTokenCount", path);
  const tools = count(value, "toolUsePromptTokenCount", path);
  const usage: TokenUsage = {};
  if (prompt !== undefined || tools !== undefined) usage.input = (prompt ?? 0) + (tools ?? 0);
  if (candidates !== undefined || thoughts !== undefined) usage.output = (candidates ?? 0) + (thoughts ?? 0);
  if (total !== undefined) usage.total = total;
  if (cached !== undefined) usage.cacheRead = cached;
  if (thoughts !== undefined) usage.reasoning = thoughts;
  const inputAudio = audioOf(value["promptTokensDetails"]);
  if (inputAudio !== undefined) usage.inputAudio = inputAudio;
  const outputAudio = audioOf(value["candidatesTokensDetails"]);
  if (outputAudio !== undefined) usage.outputAudio = outputAudio;
  if (left !== undefined) usage.vendor = { [ID]: left };
  return usage;
}

/** Reads the usage of a reply, if there is any. */
export function takeUsage(body: Cursor): TokenUsage | undefined {
  const value = body.take("usageMetadata");
  return value === undefined ? undefined : readUsage(value, body.at("usageMetadata"));
}

/** Writes `usageMetadata`. */
export function writeUsage(usage: TokenUsage): Members {
  const own = ownMembers(usage, ID);
  const tools = own["toolUsePromptTokenCount"];
  const prompt =
    usage.input === undefined ? undefined : usage.input - (typeof tools === "number" ? tools : 0);
  const candidates = usage.output === undefined ? undefined : usage.output - (usage.reasoning ?? 0);
  const total =
    usage.total ??
    (usage.input === undefined || usage.output === undefined ? undefined : usage.input + usage.output);
  const written: Members = {
    // A zero is the same as absence in proto3 JSON, and the API leaves it out.
    ...(prompt === undefined || (prompt === 0 && tools !== undefined) ? {} : { promptTokenCount: prompt }),
    ...(usage.cacheRead === undefined ? {} : { cachedContentTokenCount: usage.cacheRead }),
    ...(candidates === undefined || (candidates === 0 && usage.reasoning !== undefined)
      ? {}
      : { candidatesTokenCount: candidates }),
    ...(usage.reasoning === undefined ? {} : { thoughtsTokenCount: usage.reasoning }),
    ...(total === undefined ? {} : { totalTokenCount: total }),
    ...audioDetails("promptTokensDetails", usage.inputAudio, prompt),
    ...audioDetails("candidatesTokensDetails", usage.outputAudio, candidates),
  };
  for (const name of ["promptTokensDetails", "candidatesTokensDetails"])
    if (own[name] !== undefined) delete written[name];
  return restoreOwn(written, own);
}

function audioDetails(name: string, audio: number | undefined, all: number | undefined): Members {
  if (audio === undefined) return {};
  const text = Math.max((all ?? audio) - audio, 0);
  const other = text === 0 ? [] : [{ modality: "TEXT", tokenCount: text }];
  return { [name]: [...other, { modality: "AUDIO", tokenCount: audio }] };
}

function audioOf(details: unknown): number | undefined {
  if (!Array.isArray(details)) return undefined;
  for (const one of details)
    if (isMembers(one) && one["modality"] === "AUDIO" && typeof one["tokenCount"] === "number")
      return one["tokenCount"];
  return undefined;
}

function count(value: Members, name: string, path: string): number | undefined {
  const one = value[name];
  if (one === undefined || one === null) return undefined;
  const number = numberOf(one);
  if (number === undefined) throw wrongType(`${path}.${name}`, one, "a number");
  return number;
}
