import { describe, expect, it } from "vitest";
import { FakeContext } from "../../host/fixtures/fake-context.ts";
import { mcpServers } from "./mcp-servers.ts";
import { promptBlocks } from "./prompt.ts";

describe("the MCP servers of a work order", () => {
  it("are programs and addresses in the protocol's words", () => {
    const { workOrder } = new FakeContext();
    const order = {
      ...workOrder,
      mcp_servers: {
        files: { command: "/bin/files", args: ["-v"], env: { A: "1" } },
        plain: { command: "/bin/plain" },
        web: { url: "http://127.0.0.1/mcp", headers: { X: "y" } },
      },
    };
    expect(mcpServers(order)).toEqual([
      { name: "files", command: "/bin/files", args: ["-v"], env: [{ name: "A", value: "1" }] },
      { name: "plain", command: "/bin/plain", args: [], env: [] },
      { name: "web", type: "http", url: "http://127.0.0.1/mcp", headers: [{ name: "X", value: "y" }] },
    ]);
    expect(mcpServers(workOrder)).toEqual([]);
  });
});

describe("a prompt", () => {
  it("has images only if the agent takes them", () => {
    const { workOrder } = new FakeContext();
    workOrder.context.images = [{ media_type: "image/png", data: "aGk=" }];
    expect(promptBlocks(workOrder, false)).toEqual([{ type: "text", text: "do it" }]);
    expect(promptBlocks(workOrder, true)).toEqual([
      { type: "text", text: "do it" },
      { type: "image", mimeType: "image/png", data: "aGk=" },
    ]);
    expect(promptBlocks(new FakeContext().workOrder, true)).toHaveLength(1);
  });
});
