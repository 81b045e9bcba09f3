import { expect, it } from "vitest";
import { mcpConfig } from "./mcp-config.ts";

it("lists programs and addresses with all that they need", () => {
  const text = mcpConfig({
    bare: { command: "server" },
    full: { command: "server", args: ["a"], env: { KEY: "k" } },
    remote: { url: "http://127.0.0.1:9/", headers: { Authorization: "Bearer t" } },
    open: { url: "http://127.0.0.1:8/" },
  });
  expect(JSON.parse(text)).toEqual({
    mcpServers: {
      bare: { type: "stdio", command: "server", args: [], env: {} },
      full: { type: "stdio", command: "server", args: ["a"], env: { KEY: "k" } },
      remote: { type: "http", url: "http://127.0.0.1:9/", headers: { Authorization: "Bearer t" } },
      open: { type: "http", url: "http://127.0.0.1:8/", headers: {} },
    },
  });
});
