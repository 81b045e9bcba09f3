import { describe, expect, it } from "vitest";
import {
  documents,
  formatPath,
  MAX_DOCUMENT_BYTES,
  parseDocument,
  readDocument,
  readDocumentJson,
} from "./document.ts";
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

  it.each<[unknown, string]>([
    [[1], "an array"],
    [{ a: 1 }, "an object"],
    [null, "null"],
    [7, "7"],
    [false, "false"],
  ])("shows %j that stands in place of a text", (task, shown) => {
    const error = failure(() => parseDocument("work_order", { ...buildWorkOrder(id, "x"), task }));
    expect(error.message).toBe(`$.task is ${shown}, expected string`);
  });

  it("shows at most 60 characters of a value", () => {
    const shown = (text: string) => {
      const order = { ...buildWorkOrder(id, "x"), requirements: text };
      return failure(() => parseDocument("work_order", order)).message.split(", ")[0];
    };
    expect(shown("x".repeat(58))).toBe(`$.requirements is "${"x".repeat(58)}"`);
    expect(shown("x".repeat(59))).toBe(`$.requirements is "${"x".repeat(56)}…`);
  });

  it("of a union says what the closest form misses", () => {
    const event = { t: "event", ref_id: "r", event: { type: "warning" } };
    expect(failure(() => parseDocument("envelope", event)).message).toBe("$.event.message is required");
    const capabilities = { vision: { restricted: {} } };
    const hello = { t: "hello", contract_version: "abp/v0.1", backend: { id: "x" }, capabilities };
    expect(failure(() => parseDocument("envelope", hello)).message).toBe(
      '$.capabilities.vision is an object, which is not known: expected "native" or "emulated" or "unsupported"',
    );
  });

  it("of the right form and a wrong value says what the value must be", () => {
    const broken = (more: object) =>
      failure(() => parseDocument("work_order", { ...buildWorkOrder(id, "x"), ...more })).message;
    expect(broken({ timeout_ms: -1 })).toMatch(/^\$\.timeout_ms is -1: /);
    for (const server of [{}, { command: "x", url: "y" }])
      expect(broken({ mcp_servers: { a: server } })).toBe(
        "$.mcp_servers.a is an object: an MCP server has either a command or a url",
      );
    const one = { mcp_servers: { a: { command: "x" }, b: { url: "y" } } };
    expect(parseDocument("work_order", { ...buildWorkOrder(id, "x"), ...one })).toMatchObject(one);
  });

  it.each(["receipt", "envelope"] as const)("of the kind %s names both versions if they differ", (kind) => {
    const meta = { contract_version: "abp/v9.0" };
    const error = failure(() => parseDocument(kind, kind === "receipt" ? { meta } : meta, "in.json"));
    expect(error).toMatchObject({
      code: "contract_version_mismatch",
      message: `$.${kind === "receipt" ? "meta." : ""}contract_version is "abp/v9.0", and this build reads abp/v0.1`,
      where: "in.json",
      details: { expected: "abp/v0.1", actual: "abp/v9.0" },
    });
  });

  it("without a version that is a text is refused by its schema", () => {
    for (const value of [null, 1, {}, { meta: null }, { meta: { contract_version: 1 } }])
      expect(failure(() => parseDocument("receipt", value)).code).toBe("contract_schema_violation");
    for (const value of [null, {}, { t: "hello", contract_version: 1 }])
      expect(failure(() => parseDocument("envelope", value)).code).toBe("contract_schema_violation");
  });

  it("is named by its kind if the caller names no source", () => {
    expect(failure(() => parseDocument("receipt", 1)).where).toBe("receipt");
    expect(failure(() => readDocument("receipt", "{")).where).toBe("receipt:1:2");
  });

  it("reports invalid JSON with the rule, the path and the offset", () => {
    const error = failure(() => readDocument("event", '{"a": {"b": 9007199254740993}}'));
    expect(error.details).toMatchObject({ path: "$.a.b", offset: 12 });
    expect(error.details["rule"]).toEqual(expect.any(String));
    expect(error.cause).toBeInstanceOf(Error);
  });

  it("may keep numbers that a double cannot hold as they are written", () => {
    const text = '{"a": 9007199254740993}';
    expect(JSON.stringify(readDocumentJson(text, "x", "as-written"))).toContain("9007199254740993");
    expect(failure(() => readDocumentJson(text, "x")).where).toBe("x:1:7");
    expect(MAX_DOCUMENT_BYTES).toBe(64 * 1024 * 1024);
  });

  it.each([
    [[], "$"],
    [["a", 3, "b_c", "d-e", "_"], "$.a[3].b_c.d-e._"],
    [["a b", "1", "", "-"], '$["a b"]["1"][""]["-"]'],
  ])("writes the path %j as %s", (path, expected) => {
    expect(formatPath(path)).toBe(expected);
  });

  it("of a sidecar is read with the defaults of the protocol", () => {
    const hello = { t: "hello", contract_version: "abp/v0.1", backend: { id: "x" }, capabilities: {} };
    for (const [mode, expected] of [
      [undefined, "mapped"],
      [null, "mapped"],
      ["passthrough", "passthrough"],
    ])
      expect(parseDocument("envelope", { ...hello, mode })).toMatchObject({ mode: expected });
    const event = { ts: "2026-01-01T00:00:00Z", type: "error", message: "x" };
    for (const error_code of ["BACKEND_TIMEOUT", "backend_timeout"])
      expect(parseDocument("event", { ...event, error_code })).toMatchObject({
        error_code: "backend_timeout",
      });
    const call = { ts: event.ts, type: "tool_call", tool_name: "x" };
    expect(failure(() => parseDocument("event", call)).message).toBe("$.input is required");
  });

  it("lists at most six words that it knows", () => {
    const order = { ...buildWorkOrder(id, "x"), require_sandbox: "no such level" };
    expect(failure(() => parseDocument("work_order", order)).message).toBe(
      '$.require_sandbox is "no such level", which is not known: expected "L0" or "L1" or "L2" or "L3"',
    );
    const requirements = { required: [{ capability: "%%%%", min_support: "native" }] };
    expect(
      failure(() => parseDocument("work_order", { ...buildWorkOrder(id, "x"), requirements })).message,
    ).toBe(
      '$.requirements.required[0].capability is "%%%%", which is not known: expected one of "streaming", "tool_read", "tool_write", "tool_edit", "tool_bash", "tool_glob", …',
    );
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
