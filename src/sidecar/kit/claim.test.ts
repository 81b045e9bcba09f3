import { expect, it } from "vitest";
import { Receipt } from "../../contract/index.ts";
import { buildClaim, identityOf } from "./claim.ts";
import type { SidecarDefinition } from "./definition.ts";

const definition: SidecarDefinition = {
  identity: { id: "s", adapter_version: "2" },
  capabilities: { streaming: "native" },
  run: async () => undefined,
};
const run = {
  runId: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
  workOrderId: "7f9619ff-8b86-4d01-b42d-00cf4fc964ff",
  startedAt: new Date("2026-01-01T00:00:01Z"),
  finishedAt: new Date("2026-01-01T00:00:02.500Z"),
  outcome: "complete",
  result: {},
} as const;

it("an identity has all members", () => {
  expect(identityOf(definition)).toEqual({ id: "s", backend_version: null, adapter_version: "2" });
});

it("a claim is a valid receipt with the facts of the run", () => {
  const claim = Receipt.parse(buildClaim(definition, run));
  expect(claim.meta).toEqual({
    run_id: run.runId,
    work_order_id: run.workOrderId,
    contract_version: "abp/v0.1",
    started_at: "2026-01-01T00:00:01.000Z",
    finished_at: "2026-01-01T00:00:02.500Z",
    duration_ms: 1500,
  });
  expect(claim).toMatchObject({
    backend: { id: "s" },
    capabilities: { streaming: "native" },
    mode: "mapped",
    usage_raw: {},
    usage: { input_tokens: null, estimated_cost_usd: null },
    trace: [],
    artifacts: [],
    verification: { harness_ok: true },
    outcome: "complete",
    receipt_sha256: null,
  });
});

it("a claim holds the figures, files and checks that the run reports", () => {
  const result = {
    usage: { input_tokens: 3 },
    usageRaw: { vendor: 1 },
    artifacts: [{ kind: "log", path: "a.log" }],
    harnessOk: true,
  };
  expect(
    buildClaim({ ...definition, mode: "passthrough" }, { ...run, outcome: "partial", result }),
  ).toMatchObject({
    mode: "passthrough",
    usage: { input_tokens: 3, output_tokens: null },
    usage_raw: { vendor: 1 },
    artifacts: [{ kind: "log", path: "a.log" }],
    verification: { harness_ok: true },
    outcome: "partial",
  });
});

it("a run that is not complete claims no passed checks by itself", () => {
  expect(buildClaim(definition, { ...run, outcome: "failed" })).toMatchObject({
    verification: { harness_ok: false },
  });
});

it("a clock that steps back gives no negative duration", () => {
  expect(buildClaim(definition, { ...run, finishedAt: new Date("2026-01-01T00:00:00Z") })).toMatchObject({
    meta: { duration_ms: 0, finished_at: "2026-01-01T00:00:01.000Z" },
  });
});

it("a claim names the session and the structured answer if there are some", () => {
  const result = { session: "s-1", structuredOutput: { answer: null } };
  expect(buildClaim(definition, { ...run, result })).toMatchObject({
    session: "s-1",
    structured_output: { answer: null },
  });
  const plain = buildClaim(definition, run);
  expect("session" in plain || "structured_output" in plain).toBe(false);
});
