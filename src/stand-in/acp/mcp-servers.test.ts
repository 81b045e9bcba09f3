import { expect, it } from "vitest";
import { readServers } from "./mcp-servers.ts";

it.each<[unknown, object]>([
  [undefined, {}],
  ["none", {}],
  [["no server", 1, null], {}],
  [[{ name: "a", command: "x" }], { a: { command: "x", args: [], env: {} } }],
  [
    [
      {
        name: "a",
        command: "x",
        args: ["1", 2],
        env: [{ name: "K", value: "v" }, "no pair", { name: "N", value: 1 }],
        url: "http://not-used",
      },
    ],
    { a: { command: "x", args: ["1", "2"], env: { K: "v", N: "1" } } },
  ],
  [[{ name: "a", command: "x", args: "1", env: { K: "v" } }], { a: { command: "x", args: [], env: {} } }],
  [[{ command: "x" }], { "": { command: "x", args: [], env: {} } }],
  [
    [
      { type: "http", name: "b", url: "http://u", headers: [{ name: "H", value: "v" }] },
      { type: "http", name: "c", url: "http://w" },
    ],
    { b: { url: "http://u", headers: { H: "v" } }, c: { url: "http://w", headers: {} } },
  ],
])("the servers %j are %j", (list, servers) => {
  expect(readServers(list)).toEqual(servers);
});

it.each<[object, string]>([
  [{ type: "sse", name: "s", url: "http://u" }, '"s"'],
  [{ type: "http", name: "s" }, '"s"'],
  [{ name: "s", url: "http://u" }, '"s"'],
  [{}, '""'],
])("the server %j is refused", (server, name) => {
  expect(() => readServers([server])).toThrow(
    expect.objectContaining({ code: -32602, message: `the MCP server ${name} is neither stdio nor http` }),
  );
});
