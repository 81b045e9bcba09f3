import { checkEcho, response } from "./check/response.ts";
import { isObject, type Json } from "./check/shape.ts";
import type { Answered, Endpoint } from "./endpoint.ts";

/** One test of an endpoint. */
export interface Case {
  readonly id: string;
  readonly title: string;
  /** Returns what is wrong, one sentence for each fault. */
  run(endpoint: Endpoint): Promise<string[]>;
}

/** A user's message. */
export function user(content: unknown): Json {
  return { type: "message", role: "user", content };
}

/** Checks a whole response: its shape, its echo of the request, and its status. */
export function checkResponse(request: Json, answered: unknown, status = "completed"): string[] {
  const faults = [...response(answered, "response"), ...checkEcho(request, answered)];
  if (isObject(answered) && answered["status"] !== status)
    faults.push(`the status is ${String(answered["status"])}, expected ${status}`);
  return faults;
}

/** The items of a response. */
export function outputOf(answered: unknown): readonly Json[] {
  const output = isObject(answered) ? answered["output"] : undefined;
  return Array.isArray(output) ? output.filter(isObject) : [];
}

export function idOf(answered: unknown): string {
  return isObject(answered) ? String(answered["id"]) : "";
}

/** Checks that an answer is not an error. */
export function checkStatus({ status, body }: Answered): string[] {
  return status === 200 ? [] : [`the status is ${status}: ${JSON.stringify(body).slice(0, 300)}`];
}

/** Checks that a response says something. */
export function checkSaid(answered: unknown): string[] {
  return outputOf(answered).some(({ type }) => type === "message") ? [] : ["the response has no message"];
}
