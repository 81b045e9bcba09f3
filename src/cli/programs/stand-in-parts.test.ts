import { describe, expect, it } from "vitest";
import { findAgent } from "../../agents/index.ts";
import type { Receipt } from "../../contract/index.ts";
import { runEnd } from "./run-end.ts";
import { readChoice, withoutChoice } from "./stand-in-choice.ts";
import { orderOf } from "./work-order.ts";

const usage = (input_tokens: number, cost: number | null) => ({
  input_tokens,
  output_tokens: 1,
  cache_read_tokens: null,
  cache_write_tokens: null,
  request_units: null,
  estimated_cost_usd: cost,
});

function receiptOf(members: object): Receipt {
  return { outcome: "complete", usage: usage(5, null), meta: { duration_ms: 9 }, ...members } as Receipt;
}

describe("runEnd", () => {
  it("prefers what was metered to what the agent says", () => {
    const model = (names: object) => ({
      engine: "e",
      requested: null,
      upstream: null,
      reported: null,
      calls: 1,
      ...names,
    });
    const receipt = receiptOf({
      observed: {
        model_calls: {
          calls: 3,
          refused: 0,
          usage: usage(7, 0.5),
          models: [
            model({ reported: "r", usage: usage(1, 0.1) }),
            model({ upstream: "claude-sonnet-4-5", usage: usage(2, 0.1) }),
            model({ requested: "q", reported: "r", usage: usage(2, 0.1) }),
            model({ reported: "r", usage: usage(2, 0.2) }),
            model({}),
          ],
          receipts: [],
        },
      },
      reported: [{ by: "a" }, { by: "b", session: "s" }, { by: "c", structured_output: { x: 1 } }],
    });
    expect(runEnd({ receipt, error: undefined })).toEqual({
      outcome: "complete",
      error: undefined,
      usage: usage(7, 0.5),
      costUsd: 0.5,
      durationMs: 9,
      modelCalls: 3,
      models: [
        { name: "r", usage: { ...usage(3, 0.3), output_tokens: 2 } },
        {
          name: "claude-sonnet-4-5",
          usage: usage(2, 0.1),
          contextWindow: 200_000,
          maxOutputTokens: 64_000,
        },
        { name: "q", usage: usage(2, 0.1) },
      ],
      structuredOutput: { x: 1 },
      hasSession: true,
    });
  });

  it("prefers what the agent says of its models to the catalogue, and gives all to the only model", () => {
    const names = { engine: "e", requested: "claude-sonnet-4-5", upstream: null, reported: null, calls: 1 };
    const calls = { calls: 1, refused: 0, usage: usage(7, 0.5), models: [names], receipts: [] };
    const usage_raw = { modelUsage: { "claude-sonnet-4-5": { contextWindow: 9, maxOutputTokens: 0 } } };
    const receipt = receiptOf({ observed: { model_calls: calls }, usage_raw });
    expect(runEnd({ receipt, error: undefined }, findAgent("claude")).models).toEqual([
      { name: "claude-sonnet-4-5", usage: usage(7, 0.5), contextWindow: 9, maxOutputTokens: 64_000 },
    ]);
  });

  it("takes what the agent says if nothing was metered", () => {
    const end = runEnd({ receipt: receiptOf({ cost: { usd: 2, estimated: true } }), error: undefined });
    expect(end).toMatchObject({ usage: usage(5, null), costUsd: 2, models: [], hasSession: false });
    expect([end.modelCalls, end.structuredOutput]).toEqual([undefined, undefined]);
    expect(runEnd({ receipt: receiptOf({}), error: undefined }).costUsd).toBeNull();
  });
});

describe("the choice of a stand-in", () => {
  it("comes from variables, which the configuration then does not see", () => {
    const environment = { ABP_BACKEND: "b", ABP_ENGINE: "", ABP_MODEL: "m", ABP_HOME: "/h" };
    expect(readChoice(environment)).toEqual({ backend: "b", engine: undefined, model: "m" });
    expect(withoutChoice(environment)).toEqual({ ABP_HOME: "/h" });
    expect(readChoice({})).toEqual({ backend: undefined, engine: undefined, model: undefined });
  });
});

describe("orderOf", () => {
  const id = "01a1e290-2e49-7b68-827a-3ddff22b9c3e";

  it("works in the directory itself", () => {
    const order = orderOf(id, { task: "t", root: "/w" }, undefined, undefined);
    expect(order).toMatchObject({
      id,
      task: "t",
      lane: "workspace_first",
      workspace: { root: "/w", mode: "pass_through" },
      context: { files: [], snippets: [] },
      requirements: { required: [] },
      config: { model: null, max_turns: null, max_budget_usd: null },
    });
    for (const member of ["resume", "output_schema", "mcp_servers"]) expect(order).not.toHaveProperty(member);
    expect(order.context).not.toHaveProperty("images");
  });

  it("has everything that the turn asks for", () => {
    const image = { media_type: "image/png", data: "AA==" };
    const resume = { run_id: "r", session: "s" };
    const order = orderOf(
      id,
      {
        task: "t",
        root: "/w",
        images: [image],
        instructions: [{ name: "n", content: "c" }],
        mcpServers: { a: { command: "x" } },
        outputSchema: { type: "object" },
        policy: { disallowed_tools: ["Bash"] },
        maxTurns: 4,
        maxBudgetUsd: 0.5,
      },
      "m",
      resume,
    );
    expect(order).toMatchObject({
      context: { snippets: [{ name: "n", content: "c" }], images: [image] },
      mcp_servers: { a: { command: "x" } },
      output_schema: { type: "object" },
      policy: { disallowed_tools: ["Bash"], allowed_tools: [] },
      requirements: { required: [] },
      config: { model: "m", max_turns: 4, max_budget_usd: 0.5 },
      resume,
    });
  });
});
