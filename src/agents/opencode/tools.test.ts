import { describe, expect, it } from "vitest";
import type { AcpToolCall } from "../acp/tool-calls.ts";
import { describeTool } from "./tools.ts";

const call = (firstTitle: string) =>
  ({ id: "1", kind: "other", firstTitle, title: firstTitle, input: {}, paths: [] }) as unknown as AcpToolCall;
const nameOf = (title: string, servers: readonly string[]) => describeTool(call(title), servers).name;

describe("the name of a tool of OpenCode", () => {
  it("is the contract's for its own tools", () => {
    expect([nameOf("bash", []), nameOf("webfetch", ["web"])]).toEqual(["Bash", "WebFetch"]);
  });

  it("names the MCP server of the run and its tool, so that a policy can name them", () => {
    expect(describeTool(call("tiny_shout_it"), ["other", "tiny"])).toMatchObject({
      name: "mcp__tiny__shout_it",
      nativeName: "tiny_shout_it",
    });
    expect(nameOf("my_server_find", ["my server"])).toBe("mcp__my server__find");
    expect(nameOf("tinyfind", ["tiny"])).toBe("tinyfind");
  });
});
