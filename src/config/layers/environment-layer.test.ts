import { describe, expect, test } from "vitest";
import { trustEverything } from "../fixtures/trust.ts";
import { type LoadedConfig, loadConfig } from "../load.ts";

function load(env: Record<string, string>, project = ""): LoadedConfig {
  const readFile = (path: string): string => {
    if (path === "/project/backplane.toml") return project;
    throw Object.assign(new Error("no such file"), { code: "ENOENT" });
  };
  return loadConfig({
    cwd: "/project",
    home: "/home/ada",
    env,
    readFile,
    projectTrust: trustEverything(readFile),
  });
}

describe("the environment", () => {
  test("sets keys of every type, nested ones with two underscores", () => {
    const { config, warnings } = load({
      ABP_DEFAULT_BACKEND: "claude",
      ABP_LOG_LEVEL: "debug",
      ABP_BIND_ADDRESS: "::1",
      ABP_POLICY_PROFILES: "/a.json,/b.json",
      ABP_POLICY__DENY_READ: '["*.env"]',
      ABP_NEGOTIATION__MODE: "strict",
      ABP_BACKENDS__CLAUDE__TYPE: "sidecar",
      ABP_BACKENDS__CLAUDE__COMMAND: "node",
      ABP_BACKENDS__CLAUDE__TIMEOUT_SECS: "60",
    });
    expect(warnings).toEqual([]);
    expect(config).toMatchObject({
      default_backend: "claude",
      log_level: "debug",
      bind_address: "::1",
      policy_profiles: ["/a.json", "/b.json"],
      policy: { deny_read: ["*.env"] },
      negotiation: { mode: "strict" },
      backends: { claude: { type: "sidecar", command: "node", args: [], timeout_secs: 60 } },
    });
  });

  test("a variable that is set and empty counts as not set", () => {
    const { config, origins } = load({ ABP_PORT: "", ABP_LOG_LEVEL: "", PORT: "" }, "port = 7");
    expect(config).toMatchObject({ port: 7, log_level: "info" });
    expect(origins.get("port")).toMatchObject({ layer: "project" });
  });

  test("refuses a variable of a table that does not exist, and only warns of another unknown one", () => {
    expect(() => load({ ABP_POLICI__DENY_READ: "x" })).toThrow(
      expect.objectContaining({
        code: "config_invalid",
        where: "ABP_POLICI__DENY_READ",
        message:
          "the environment variable ABP_POLICI__DENY_READ sets a value of `polici`, which is not a known table: did you mean ABP_POLICY__DENY_READ?",
      }),
    );
    expect(() => load({ ABP_QQQQQQQQ__X: "x" })).toThrow(
      expect.objectContaining({
        message:
          "the environment variable ABP_QQQQQQQQ__X sets a value of `qqqqqqqq`, which is not a known table",
      }),
    );
    expect(load({ ABP_LOG_LEVLE: "debug", ABP_QQQQQQQQ: "x", ABP_POLICY__QQQQQQQQ: "x" }).warnings).toEqual([
      {
        message:
          "the environment variable ABP_LOG_LEVLE is not a known setting and is ignored: did you mean ABP_LOG_LEVEL?",
        where: "ABP_LOG_LEVLE",
      },
      {
        message: "the environment variable ABP_POLICY__QQQQQQQQ is not a known setting and is ignored",
        where: "ABP_POLICY__QQQQQQQQ",
      },
      {
        message: "the environment variable ABP_QQQQQQQQ is not a known setting and is ignored",
        where: "ABP_QQQQQQQQ",
      },
    ]);
  });

  test("PORT is not even looked at if ABP_PORT is set", () => {
    expect(load({ ABP_PORT: "80", PORT: "tcp://10.0.0.1" }).config.port).toBe(80);
    expect(() => load({ PORT: "tcp://10.0.0.1" })).toThrow(/PORT .* is not a whole number/);
  });

  test("finds a backend of the file whatever the case and hyphens of its name", () => {
    const project = "[backends.My-Agent]\ntype = 'sidecar'\ncommand = 'x'\n[backends.other]\ntype = 'mock'";
    const { config } = load({ ABP_BACKENDS__MY_AGENT__COMMAND: "y" }, project);
    expect(config.backends).toEqual({
      "My-Agent": { type: "sidecar", command: "y", args: [] },
      other: { type: "mock" },
    });
  });

  test("sets decimal numbers, also below a name that is a pattern", () => {
    const project = "[prices.'claude-opus-*']\ninput = 5\noutput = 25.5";
    const { config, warnings } = load(
      {
        ABP_PRICES__CLAUDE_OPUS__CACHE_READ: "0.25",
        ABP_PRICES__LOCAL__INPUT: "0",
        ABP_PRICES__LOCAL__OUTPUT: "1e-2",
      },
      project,
    );
    expect(warnings).toEqual([]);
    expect(config.prices).toEqual({
      "claude-opus-*": { input: 5, output: 25.5, cache_read: 0.25 },
      local: { input: 0, output: 0.01 },
    });
    expect(() => load({ ABP_PRICES__A__INPUT: "cheap" })).toThrow(/"cheap"\) is not a number/);
  });

  test("a type in the environment begins the backend anew", () => {
    const { config, warnings } = load(
      { ABP_BACKENDS__A__TYPE: "mock" },
      "[backends.a]\ntype = 'sidecar'\ncommand = 'x'",
    );
    expect(config.backends).toEqual({ a: { type: "mock" } });
    expect(warnings).toEqual([]);
  });

  test("strings are taken as they stand, without looking for variables in them", () => {
    expect(load({ ABP_DEFAULT_BACKEND: `\${HOME}`, HOME: "/h" }).config.default_backend).toBe(`\${HOME}`);
  });

  test("unknown variables are advice, with the nearest known one", () => {
    const { warnings } = load({
      ABP_PROT: "1",
      ABP_RECEIPTS_ORIGIN: "x",
      ABP_BACKENDS__CLAUDE__COMAND: "x",
      ABP_BACKENDS: "{}",
      ABP_PORT_FILE: "/x",
      ABP_HOMES: "/x",
      ABP_: "x",
      ABP_RECEIPTS____ORIGIN: "x",
      abp_port: "1",
      OTHER: "1",
    });
    const hint = (variable: string): string | undefined =>
      warnings.find((warning) => warning.where === variable)?.message.split(": did you mean ")[1];
    expect(warnings).toHaveLength(8);
    expect(hint("ABP_PROT")).toBe("ABP_PORT?");
    expect(hint("ABP_RECEIPTS_ORIGIN")).toBe("ABP_RECEIPTS__ORIGIN?");
    expect(hint("ABP_BACKENDS__CLAUDE__COMAND")).toBe("ABP_BACKENDS__CLAUDE__COMMAND?");
    expect(hint("ABP_HOMES")).toBe("ABP_HOME?");
    expect(hint("ABP_RECEIPTS____ORIGIN")).toBe("ABP_RECEIPTS__ORIGIN?");
    expect(warnings[0]?.message).toMatch(
      /^the environment variable ABP_ is not a known setting and is ignored/,
    );
  });

  test("our other variables and those of sidecar programs are not reported", () => {
    const { warnings } = load({
      ABP_HOME: "/x",
      ABP_SHARED: "/x",
      ABP_KIMI_SDK_MODULE: "m",
      ABP_COPILOT_RUNNER_ARGS: "[]",
    });
    expect(warnings).toEqual([]);
  });

  test("deprecated names work in variables too, and the new name wins", () => {
    const old = load({ ABP_BACKEND: "a" });
    expect(old.config.default_backend).toBe("a");
    expect(old.warnings).toEqual([
      {
        key: "default_backend",
        where: "ABP_BACKEND",
        message: "ABP_BACKEND is deprecated: use ABP_DEFAULT_BACKEND",
      },
    ]);
    expect(load({ ABP_BACKEND: "a", ABP_DEFAULT_BACKEND: "b" }).config.default_backend).toBe("b");
  });
});
