import { describe, expect, it } from "vitest";
import type { HostedTool } from "../../../contract/index.ts";
import { placeHosted, readHosted, readServer } from "./hosted-tools.ts";

const url = "https://docs.test/";
const mixing = "gemini-3-flash";
const older = "gemini-2.5-flash";

describe("a tool that Google runs", () => {
  it.each([
    ["googleSearch", {}, { kind: "web_search" }],
    ["googleSearch", "x", { kind: "web_search" }],
    ["googleSearch", { excludeDomains: [] }, { kind: "web_search" }],
    ["googleSearch", { excludeDomains: ["a.test"] }, { kind: "web_search", blockedDomains: ["a.test"] }],
    ["googleSearch", { exclude_domains: ["a.test"] }, { kind: "web_search", blockedDomains: ["a.test"] }],
    [
      "googleSearch",
      { timeRangeFilter: { startTime: "a", endTime: "b" } },
      { kind: "web_search", after: "a", before: "b" },
    ],
    [
      "googleSearch",
      { time_range_filter: { start_time: "a", end_time: "b" } },
      { kind: "web_search", after: "a", before: "b" },
    ],
    ["googleSearch", { timeRangeFilter: { startTime: "a" } }, { kind: "web_search", after: "a" }],
    ["googleSearch", { timeRangeFilter: { endTime: "b" } }, { kind: "web_search", before: "b" }],
    [
      "googleSearch",
      { timeRangeFilter: { startTime: 1 }, size: 1 },
      { kind: "web_search", restrictions: ["timeRangeFilter"], others: ["size"] },
    ],
    ["googleSearchRetrieval", { mode: 1 }, { kind: "web_search", others: ["mode"] }],
    ["urlContext", { mode: 1 }, { kind: "web_fetch", others: ["mode"] }],
    ["codeExecution", { mode: 1 }, { kind: "code_execution", others: ["mode"] }],
    ["googleMaps", {}, undefined],
  ])("is read: %s with %j", (name, value, tool) => {
    expect(readHosted(name, value)).toStrictEqual(tool);
  });

  it.each<[HostedTool, object, string]>([
    [{ kind: "web_search" }, { googleSearch: {} }, "googleSearch"],
    [
      { kind: "web_search", after: "a" },
      { googleSearch: { timeRangeFilter: { startTime: "a" } } },
      "googleSearch",
    ],
    [
      { kind: "web_search", before: "b" },
      { googleSearch: { timeRangeFilter: { endTime: "b" } } },
      "googleSearch",
    ],
    [{ kind: "web_fetch" }, { urlContext: {} }, "urlContext"],
    [{ kind: "code_execution" }, { codeExecution: {} }, "codeExecution"],
    [
      { kind: "mcp", server: "docs", url },
      { mcpServers: [{ name: "docs", streamableHttpTransport: { url } }] },
      "mcpServers",
    ],
  ])("is written: %j", (tool, value, name) => {
    const place = { isForced: false, isOnlyHosted: true };
    expect(placeHosted(tool, { ...place, model: older, hasFunctions: false })).toStrictEqual({ name, value });
    expect(placeHosted(tool, { ...place, model: older, hasFunctions: true })).toStrictEqual({
      unable: `${older} takes its own tools or functions, not both`,
      feature: `tool.${tool.kind}`,
    });
    expect(placeHosted(tool, { ...place, model: mixing, hasFunctions: true })).toStrictEqual({
      name,
      value,
      request: { toolConfig: { includeServerSideToolInvocations: true } },
      free: { mode: "auto", vendor: { gemini: { mode: "VALIDATED" } } },
    });
  });

  it.each([
    ["https://docs.test/sse", true],
    ["https://docs.test/sse/", true],
    ["https://docs.test/sse/x", false],
    ["https://docs.test/mcp", false],
  ])("at %s may be one that speaks server-sent events: %j", (address, isLoss) => {
    const tool: HostedTool = { kind: "mcp", server: "docs", url: address };
    const place = { model: older, hasFunctions: false, isForced: false, isOnlyHosted: true };
    const reason = "the API speaks streamable HTTP, and the address looks like one for server-sent events";
    const { losses } = placeHosted(tool, place) as { losses?: unknown };
    expect(losses).toEqual(isLoss ? [{ feature: "tool.mcp", reason }] : undefined);
    expect(placeHosted({ kind: "web_fetch", url: address } as HostedTool, place)).not.toHaveProperty(
      "losses",
    );
  });
});

describe("an MCP server", () => {
  const server = { kind: "mcp", server: "docs", url };
  it.each([
    [{ streamableHttpTransport: { url } }, server],
    [{ streamable_http_transport: { url } }, server],
    [
      { streamableHttpTransport: { url, headers: { Authorization: "secret", "X-A": "1" } } },
      { ...server, headers: ["Authorization", "X-A"] },
    ],
    [{ streamableHttpTransport: { url, headers: {} } }, server],
    [
      { streamableHttpTransport: { url, timeout: "1s", sseReadTimeout: "2s", terminateOnClose: false } },
      {
        ...server,
        others: ["timeout", "sseReadTimeout", "terminateOnClose"].map(
          (one) => `streamableHttpTransport.${one}`,
        ),
      },
    ],
    [
      { streamable_http_transport: { url, sse_read_timeout: "2s" }, size: 1, allowed: 2 },
      {
        ...server,
        restrictions: ["allowed"],
        others: ["size", "streamable_http_transport.sse_read_timeout"],
      },
    ],
    [{ streamableHttpTransport: { url, timeout: 1 } }, { ...server, others: ["streamableHttpTransport"] }],
    [{}, undefined],
    [{ streamableHttpTransport: {} }, undefined],
    [{ streamableHttpTransport: { url }, name: 1 }, undefined],
  ])("is read with %j", (more, tool) => {
    expect(readServer({ name: "docs", ...more })).toStrictEqual(tool);
  });

  it("is no text", () => {
    expect(readServer("docs")).toBeUndefined();
    expect(readServer(null)).toBeUndefined();
  });
});
