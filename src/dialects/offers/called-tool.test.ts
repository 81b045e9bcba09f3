import { describe, expect, test } from "vitest";
import { calledTool } from "./called-tool.ts";

const opaque = (kind: string, value: unknown) => ({ type: "opaque", dialect: "d", kind, value }) as const;

describe("calledTool", () => {
  test("names the caller's tools, with their namespace", () => {
    const call = { type: "tool_use", id: "1", name: "create", kind: "function", input: {} } as const;
    expect(calledTool(call)).toEqual({ name: "create" });
    expect(calledTool({ ...call, namespace: "mcp__hub" })).toEqual({
      name: "mcp__hub__create",
      aliases: ["create"],
    });
  });

  test("names tools that the vendor or a server runs", () => {
    expect(calledTool(opaque("server_tool_use", { name: "web_search" }))).toMatchObject({
      name: "web_search",
    });
    expect(calledTool(opaque("web_search_call", {}))).toEqual({
      name: "web_search",
      aliases: ["web_search_call"],
    });
    expect(calledTool(opaque("mcp_tool_use", { name: "a", server_name: "hub" }))).toMatchObject({
      name: "a",
      server: "hub",
    });
    expect(calledTool(opaque("mcp_call", { name: "a", server_label: "hub" }))).toMatchObject({
      server: "hub",
    });
  });

  test("other blocks call nothing", () => {
    expect(calledTool({ type: "text", text: "Bash" })).toBeUndefined();
    expect(calledTool(opaque("web_search_tool_result", { name: "web_search" }))).toBeUndefined();
    expect(calledTool(opaque("compaction", 1))).toBeUndefined();
  });
});
