import { afterAll, describe, expect, it } from "vitest";
import { Endpoint } from "../../conformance/responses/endpoint.ts";
import { cases, runCases } from "../../conformance/responses/suite.ts";
import { dialectIds } from "../../src/dialects/index.ts";
import { openTestGateway } from "../gateway/test-gateway.ts";

const gateway = await openTestGateway({
  engines: Object.fromEntries(
    dialectIds.map((id) => [`${id}-engine`, { preset: "sim", dialect: id, call_tools: true, models: ["*"] }]),
  ),
});
afterAll(() => gateway.close());

describe.each(dialectIds)("the Responses API on a simulated engine of %s", (id) => {
  it("passes the conformance suite, twice at the same time", async () => {
    const endpoint = new Endpoint({
      baseUrl: `${gateway.baseUrl}/v1`,
      key: gateway.token,
      model: "sim-model",
      headers: { "x-abp-engine": `${id}-engine` },
    });
    const failed: Record<string, readonly string[]> = {};
    let passed = 0;
    const run = async () => {
      for await (const { id: name, faults } of runCases(endpoint)) {
        if (faults.length === 0) passed += 1;
        else failed[name] = faults;
      }
    };
    await Promise.all([run(), run()]);
    expect(failed).toEqual({});
    expect(passed).toBe(2 * cases.length);
  });
});
