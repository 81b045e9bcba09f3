import { expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { endedCall, lossesOf } from "../fixtures/ended-call.ts";
import { logEntryOf } from "./call-log.ts";
import { describeCall } from "./call-record.ts";

const recording = {
  software: { name: "agent-backplane", version: "1" },
  price: () => ({ usd: 0.25, estimated: false }),
};

function entryOf(call: ReturnType<typeof endedCall>) {
  return logEntryOf(call, describeCall(recording, call));
}

it("the log line of a call has its key, route, models, status, tokens, cost, times, losses and run", () => {
  const mapping = [lossesOf("disclosed", "mapped", "emulated"), lossesOf("refused", "disclosed")];
  const call = endedCall({}, { observed: { usage: { input: 7, output: 3 }, model: "served" }, mapping });
  expect(entryOf(call)).toEqual({
    key: "dev",
    dialect: "openai",
    engine: "e",
    requestedModel: "asked",
    servedModel: "served",
    mode: "mapped",
    status: 200,
    inputTokens: 7,
    outputTokens: 3,
    costUsd: 0.25,
    firstByteMs: 5,
    durationMs: 20,
    losses: 3,
    runId: call.runId,
    fallbackFrom: undefined,
    error: undefined,
  });
});

it("a call that was refused before an engine was chosen has no engine, no status of an engine, and its field", () => {
  const error = new AbpError("mapping_unsupported_capability", "no", { where: "$.n" });
  const call = endedCall({
    engine: undefined,
    response: undefined,
    firstByteAt: undefined,
    status: 400,
    error,
  });
  expect(entryOf(call)).toMatchObject({
    engine: "",
    status: 400,
    servedModel: undefined,
    firstByteMs: undefined,
    inputTokens: undefined,
    costUsd: undefined,
    error: { code: "mapping_unsupported_capability", where: "$.n" },
  });
});

it("the served model is the requested one if the engine names none, and a caller that left has no status", () => {
  expect(entryOf(endedCall({ status: undefined }))).toMatchObject({
    servedModel: "requested",
    status: undefined,
  });
});

it("the engines that failed before are named in order", () => {
  const failed = [
    { engine: "a", code: "x" },
    { engine: "b", code: "y" },
  ];
  expect(entryOf(endedCall({ failed })).fallbackFrom).toEqual(["a", "b"]);
});

it("the duration is never negative, whatever the clock did", () => {
  const call = endedCall();
  expect(
    entryOf({ ...call, firstByteAt: undefined, finishedAt: call.startedAt - 1 } as typeof call).durationMs,
  ).toBe(0);
});

it("the tools that were called against the policy are named", () => {
  const decision = { ts: "2026-01-01T00:00:00.000Z", rule: "r" };
  const decisions = [
    { ...decision, verdict: "violation", subject: "Bash" },
    { ...decision, verdict: "approved", subject: "Write" },
  ];
  expect(entryOf(endedCall({ judge: { decisions } })).violations).toEqual(["Bash"]);
  expect(entryOf(endedCall({ judge: { decisions: decisions.slice(1) } }))).not.toHaveProperty("violations");
  expect(entryOf(endedCall({ judge: { decisions: [] } }))).not.toHaveProperty("violations");
});
