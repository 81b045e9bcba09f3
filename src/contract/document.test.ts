import { describe, expect, it } from "vitest";
import { documents, parseDocument, readDocument } from "./document.ts";
import { AbpError } from "./errors/abp-error.ts";
import { openPolicy } from "./policy-profile.ts";
import { buildReceipt } from "./receipt/builder.ts";
import { buildWorkOrder } from "./work-order/builder.ts";

const id = "01890a5d-ac96-774b-bcce-b302099a8057";

function failure(action: () => unknown): AbpError {
  try {
    action();
  } catch (error) {
    if (AbpError.is(error)) return error;
    throw error;
  }
  throw new Error("expected a refusal");
}

describe("a document", () => {
  it("is read with its defaults filled in", () => {
    const order = readDocument("work_order", JSON.stringify(buildWorkOrder(id, "say hello")));
    expect(order.config).toEqual({ model: null, vendor: {}, env: {}, max_budget_usd: null, max_turns: null });
  });

  it("keeps members that it does not know, so that nothing is lost on the way", () => {
    const receipt = { ...minimalReceipt(), stream_equivalent: true, usage: {} };
    const { mode, ...rest } = receipt;
    expect(mode).toBe("mapped");
    expect(parseDocument("receipt", rest)).toMatchObject({ mode: "mapped", stream_equivalent: true });
  });

  it("reports every broken place, the first one in the message", () => {
    const order = {
      ...buildWorkOrder(id, "x"),
      id: 7,
      lane: "patch",
      policy: { ...openPolicy(), deny_read: "x" },
    };
    const error = failure(() => parseDocument("work_order", order, "order.json"));
    expect(error.code).toBe("contract_schema_violation");
    expect(error.where).toBe("order.json");
    expect(error.message).toBe("$.id is 7, expected string (and 2 more)");
    expect(error.details["issues"]).toEqual([
      { path: "$.id", message: "is 7, expected string" },
      {
        path: "$.lane",
        message: 'is "patch", which is not known: expected "patch_first" or "workspace_first"',
      },
      { path: "$.policy.deny_read", message: 'is "x", expected array' },
    ]);
  });

  it("suggests the word that was meant", () => {
    const order = buildWorkOrder(id, "x");
    const requirements = { required: [{ capability: "tool_raed", min_support: "native" }] };
    const error = failure(() => parseDocument("work_order", { ...order, requirements }));
    expect(error.message).toBe(
      '$.requirements.required[0].capability is "tool_raed", which is not known: did you mean "tool_read"?',
    );
  });

  it.each(["input", "tool_name"])("says which member is missing: %s", (member) => {
    const event: Record<string, unknown> = {
      ts: "2026-01-01T00:00:00Z",
      type: "tool_call",
      tool_name: "x",
      input: 1,
    };
    delete event[member];
    expect(failure(() => parseDocument("event", event)).message).toBe(`$.${member} is required`);
  });

  it("refuses another major version before anything else", () => {
    const receipt = minimalReceipt();
    receipt.meta.contract_version = "abp/v1.0";
    const error = failure(() => parseDocument("receipt", { ...receipt, trace: 7 }));
    expect(error.code).toBe("contract_version_mismatch");
    expect(parseDocument("receipt", minimalReceipt("abp/v0.7")).meta.contract_version).toBe("abp/v0.7");
  });

  it.each([
    ["invalid JSON", "{\n  x", ":2:3"],
    ["a truncated file", '{"a": [1, 2', ":1:12"],
    ["a number that a double cannot hold", '{"a": 9007199254740993}', ":1:7"],
    ["a prototype key", '{"__proto__": {}}', ":1:2"],
    ["too much depth", "[".repeat(1_000_000), ":1:129"],
  ])("refuses %s and names the place", (_, text, place) => {
    const error = failure(() => readDocument("work_order", text, "in.json"));
    expect(error.code).toBe("input_invalid_json");
    expect(error.where).toBe(`in.json${place}`);
    expect(error.message).not.toContain("\n");
  });

  it("has a schema for each kind", () => {
    expect(Object.keys(documents)).toContain("envelope");
  });
});

function minimalReceipt(version = "abp/v0.1") {
  const at = new Date("2026-01-01T00:00:00Z");
  const receipt = buildReceipt({
    runId: id,
    workOrderId: id,
    startedAt: at,
    finishedAt: at,
    backend: { id: "mock" },
    outcome: "complete",
  });
  receipt.meta.contract_version = version;
  return receipt;
}
