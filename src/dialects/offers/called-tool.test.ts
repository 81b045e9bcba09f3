import { describe, expect, test } from "vitest";
import { calledTool, isCallOf } from "./called-tool.ts";

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
      runsElsewhere: true,
    });
    expect(calledTool(opaque("mcp_tool_use", { name: "a", server_name: "hub" }))).toMatchObject({
      name: "a",
      server: "hub",
    });
    expect(calledTool(opaque("mcp_call", { name: "a", server_label: "hub" }))).toMatchObject({
      server: "hub",
    });
  });

  test("names a vendor's tool by its kind too, and a server by either member", () => {
    expect(calledTool(opaque("mcp_call", { name: "a", server_name: "one", server_label: "two" }))).toEqual({
      name: "a",
      server: "one",
      aliases: ["mcp_call"],
      runsElsewhere: true,
    });
    expect(calledTool(opaque("mcp_call", { name: "a", server_label: "two" }))).toEqual({
      name: "a",
      server: "two",
      aliases: ["mcp_call"],
      runsElsewhere: true,
    });
    for (const value of [undefined, "text", { name: "" }, { name: 7, server_name: "" }])
      expect(calledTool(opaque("computer_call", value))).toStrictEqual({
        name: "computer",
        aliases: ["computer_call"],
        runsElsewhere: true,
      });
    expect(calledTool(opaque("x_call_y", {}))).toBeUndefined();
    expect(calledTool(opaque("a_call_b_call", {}))?.name).toBe("a_call_b");
    expect(calledTool(opaque("server_tool_use", {}))?.name).toBe("server_tool_use");
  });

  test("other blocks call nothing", () => {
    expect(calledTool({ type: "text", text: "Bash" })).toBeUndefined();
    expect(calledTool(opaque("web_search_tool_result", { name: "web_search" }))).toBeUndefined();
    expect(calledTool(opaque("compaction", 1))).toBeUndefined();
  });
});

describe("a call is one of an offered tool", () => {
  const search = {
    name: "googleSearch",
    spellings: ["googleSearch", "google_search"],
    aliases: ["google_search", "web_search"],
    where: "$",
    runsElsewhere: true,
  };
  const plain = { name: "look", aliases: ["web_search"], where: "$", runsElsewhere: false };
  test.each([
    [{ name: "googleSearch" }, search, true],
    [{ name: "google_search" }, search, true],
    [{ name: "web_search", runsElsewhere: true }, search, true],
    [{ name: "web_search" }, search, false],
    [{ name: "web_fetch", runsElsewhere: true }, search, false],
    [{ name: "look" }, plain, true],
    [{ name: "web_search", runsElsewhere: true }, plain, false],
    [{ name: "look", server: "hub" }, plain, false],
    [{ name: "look" }, { ...plain, server: "hub" }, false],
  ] as const)("%j of %j: %s", (called, offered, expected) => {
    expect(isCallOf(called, offered)).toBe(expected);
  });
});
