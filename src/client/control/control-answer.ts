import { z } from "zod";
import type { Route } from "../../api/index.ts";
import { AbpError, type ErrorCode, errorCodes } from "../../contract/index.ts";

const Refusal = z.object({
  code: z.string(),
  detail: z.string(),
  details: z.record(z.string(), z.unknown()).default({}),
  request_id: z.string().optional(),
});

/** Throws the error that an answer states, if it is no success. */
export async function requireSuccess(answer: Response): Promise<Response> {
  if (answer.ok) return answer;
  const refusal = Refusal.safeParse(parse(await answer.text()));
  if (!refusal.success)
    throw new AbpError("internal", `the daemon answered ${answer.status}, and gave no reason`);
  const { code, detail, details, request_id } = refusal.data;
  const { where, advice, error_code, documentation_url: _, ...more } = details;
  // Some codes are answered as numbers of the mapping taxonomy, with our own name beside.
  const name = typeof error_code === "string" ? error_code : code;
  throw new AbpError(isKnown(name) ? name : "internal", detail, {
    details: { ...more, ...(request_id === undefined ? {} : { request_id }) },
    ...(typeof where === "string" ? { where } : {}),
    ...(typeof advice === "string" ? { advice } : {}),
  });
}

/** The value of a success: JSON, text, or undefined if the route answers without a body. */
export async function readAnswer(route: Route, answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (route.answer === undefined) return route.answerType === undefined ? undefined : text;
  const value = parse(text);
  if (value === undefined) throw new AbpError("internal", "the daemon's answer is not JSON");
  return value;
}

function isKnown(code: string): code is ErrorCode {
  return (errorCodes as readonly string[]).includes(code);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // The caller says what it expected.
    return undefined;
  }
}
