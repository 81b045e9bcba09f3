import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { z } from "zod";
import { sharedExists, sharedPath } from "../../test/shared.ts";
import { AbpError, formatKeyPath } from "../contract/index.ts";
import { listValues } from "./display/show.ts";
import { trustEverything } from "./fixtures/trust.ts";
import type { ConfigIssue } from "./issue.ts";
import { type LoadedConfig, loadConfig, loadWith } from "./load.ts";
import type { LoadOptions } from "./load-options.ts";
import { ConfigSchema } from "./schema/config-schema.ts";
import { key } from "./schema/key-facts.ts";
import { ANY_NAME, findDefinition, listKeys } from "./schema/key-table.ts";
import { readProjectFile } from "./trust/project-file.ts";
import { TrustStore } from "./trust/trust-store.ts";

const PROJECT = "/project/backplane.toml";
const USER = "/home/ada/.config/abp/backplane.toml";

/** Loads from files that exist only in the test. */
function load(files: Record<string, string> = {}, options: LoadOptions = {}): LoadedConfig {
  const readFile = (path: string): string => {
    const text = files[path];
    if (text === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    return text;
  };
  const projectTrust = trustEverything(readFile);
  return loadConfig({ cwd: "/project", home: "/home/ada", env: {}, readFile, projectTrust, ...options });
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

test("a renamed key is unknown to a schema without its new name, in files and in variables", () => {
  const schema = z.object({ backends: key(z.string().optional(), { description: "A key." }) });
  const readFile = () => "backend = 'a'\n";
  const projectTrust = trustEverything(readFile);
  const places = { cwd: "/home/ada/.config/abp", home: "/home/ada", readFile, projectTrust };
  const { config, warnings } = loadWith(schema, { ...places, env: { ABP_BACKEND: "a" } });
  expect(config).toEqual({});
  expect(warnings.map(({ message }) => message)).toEqual([
    "`backend` is not a known key and is ignored: did you mean `backends`?",
    "the environment variable ABP_BACKEND is not a known setting and is ignored: did you mean ABP_BACKENDS?",
  ]);
});

test("the problems of the files come in their order, the user's first, before those of the environment", () => {
  const files = { [USER]: "port = 0\n" };
  expect(issuesOf(files, { configFile: "none.toml", env: { ABP_LOG_LEVEL: "loud" } })).toEqual([
    { message: "`port` is 0: it must be from 1 to 65535", where: `${USER}:1:1`, key: "port" },
    {
      message: "the configuration file cannot be read: none.toml does not exist",
      where: "none.toml",
    },
    expect.objectContaining({ where: "ABP_LOG_LEVEL", key: "log_level" }),
  ]);
});

test("a value that is wrong for its entry in another file is reported although a third file is missing", () => {
  const files = { [USER]: "[backends.a]\ntype = 'sidecar'\ncommand = 'x'\n" };
  const env = { ABP_BACKENDS__A__TIMEOUT_SECS: "0", ABP_BACKENDS__B__TIMEOUT_SECS: "5" };
  expect(issuesOf(files, { configFile: "none.toml", env })).toEqual([
    { message: "the configuration file cannot be read: none.toml does not exist", where: "none.toml" },
    {
      message: "`backends.a.timeout_secs` is 0: it must be from 1 to 86400",
      where: "ABP_BACKENDS__A__TIMEOUT_SECS",
      key: "backends.a.timeout_secs",
    },
  ]);
});

test("only a project's file that was found is the project", () => {
  expect([load(), load({ [PROJECT]: "" })].map((loaded) => Object.keys(loaded))).toStrictEqual([
    ["config", "origins", "warnings", "sources"],
    ["config", "origins", "warnings", "sources", "project"],
  ]);
});

test("a value with a variable that is missing has that problem alone", () => {
  expect(issuesOf({ [PROJECT]: `log_level = '\${NONE}'\n` })).toEqual([
    expect.objectContaining({
      key: "log_level",
      message: "`log_level` needs the environment variable NONE, which is not set",
    }),
  ]);
});

describe("the order of the layers", () => {
  // Each layer with a port of its own, the weakest first.
  const layers = ["user", "project", "PORT", "environment", "flag"] as const;
  const ports = { user: 1001, project: 1002, PORT: 1003, environment: 1004, flag: 1005 };

  const present = fc.uniqueArray(fc.constantFrom(...layers));
  test("whichever layers set a key, the strongest of them is in force and is named as the origin", () => {
    fc.assert(
      fc.property(present, (set) => {
        const files = {
          ...(set.includes("user") ? { [USER]: `port = ${ports.user}` } : {}),
          ...(set.includes("project") ? { [PROJECT]: `port = ${ports.project}` } : {}),
        };
        const env = {
          ...(set.includes("PORT") ? { PORT: String(ports.PORT) } : {}),
          ...(set.includes("environment") ? { ABP_PORT: String(ports.environment) } : {}),
        };
        const loaded = load(files, { env, ...(set.includes("flag") ? { flags: { port: ports.flag } } : {}) });
        const strongest = layers.findLast((layer) => set.includes(layer));
        expect(loaded.config.port).toBe(strongest === undefined ? 8088 : ports[strongest]);
        expect(loaded.origins.get("port")).toMatchObject({
          layer: strongest === "PORT" ? "environment" : (strongest ?? "default"),
        });
      }),
    );
  });

  test("without any source every key has its default", () => {
    const { config, origins, warnings, sources } = load();
    expect(config).toMatchObject({
      default_backend: "mock",
      log_level: "info",
      log_format: "auto",
      bind_address: "127.0.0.1",
      port: 8088,
      policy_profiles: [],
      backends: {},
      receipts_dir: "/home/ada/.local/share/abp/receipts",
      receipts: { origin: "localhost/abp", tenant: "default", keys_dir: "/home/ada/.local/share/abp/keys" },
      retention: { responses_days: 30, reasoning_days: 30, events_days: 30, resources_days: 365 },
      policy: { allowed_tools: [], deny_read: [] },
      negotiation: { mode: "best_effort" },
    });
    expect(new Set([...origins.values()].map((origin) => origin.layer))).toEqual(new Set(["default"]));
    expect(warnings).toEqual([]);
    expect(sources).toEqual([
      { layer: "project", file: PROJECT, found: false },
      { layer: "user", file: USER, found: false },
    ]);
  });

  test("every key of the table that has a default has an origin", () => {
    const keys = listKeys(ConfigSchema).filter(
      (definition) =>
        !definition.path.includes(ANY_NAME) &&
        (definition.default !== undefined || definition.facts.defaultFrom !== undefined),
    );
    expect([...load().origins.keys()].sort()).toEqual(
      keys.map((definition) => formatKeyPath(definition.path)).sort(),
    );
  });

  test("a flag that is undefined counts as not set", () => {
    expect(load({}, { flags: { port: undefined, receipts: { origin: undefined } } }).config.port).toBe(8088);
  });

  test("XDG_CONFIG_HOME and ABP_HOME move the user's file", () => {
    const files = { "/x/abp/backplane.toml": "port = 1", "/y/config/backplane.toml": "port = 2" };
    expect(load(files, { env: { XDG_CONFIG_HOME: "/x" } }).config.port).toBe(1);
    expect(load(files, { env: { XDG_CONFIG_HOME: "/x", ABP_HOME: "/y" } }).config.port).toBe(2);
  });

  test("a named file takes the place of the project's, and a flag wins over ABP_CONFIG", () => {
    const files = {
      [PROJECT]: "port = 1",
      "/project/a.toml": "port = 2",
      "/b.toml": "port = 3",
      [USER]: "log_level = 'warn'",
    };
    expect(load(files, { env: { ABP_CONFIG: "/project/a.toml" } }).config).toMatchObject({
      port: 2,
      log_level: "warn",
    });
    expect(load(files, { env: { ABP_CONFIG: "/project/a.toml" }, configFile: "/b.toml" }).config.port).toBe(
      3,
    );
    expect(load(files, { configFile: "a.toml" }).config.port).toBe(2);
    expect(
      load({ [PROJECT]: "log_level = 'debug'", "/b.toml": "" }, { configFile: "/b.toml" }).config.log_level,
    ).toBe("info");
  });

  test("only the two places are looked at: no other directory is configuration", () => {
    const asked: string[] = [];
    const readFile = (path: string): string => {
      asked.push(path);
      throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    };
    const projectTrust = {
      read: (file: string) => {
        asked.push(file);
        return undefined;
      },
      trusts: () => true,
      trustsSecret: () => true,
    };
    loadConfig({ cwd: "/project/deep", home: "/home/ada", env: {}, readFile, projectTrust });
    expect(asked.sort()).toEqual([USER, "/project/deep/backplane.toml"].sort());
  });
});

describe("origins", () => {
  test("a value of a file has its file, line and column", () => {
    const { origins } = load({ [PROJECT]: "# c\n[receipts]\n  origin = 'o'\n", [USER]: "\nport = 5\n" });
    expect(origins.get("receipts.origin")).toEqual({
      layer: "project",
      where: "backplane.toml:3:3",
      file: PROJECT,
      line: 3,
      column: 3,
      redacted: false,
    });
    expect(origins.get("port")).toMatchObject({ layer: "user", where: `${USER}:2:1` });
    expect(origins.get("receipts.tenant")).toMatchObject({ layer: "default" });
  });

  test("a value of the environment has its variable", () => {
    const { origins } = load({}, { env: { ABP_RECEIPTS__ORIGIN: "o", PORT: "80" } });
    expect(origins.get("receipts.origin")).toMatchObject({
      where: "ABP_RECEIPTS__ORIGIN",
      variable: "ABP_RECEIPTS__ORIGIN",
    });
    expect(origins.get("port")).toMatchObject({ layer: "environment", variable: "PORT" });
  });

  test("keys of one backend may come from different layers", () => {
    const files = { [PROJECT]: "[backends.claude]\ntype = 'sidecar'\ncommand = 'node'\n" };
    const { config, origins } = load(files, { env: { ABP_BACKENDS__CLAUDE__COMMAND: "deno" } });
    expect(config.backends).toEqual({ claude: { type: "sidecar", command: "deno", args: [] } });
    expect(origins.get("backends.claude.type")).toMatchObject({ layer: "project", line: 2 });
    expect(origins.get("backends.claude.command")).toMatchObject({ layer: "environment" });
    expect(origins.get("backends.claude.args")).toMatchObject({ layer: "default" });
  });
});

describe("paths", () => {
  test("count from the file that sets them, from the current directory otherwise, and know the home directory", () => {
    const files = {
      [USER]: "receipts_dir = 'r'\npolicy_profiles = ['p.json', '/abs.json', '~/q.json']",
      "/etc/b.toml": "[receipts]\nkeys_dir = '../keys'",
    };
    const { config } = load(files, { configFile: "/etc/b.toml", env: { ABP_WORKSPACE_DIR: "w" } });
    expect(config.receipts_dir).toBe("/home/ada/.config/abp/r");
    expect(config.policy_profiles).toEqual(["/home/ada/.config/abp/p.json", "/abs.json", "/home/ada/q.json"]);
    expect(config.receipts.keys_dir).toBe("/keys");
    expect(config.workspace_dir).toBe("/project/w");
  });

  test("a command is not a path: it may be a name", () => {
    const { config } = load({
      [PROJECT]: "backends.a = { type = 'sidecar', command = 'node', args = ['host.js'] }",
    });
    expect(config.backends["a"]).toEqual({ type: "sidecar", command: "node", args: ["host.js"] });
  });
});

describe("files", () => {
  test.skipIf(!sharedExists)("the example of abp/v0.1 loads without a warning", () => {
    const configFile = sharedPath("vectors/abp-v0.1/fixtures/backplane.example.toml");
    const { config, warnings } = loadConfig({ cwd: "/nowhere", home: "/nowhere", env: {}, configFile });
    expect(warnings).toEqual([]);
    expect(config.backends).toEqual({
      mock: { type: "mock" },
      openai: { type: "sidecar", command: "node", args: ["path/to/openai-sidecar.js"] },
      anthropic: { type: "sidecar", command: "python3", args: ["path/to/anthropic-sidecar.py"] },
    });
  });

  test.skipIf(!sharedExists)(
    "the documents of the abp/v0.1 corpus are accepted and refused as they should be",
    () => {
      const corpus = (name: string): Record<string, string> => ({
        [PROJECT]: readFileSync(
          sharedPath("vectors/abp-v0.1/fixtures/fuzz-corpus/fuzz_config_parse", name),
          "utf8",
        ),
      });
      for (const name of ["empty.toml", "minimal.toml", "full.toml"]) {
        expect(load(corpus(name)).warnings, name).toEqual([]);
      }
      expect(issuesOf(corpus("invalid.toml"))).toMatchObject([{ where: "backplane.toml:1:6" }]);
      expect(issuesOf(corpus("validation_errors.toml")).map((issue) => issue.key)).toEqual([
        'backends.""',
        "log_level",
        'backends."".command',
        'backends."".timeout_secs',
      ]);
    },
  );

  const example = readFileSync(join(import.meta.dirname, "../../examples/backplane.toml"), "utf8");
  const uncommented = example.replace(/^# (?=\[|\w+ = )/gm, "");

  test("our own example loads without a warning, as it stands and with every line put in force", () => {
    expect(load({ [PROJECT]: example }).warnings).toEqual([]);
    // Some keys are only taken from the user's own file.
    expect(load({ [USER]: uncommented }).warnings).toEqual([]);
    expect(uncommented).not.toBe(example);
  });

  test("our own example shows every key", () => {
    const definitions = listKeys(ConfigSchema);
    const values = listValues(load({ [USER]: uncommented })).filter(({ origin }) => origin.layer === "user");
    const shown = new Set(values.map(({ path }) => findDefinition(definitions, path)));
    for (const definition of definitions)
      expect(shown.has(definition), formatKeyPath(definition.path)).toBe(true);
  });

  test("real files are read, with a byte order mark or without, and bytes that are not UTF-8 are an error", () => {
    const cwd = mkdtempSync(join(tmpdir(), "abp-config-"));
    try {
      const options = { cwd, home: join(cwd, "home"), env: {} };
      mkdirSync(join(cwd, "home/.config/abp"), { recursive: true });
      writeFileSync(join(cwd, "home/.config/abp/backplane.toml"), "log_level = 'warn'");
      writeFileSync(join(cwd, "backplane.toml"), "\uFEFFport = 9");
      const trust = new TrustStore(join(cwd, "home/.local/state/abp"));
      const trustNow = () => trust.add(readProjectFile(join(cwd, "backplane.toml"))!, new Date(0));
      trustNow();
      expect(loadConfig(options).config).toMatchObject({ port: 9, log_level: "warn" });
      writeFileSync(join(cwd, "backplane.toml"), Buffer.from([0x61, 0x3d, 0x27, 0xff, 0x27]));
      trustNow();
      expect(() => loadConfig(options)).toThrow(/cannot be read: backplane.toml: /);
    } finally {
      rmSync(cwd, { recursive: true });
    }
  });
});
