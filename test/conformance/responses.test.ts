import { afterAll, describe, expect, it } from "vitest";
import { Endpoint } from "../../conformance/responses/endpoint.ts";
import { cases, runCases } from "../../conformance/responses/suite.ts";
import { dialectIds, findDialect } from "../../src/dialects/index.ts";
import { openTestGateway } from "../gateway/test-gateway.ts";

const gateway = await openTestGateway({
  engines: Object.fromEntries(
    dialectIds.map((id) => [`${id}-engine`, { preset: "sim", dialect: id, call_tools: true, models: ["*"] }]),
  ),
});
const compacts = findDialect("codex").endpoints.some(
  ({ path, operation }) => path.endsWith("/compact") && operation !== "pass",
);
const chosen = cases.filter(({ id }) => compacts || id !== "compaction");

afterAll(() => gateway.close());

describe.each(dialectIds)("the Responses API on a simulated engine of %s", (id) => {
  it("passes the conformance suite", async () => {
    const endpoint = new Endpoint({
      baseUrl: `${gateway.baseUrl}/v1`,
      key: gateway.token,
      model: "sim-model",
      headers: { "x-abp-engine": `${id}-engine` },
    });
    const failed: Record<string, readonly string[]> = {};
    let passed = 0;
    for await (const { id: name, faults } of runCases(endpoint, chosen)) {
      if (faults.length === 0) passed += 1;
      else failed[name] = faults;
    }
    expect(failed).toEqual({});
    expect(passed).toBe(chosen.length);
  }, 60_000);
});
