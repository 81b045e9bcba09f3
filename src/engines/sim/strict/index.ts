import { claude } from "./claude/index.ts";
import { codex } from "./codex/index.ts";
import { copilot } from "./copilot/index.ts";
import { gemini } from "./gemini/index.ts";
import { kimi } from "./kimi/index.ts";
import { openai } from "./openai/index.ts";
import { isMembers, type Members } from "./raw-json.ts";
import type { StrictApi, StrictRequest } from "./violation.ts";

/** The answer of a vendor that rejects a request. */
export interface Rejection {
  /** The name of the broken rule. */
  readonly rule: string;
  readonly status: number;
  readonly body: Members;
  readonly message: string;
}

/** Checks a request by its path, its parsed body and its headers, if these are known. Returns undefined if the vendor accepts it. */
export type StrictCheck = (path: string, body: unknown, headers?: readonly string[]) => Rejection | undefined;

const apis: Readonly<Record<string, StrictApi>> = { claude, openai, codex, gemini, kimi, copilot };

const PATH_MODEL = /\/models\/([^/:?]+):(\w+)/;

/** Opens the checks of an API by the id of its dialect. Returns undefined for a dialect without checks. */
export function openStrict(dialect: string): StrictCheck | undefined {
  const api = apis[dialect];
  return api === undefined ? undefined : (path, body, headers) => reject(api, path, body, headers);
}

function reject(
  api: StrictApi,
  path: string,
  body: unknown,
  headers: readonly string[] | undefined,
): Rejection | undefined {
  if (!isMembers(body)) return answer(api, "body", { message: "The request body must be a JSON object." });
  const request = { ...readRequest(path, body), headers };
  for (const [rule, check] of Object.entries(api.rules)) {
    const violation = check(request);
    if (violation !== undefined) return answer(api, rule, violation);
  }
  return undefined;
}

function readRequest(path: string, body: Members): StrictRequest {
  const match = PATH_MODEL.exec(path);
  if (match !== null)
    return { model: decodeURIComponent(match[1]!), body, stream: match[2] === "streamGenerateContent" };
  return {
    model: typeof body["model"] === "string" ? body["model"] : "",
    body,
    stream: body["stream"] === true,
  };
}

function answer(api: StrictApi, rule: string, violation: Parameters<StrictApi["errorBody"]>[0]): Rejection {
  return {
    rule,
    status: violation.status ?? 400,
    body: api.errorBody(violation),
    message: violation.message,
  };
}
