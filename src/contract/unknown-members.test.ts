import { describe, expect, it } from "vitest";
import { unknownMembers } from "./unknown-members.ts";
import { buildWorkOrder } from "./work-order/builder.ts";

const order = buildWorkOrder("01890a5d-ac96-774b-bcce-b302099a8057", "x");

describe("members that the contract does not know", () => {
  it("are none in a document that we build", () => {
    expect(unknownMembers("work_order", order)).toEqual([]);
  });

  it("are found at every level, with the name that was meant", () => {
    const typo = {
      ...order,
      timeout: 5,
      workspace: { ...order.workspace, exlude: [] },
      config: { ...order.config, model_name: "m", vendor: { anything: { goes: 1 } } },
    };
    expect(unknownMembers("work_order", typo)).toEqual([
      { path: "$.workspace.exlude" },
      { path: "$.config.model_name" },
      { path: "$.timeout" },
    ]);
    const { exclude, ...workspace } = order.workspace;
    expect(exclude).toEqual([]);
    expect(unknownMembers("work_order", { ...order, workspace: { ...workspace, exlude: [] } })).toEqual([
      { path: "$.workspace.exlude", suggestion: "exclude" },
    ]);
  });

  it("are found inside lists and unions", () => {
    const event = { ts: "2026-01-01T00:00:00Z", type: "warning", message: "x", extra: 1 };
    expect(unknownMembers("event", event)).toEqual([{ path: "$.extra" }]);
    expect(unknownMembers("envelope", { t: "event", ref_id: "r", event })).toEqual([
      { path: "$.event.extra" },
    ]);
  });

  it("are found in tables, in options that are absent or null, and in what is read another way", () => {
    const server = { command: "x", comand: 1 };
    const more = { mcp_servers: { "my server": server, b: { url: "u" } }, limits: { idle_sm: 1 } };
    expect(unknownMembers("work_order", { ...order, ...more })).toEqual([
      { path: '$.mcp_servers["my server"].comand' },
      { path: "$.limits.idle_sm", suggestion: "idle_ms" },
    ]);
    const hello = {
      t: "hello",
      contract_version: "abp/v0.1",
      backend: { id: "x", nam: 1 },
      capabilities: {},
    };
    expect(unknownMembers("envelope", { ...hello, mode: null })).toEqual([{ path: "$.backend.nam" }]);
    const files = { files: [], snippets: [{ name: "a", content: "b", nane: 1 }] };
    expect(unknownMembers("work_order", { ...order, context: files }).map(({ path }) => path)).toEqual([
      "$.context.snippets[0].nane",
    ]);
  });

  it("are none in a value of another form, which the check of the schema reports", () => {
    for (const value of [undefined, null, 1, "x", [], [{}]])
      expect(unknownMembers("work_order", value)).toEqual([]);
    for (const wrong of [null, 1, "x", [1]]) {
      expect(unknownMembers("work_order", { ...order, context: wrong })).toEqual([]);
      expect(unknownMembers("work_order", { ...order, mcp_servers: wrong })).toEqual([]);
      expect(unknownMembers("work_order", { ...order, requirements: { required: wrong } })).toEqual([]);
    }
    expect(unknownMembers("event", { type: "not an event", extra: 1 })).toEqual([]);
  });

  it("are none of what is free, however deep", () => {
    const free = { anything: { goes: [{ here: 1 }] } };
    const event = { ts: "2026-01-01T00:00:00Z", type: "tool_call", tool_name: "x", input: free, ext: free };
    expect(unknownMembers("event", event)).toEqual([]);
    const schema = { type: "object", whatever: free };
    expect(unknownMembers("work_order", { ...order, output_schema: schema })).toEqual([]);
  });
});
