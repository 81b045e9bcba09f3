import { describe, expect, test } from "vitest";
import { z } from "zod";
import { AbpError } from "../contract/index.ts";
import { trustEverything } from "./fixtures/trust.ts";
import type { ConfigIssue } from "./issue.ts";
import { type LoadedConfig, loadConfig, loadWith } from "./load.ts";
import type { LoadOptions } from "./load-options.ts";
import { key } from "./schema/key-facts.ts";

const PROJECT = "/project/backplane.toml";
const USER = "/home/ada/.config/abp/backplane.toml";

/** Loads from files that exist only in the test. */
function load(files: Record<string, string> = {}, options: LoadOptions = {}): LoadedConfig {
  const readFile = (path: string): string => {
    const text = files[path];
    if (text === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    return text;
  };
  return loadConfig({
    cwd: "/project",
    home: "/home/ada",
    env: {},
    readFile,
    projectTrust: trustEverything(readFile),
    ...options,
  });
}

function failure(files: Record<string, string>, options: LoadOptions = {}): AbpError {
  try {
    load(files, options);
  } catch (error) {
    if (AbpError.is(error)) return error;
    throw error;
  }
  throw new Error("the configuration was accepted");
}

function issuesOf(files: Record<string, string>, options: LoadOptions = {}): ConfigIssue[] {
  return failure(files, options).details["issues"] as ConfigIssue[];
}

describe("errors", () => {
  test("retention takes whole days from 0, which keeps for ever, to 36500", () => {
    const days = (value: string) => ({ [PROJECT]: `[retention]\nresponses_days = ${value}` });
    expect(load(days("0")).config.retention).toEqual({
      responses_days: 0,
      reasoning_days: 30,
      events_days: 30,
      resources_days: 365,
    });
    expect(load(days("36500")).config.retention.responses_days).toBe(36_500);
    for (const value of ["-1", "36501", "1.5"]) {
      expect(issuesOf(days(value)).map((issue) => issue.key)).toEqual(["retention.responses_days"]);
    }
  });

  test("log_format is auto, json or text", () => {
    expect(load({ [PROJECT]: "log_format = 'json'" }).config.log_format).toBe("json");
    expect(failure({ [PROJECT]: "log_format = 'pretty'" }).message).toBe(
      '`log_format` is "pretty", expected "auto" or "json" or "text"',
    );
  });

  test("all of them are collected, from every layer, with their places", () => {
    const files = {
      [USER]: "log_level = 'inof'\n",
      [PROJECT]: [
        "port = 70000",
        "bind_address = 5",
        "default_backend = ''",
        `receipts_dir = '\${NOWHERE}'`,
        "policy = 3",
        "[backends.a]",
        "type = 'sidcar'",
        "[backends.b]",
        "type = 'sidecar'",
        "timeout_secs = 0",
        "args = ['x', 7]",
        "[backends.c]",
      ].join("\n"),
    };
    const env = { ABP_RECEIPTS__TENANT: "a b", ABP_BACKENDS__B__TIMEOUT_SECS: "soon" };
    expect(issuesOf(files, { env, flags: { negotiation: { mode: "lax" } } })).toEqual([
      {
        key: "log_level",
        where: `${USER}:1:1`,
        message:
          '`log_level` is "inof", expected "error" or "warn" or "info" or "debug" or "trace"; did you mean "info"?',
      },
      {
        key: "receipts_dir",
        where: "backplane.toml:4:1",
        message: "`receipts_dir` needs the environment variable NOWHERE, which is not set",
      },
      {
        key: "default_backend",
        where: "backplane.toml:3:1",
        message: '`default_backend` is "": it must not be empty',
      },
      { key: "bind_address", where: "backplane.toml:2:1", message: "`bind_address` is 5, expected a string" },
      { key: "port", where: "backplane.toml:1:1", message: "`port` is 70000: it must be from 1 to 65535" },
      {
        key: "backends.a.type",
        where: "backplane.toml:7:1",
        message:
          '`backends.a.type` is "sidcar", expected "mock" or "sidecar" or "agent" or "engine"; did you mean "sidecar"?',
      },
      {
        key: "backends.b.args",
        where: "backplane.toml:11:1",
        message: "`backends.b.args` has 7 as item 2, expected a string",
      },
      {
        key: "backends.b.timeout_secs",
        where: "backplane.toml:10:1",
        message: "`backends.b.timeout_secs` is 0: it must be from 1 to 86400",
      },
      { key: "policy", where: "backplane.toml:5:1", message: "`policy` is 3, expected a table" },
      {
        key: "backends.b.timeout_secs",
        where: "ABP_BACKENDS__B__TIMEOUT_SECS",
        message: 'the value of ABP_BACKENDS__B__TIMEOUT_SECS ("soon") is not a whole number',
      },
      {
        key: "receipts.tenant",
        where: "ABP_RECEIPTS__TENANT",
        message: expect.stringMatching(/^`receipts.tenant` is "a b": it must be 1 to 64 letters/),
      },
      {
        key: "negotiation.mode",
        where: "flags",
        message: '`negotiation.mode` is "lax", expected "strict" or "best_effort"',
      },
      { key: "backends.b.command", where: "backplane.toml:9:1", message: "`backends.b.command` is required" },
      {
        key: "backends.c.type",
        where: "backplane.toml:12:2",
        message: '`backends.c.type` is required: "mock" or "sidecar" or "agent" or "engine"',
      },
    ]);
  });

  test("the error's message is one line: the first issue and how many more there are", () => {
    const error = failure({ [PROJECT]: "port = 0\nlog_level = 1\nbind_address = 2" });
    expect(error.code).toBe("config_invalid");
    expect(error.message).toBe(
      '`log_level` is 1, expected "error" or "warn" or "info" or "debug" or "trace" (and 2 more)',
    );
    expect(error.where).toBe("backplane.toml:2:1");
    expect(failure({ [PROJECT]: "port = 0\nbind_address = 2" }).message).toMatch(/ \(and 1 more\)$/);
    expect(failure({ [PROJECT]: "port = 0" }).message).toBe("`port` is 0: it must be from 1 to 65535");
  });

  test("a wrong value is found even if a stronger layer hides it", () => {
    const files = { [USER]: "port = 0\nreceipts = 1", [PROJECT]: "port = 80" };
    const options = { env: { ABP_RECEIPTS__ORIGIN: "o" }, flags: { port: 81 } };
    expect(issuesOf(files, options).map((issue) => issue.key)).toEqual(["port", "receipts"]);
  });

  test("invalid TOML is named with line and column, in both files at once, and nothing is defaulted", () => {
    const issues = issuesOf({ [USER]: "a = \n", [PROJECT]: "port = 1\nport = 2\nsecret = 'x'" });
    expect(issues).toEqual([
      { where: `${USER}:1:5`, message: `${USER} is not valid TOML: invalid value` },
      {
        where: "backplane.toml:2:1",
        message: "backplane.toml is not valid TOML: trying to redefine an already defined table or value",
      },
    ]);
  });

  test("a byte order mark does not move columns", () => {
    expect(issuesOf({ [PROJECT]: "\uFEFFport = 0" })).toMatchObject([{ where: "backplane.toml:1:1" }]);
  });

  test("what is missing only because a file is broken is not an error of its own", () => {
    const env = { ABP_BACKENDS__A__TIMEOUT_SECS: "5" };
    expect(issuesOf({ [PROJECT]: "[backends.a\n" }, { env })).toHaveLength(1);
    expect(issuesOf({}, { env, configFile: "gone.toml" })).toHaveLength(1);
    expect(issuesOf({}, { env })).toEqual([
      {
        key: "backends.a.type",
        where: "ABP_BACKENDS__A__TIMEOUT_SECS",
        message: '`backends.a.type` is required: "mock" or "sidecar" or "agent" or "engine"',
      },
    ]);
  });

  test("names that would reach into JavaScript's objects are refused", () => {
    expect(issuesOf({ [PROJECT]: "[backends.__proto__]\ntype = 'mock'" })[0]?.message).toContain(
      "unsafe property",
    );
  });

  test.each([
    ["engines", '""', "has an empty name"],
    ["backends", '"a\\u0000b"', "has a name with characters that cannot be printed"],
    ["backends", '"a\\nb"', "has a name with characters that cannot be printed"],
    ["keys", '"a\\u2028b"', "has a name with characters that cannot be printed"],
    ["routes", '"a\\u202eb"', "has a name with characters that cannot be printed"],
    ["engines", '" a"', "has a name that begins or ends with a space"],
    ["engines", '"a\u00a0"', "has a name that begins or ends with a space"],
    ["keys", "y".repeat(129), "has a name of more than 128 characters"],
  ])(
    "a name in [%s] that receipts, log lines and headers cannot hold is refused: %s",
    (section, name, why) => {
      const [issue] = issuesOf({ [PROJECT]: `port = 5\n[${section}.${name}]\n` });
      expect([issue?.where, issue?.message.endsWith(why)]).toEqual(["backplane.toml:2:2", true]);
    },
  );

  test("a name with spaces, quotes or letters of any script is taken", () => {
    const names = ['"a b"', '"quo\\"te"', '"ключ 🙂"', '"a/b"', "y".repeat(128)];
    const text = names.map((name) => `[backends.${name}]\ntype = "mock"\n`).join("");
    expect(load({ [PROJECT]: text }).config.backends).toHaveProperty("ключ 🙂");
  });

  test("the tenant of a key is a name that its log can have", () => {
    const text = `[keys.a]\ntoken = "0123456789abcdef0123"\ntenant = "a b"\n`;
    expect(issuesOf({ [PROJECT]: text })).toMatchObject([
      { where: "backplane.toml:3:1", key: "keys.a.tenant" },
    ]);
  });

  test("a named file must exist, while the two usual places may be empty", () => {
    expect(issuesOf({}, { configFile: "gone.toml" })).toEqual([
      { where: "gone.toml", message: "the configuration file cannot be read: gone.toml does not exist" },
    ]);
    expect(issuesOf({}, { env: { ABP_CONFIG: "/gone.toml" } })[0]?.message).toContain(
      "/gone.toml does not exist",
    );
  });

  test.each([
    ["EACCES", "no permission to read backplane.toml"],
    ["EISDIR", "backplane.toml is a directory"],
    ["EIO", "backplane.toml: broken disk"],
  ])("a file that is there and cannot be read (%s) is an error", (code, reason) => {
    const readFile = (path: string): string => {
      throw Object.assign(new Error("broken disk"), { code: path === USER ? code : "ENOENT" });
    };
    const cwd = "/home/ada/.config/abp";
    expect(failure({}, { readFile, cwd }).message).toBe(`the configuration file cannot be read: ${reason}`);
  });

  test("a value that came from a variable is not shown in an error", () => {
    const env = { LEVEL: "hunter2" };
    const issues = issuesOf({ [PROJECT]: `log_level = '\${LEVEL}'\nport = '\${LEVEL}'` }, { env });
    expect(issues).toHaveLength(2);
    expect(JSON.stringify(issues)).not.toContain("hunter2");
    expect(issues[0]?.message).toContain("is [redacted]");
  });
});

describe("the kind of value that a message expects", () => {
  const messageOf = (text: string) => issuesOf({ [PROJECT]: text })[0]?.message;

  test.each([
    ["port = 'x'", '`port` is "x", expected a whole number'],
    ["port = 2026-01-01", "`port` is a date, expected a whole number"],
    ["port = inf", "`port` is Infinity, expected a whole number"],
    ["bind_address = [1]", "`bind_address` is a list, expected a string"],
    ["bind_address = { a = 1 }", "`bind_address` is a table, expected a string"],
    ["[prices.x]\ninput = 'x'\noutput = 1", '`prices.x.input` is "x", expected a number'],
    ["[prices.x]\ninput = -1\noutput = 1", "`prices.x.input` is -1: it must be at least 0"],
    ["[gateway]\nestimate_tokens = 1", "`gateway.estimate_tokens` is 1, expected true or false"],
    ["[policy]\ndeny_read = 'x'", '`policy.deny_read` is "x", expected a list of strings'],
    ["[policy]\ndeny_read = ['x', 7]", "`policy.deny_read` has 7 as item 2, expected a string"],
    ["policy = 3", "`policy` is 3, expected a table"],
    ["default_backend = ''", '`default_backend` is "": it must not be empty'],
    [
      "[engines.a]\nbase_url = 'ftp://x'",
      '`engines.a.base_url` is "ftp://x": it must be an http or https URL',
    ],
  ])("%s", (text, message) => {
    expect(messageOf(text)).toBe(message);
  });

  test("a long value is shown in part", () => {
    expect(messageOf(`port = '${"x".repeat(70)}'`)).toBe(
      `\`port\` is "${"x".repeat(56)}…, expected a whole number`,
    );
    expect(messageOf(`port = '${"x".repeat(58)}'`)).toBe(
      `\`port\` is "${"x".repeat(58)}", expected a whole number`,
    );
  });

  test("a required key with a single option names it", () => {
    const schema = z.object({
      sections: z.record(
        z.string(),
        z.object({
          kind: key(z.literal("only"), { description: "A kind." }),
          other: key(z.string().optional(), { description: "Another key." }),
        }),
      ),
    });
    const readFile = () => "[sections.a]\nother = 'x'";
    const read = () => loadWith(schema, { cwd: "/project", home: "/home/ada", env: {}, readFile });
    expect(read).toThrow('`sections.a.kind` is required: "only"');
  });

  const item = '"name" or { engine = "name", model = "name" }';
  test.each([
    ["5", "a list of"],
    ["[5]", "has 5 as item 1, expected"],
    ["['b', '']", 'has "" as item 2, expected'],
    ["[{ model = 'm' }]", "has a table as item 1, expected"],
    ["[{ engine = 'b', other = 1 }]", "has a table as item 1, expected"],
  ])("a fallback of %s is refused with the form that it must have", (value, expectation) => {
    const [issue] = issuesOf({ [PROJECT]: `[engines.a]\npreset = 'sim'\nfallback = ${value}` });
    expect(issue?.key).toBe("engines.a.fallback");
    expect(issue?.message).toContain(`${expectation} ${item}`);
  });
});

describe("a section that is written and empty", () => {
  test("changes nothing and gets no warning", () => {
    const { config, warnings } = load({ [PROJECT]: "[backends]\n[policy]" });
    expect(config.backends).toEqual({});
    expect(config.policy.deny_read).toEqual([]);
    expect(warnings).toEqual([]);
  });
});

describe("warnings", () => {
  test("unknown keys are ignored, with the nearest known key", () => {
    const { warnings, config } = load({
      [PROJECT]: `prot = 1\n[receipts]\norigni = 'x'\n[backends.a]\ntype = 'mock'\ncomand = 'x'\ntelephone = ['\${UNSET}']`,
    });
    expect(config.port).toBe(8088);
    expect(warnings).toEqual([
      {
        key: "prot",
        where: "backplane.toml:1:1",
        message: "`prot` is not a known key and is ignored: did you mean `port`?",
      },
      {
        key: "receipts.origni",
        where: "backplane.toml:3:1",
        message: "`receipts.origni` is not a known key and is ignored: did you mean `receipts.origin`?",
      },
      {
        key: "backends.a.comand",
        where: "backplane.toml:6:1",
        message: "`backends.a.comand` is not a known key and is ignored: did you mean `backends.a.command`?",
      },
      {
        key: "backends.a.telephone",
        where: "backplane.toml:7:1",
        message: "`backends.a.telephone` is not a known key and is ignored",
      },
    ]);
  });

  test("deprecated keys work, and the new key wins in the same file", () => {
    const { warnings, config, origins } = load({
      [PROJECT]: "backend = 'a'\nreceipt_dir = '/r'\nbind = '::1'\nbind_address = '::2'",
    });
    expect(config).toMatchObject({ default_backend: "a", receipts_dir: "/r", bind_address: "::2" });
    expect(origins.get("bind_address")).toMatchObject({ line: 4 });
    expect(warnings.map((warning) => warning.message)).toEqual([
      "`backend` is deprecated: use `default_backend`",
      "`receipt_dir` is deprecated: use `receipts_dir`",
      "`bind` is deprecated: use `bind_address`",
    ]);
    expect(load({ [PROJECT]: "backend = 'a'" }).origins.get("default_backend")).toMatchObject({ line: 1 });
  });

  test("a long timeout, and keys that the type does not use, are only advice", () => {
    const { warnings } = load({
      [PROJECT]:
        "[backends.a]\ntype = 'sidecar'\ncommand = 'x'\ntimeout_secs = 3601\n[backends.b]\ntype = 'mock'\ncommand = 'x'\n[backends.c]\ntype = 'sidecar'\ncommand = 'x'\ntimeout_secs = 3600",
    });
    expect(warnings.map(({ where, message }) => [where, message])).toEqual([
      ["backplane.toml:4:1", "`backends.a.timeout_secs` is 3601: more than 3600 is unusual"],
      ["backplane.toml:7:1", '`backends.b.command` is not used by the type "mock" and is ignored'],
    ]);
  });
});

test.each([
  ["engines.e.models", { engines: { e: { preset: "sim", models: ["ok", "é".repeat(257)] } } }],
  ["engines.e.default_model", { engines: { e: { preset: "sim", default_model: "m".repeat(513) } } }],
  ["routes.r.model", { routes: { r: { models: ["a"], engine: "e", model: "m".repeat(513) } } }],
  ["routes.r.models", { routes: { r: { models: ["m".repeat(513)], engine: "e" } } }],
])("a model's name of more than 512 bytes is refused in %s", (key, flags) => {
  expect(() => loadConfig({ cwd: "/nowhere", home: "/nowhere", env: {}, flags })).toThrow(
    expect.objectContaining({
      code: "config_invalid",
      message: expect.stringMatching(
        new RegExp(`^\`${key.replaceAll(".", "\\.")}\` .*: it must have at most 512 bytes`),
      ),
    }),
  );
});
