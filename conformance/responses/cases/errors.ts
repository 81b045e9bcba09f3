import type { Case } from "../case.ts";
import { isObject, type Json, nullable, object, text } from "../check/shape.ts";
import type { Answered } from "../endpoint.ts";

const envelope = object({
  error: object({ message: text, type: text, param: nullable(text), code: nullable(text) }),
});

function checkError({ status, body }: Answered, expected: number, code?: string): string[] {
  const faults = envelope(body, "answer");
  if (status !== expected) faults.push(`the status is ${status}, expected ${expected}`);
  const error = isObject(body) ? body["error"] : undefined;
  const given = isObject(error) ? error["code"] : undefined;
  if (code !== undefined && given !== code) faults.push(`the code is ${String(given)}, expected ${code}`);
  return faults;
}

function refused(id: string, title: string, request: Json, code?: string): Case {
  return { id, title, run: async (endpoint) => checkError(await endpoint.create(request), 400, code) };
}

export const errorCases: readonly Case[] = [
  refused("no-model", "a request without a model is refused", { model: undefined, input: "hi" }),
  {
    id: "compaction-no-model",
    title: "a compaction without a model is refused",
    run: async (endpoint) =>
      checkError(await endpoint.post("/responses/compact", { model: undefined, input: "hi" }), 400),
  },
  refused("unpaired-output", "the output of a call without the call is refused", {
    input: [{ type: "function_call_output", call_id: "call_nobody_made", output: "x" }],
  }),
  refused("wrong-type", "a member of the wrong type is refused", { input: 7 }),
  refused(
    "unknown-response",
    "a request that continues an unknown response is told so",
    { input: "hi", previous_response_id: "resp_that_never_was" },
    "previous_response_not_found",
  ),
];
