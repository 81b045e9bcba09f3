import { parse } from "smol-toml";
import { describe, expect, test } from "vitest";
import { trustEverything } from "../fixtures/trust.ts";
import { type LoadedConfig, loadConfig } from "../load.ts";
import { diffConfigs } from "./diff.ts";
import { listValues, redactConfig, renderConfigToml } from "./show.ts";

function load(project: string, env: Record<string, string> = {}, flags = {}): LoadedConfig {
  const readFile = (path: string): string => {
    if (path === "/project/backplane.toml") return project;
    throw Object.assign(new Error("no such file"), { code: "ENOENT" });
  };
  return loadConfig({
    cwd: "/project",
    home: "/home/ada",
    env,
    flags,
    readFile,
    projectTrust: trustEverything(readFile),
  });
}

const loaded = load(
  `port = 9\n[backends.'my agent']\ntype = 'sidecar'\ncommand = '\${BIN}/x'\nargs = ['a # b', """c\nd"""]`,
  { BIN: "/opt/hidden", ABP_LOG_LEVEL: "warn" },
  { bind_address: "::1" },
);

/** The value without sections that have no entries, in any depth. */
function withoutEmpty(value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(([name, member]) => [name, withoutEmpty(member)]);
  return Object.fromEntries(members.filter(([, member]) => JSON.stringify(member) !== "{}"));
}

describe("showing the configuration", () => {
  test("as TOML it parses back to the values in force", () => {
    // A section without entries has no line.
    const shown = withoutEmpty(redactConfig(loaded));
    for (const origins of [false, true]) {
      expect(JSON.parse(JSON.stringify(parse(renderConfigToml(loaded, { origins }))))).toEqual(shown);
    }
  });

  test("as TOML it has the keys of the root first, and then each table in the order of the schema", () => {
    const origin = { layer: "project", where: "p:1:1", redacted: false } as const;
    const config = { z: { y: 1 }, b: true, a: { d: { e: ["f"] }, g: "h" }, c: 2, none: {} };
    const keys = ["z.y", "b", "a.d.e", "a.g", "c"];
    const made = { config, origins: new Map(keys.map((key) => [key, origin])), warnings: [], sources: [] };
    expect(renderConfigToml(made)).toBe(
      'b = true\nc = 2\n\n[z]\ny = 1\n\n[a.d]\ne = [ "f" ]\n\n[a]\ng = "h"\n',
    );
    const nested = { ...made, config: { z: { y: 1 } } };
    expect(renderConfigToml(nested, { origins: true })).toBe("[z]\ny = 1 # project p:1:1\n");
  });

  test("with origins each line says where its value comes from", () => {
    const lines = renderConfigToml(loaded, { origins: true }).split("\n");
    expect(lines).toEqual(
      expect.arrayContaining([
        "port = 9 # project backplane.toml:1:1",
        'log_level = "warn" # environment ABP_LOG_LEVEL',
        'bind_address = "::1" # flag',
        'default_backend = "mock" # default',
        '[backends."my agent"]',
        'command = "[redacted]" # project backplane.toml:4:1',
      ]),
    );
  });

  test("as values each has its path, its key and its origin", () => {
    expect(listValues(loaded)).toContainEqual({
      path: ["backends", "my agent", "command"],
      key: 'backends."my agent".command',
      value: "[redacted]",
      origin: expect.objectContaining({ layer: "project", line: 4, redacted: true }),
    });
  });

  test("what has the form of a credential is not shown, wherever it stands", () => {
    const careless = load(
      "[backends.a]\ntype = 'sidecar'\ncommand = 'x'\nargs = ['--api-key=abcdef', '--fast']",
    );
    expect(redactConfig(careless)).toMatchObject({
      backends: { a: { args: ["--api-key=[redacted]", "--fast"] } },
    });
    expect(diffConfigs(careless, load(""))).toContainEqual(
      expect.objectContaining({ path: "backends.a.args", left: ["--api-key=[redacted]", "--fast"] }),
    );
  });

  test("the configuration itself keeps what is redacted in show", () => {
    expect(loaded.config.backends["my agent"]).toMatchObject({ command: "/opt/hidden/x" });
  });
});

describe("comparing configurations", () => {
  test("lists each value that differs, by path, whatever set it", () => {
    const left = load("port = 1\n[backends.a]\ntype = 'mock'\n[policy]\ndeny_read = ['x']");
    const right = load("[policy]\ndeny_read = ['x', 'y']", { ABP_PORT: "2" });
    expect(diffConfigs(left, right)).toEqual([
      { path: "backends.a.type", left: "mock", right: undefined },
      { path: "policy.deny_read", left: ["x"], right: ["x", "y"] },
      { path: "port", left: 1, right: 2 },
    ]);
    expect(diffConfigs(load("port = 1"), load("", { ABP_PORT: "1" }))).toEqual([]);
  });
});
