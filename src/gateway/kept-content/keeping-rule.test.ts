import { expect, it } from "vitest";
import { findDialect } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { admissionTo, bodyOf } from "../fixtures/test-context.ts";
import { CallRequest } from "../request/call-request.ts";
import { keepsAnswer, keepsThreads } from "./keeping-rule.ts";

function ask(target: string, body: object): CallRequest {
  const request = new CallRequest(admissionTo(target), bodyOf({ model: "m", ...body }));
  request.scan(64, 1000);
  return request;
}

const codex = (more: Partial<Engine> = {}) => fakeEngine("e", "codex", more);
const claude = fakeEngine("c", "claude");

it.each([
  ["/v1/responses", {}, true],
  ["/v1/responses", { store: true }, true],
  ["/v1/responses", { store: false }, false],
  ["/v1/responses/input_tokens", {}, false],
  ["/v1/chat/completions", {}, false],
  ["/v1/messages", {}, false],
])("an answer of %s to %j is kept for an engine of another dialect: %s", (target, body, isKept) => {
  expect(keepsAnswer(ask(target, body), claude)).toBe(isKept);
});

it("an engine of the same dialect that keeps responses itself does it alone", () => {
  const request = ask("/v1/responses", {});
  expect(keepsAnswer(request, codex())).toBe(true);
  expect(keepsAnswer(request, codex({ keepsResponses: true }))).toBe(false);
  expect(keepsAnswer(request, fakeEngine("c", "claude", { keepsResponses: true }))).toBe(true);
});

it("threads are kept for an engine of another dialect, and for a simulated one", () => {
  const dialect = findDialect("codex");
  const withThreads = { ...dialect, threads: {} } as unknown as CallRequest["dialect"];
  const keeps = (own: CallRequest["dialect"], engine: Engine) =>
    keepsThreads({ dialect: own } as unknown as CallRequest, engine);
  expect(keeps(withThreads, claude)).toBe(true);
  const same = codex({ dialect: withThreads });
  expect(keeps(withThreads, { ...same, isSimulated: true })).toBe(true);
  expect(keeps(withThreads, { ...same, isSimulated: false })).toBe(false);
  expect(keeps({ ...dialect, threads: undefined } as unknown as CallRequest["dialect"], claude)).toBe(false);
});
