import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { AbpError } from "../contract/index.ts";
import { type LoadedConfig, loadConfig } from "./load.ts";
import type { LoadOptions } from "./load-options.ts";
import { makeProjectFile, type ProjectFile, readProjectFile } from "./trust/project-file.ts";
import { TrustStore } from "./trust/trust-store.ts";

let root: string;
let file: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "abp-sources-")));
  mkdirSync(join(root, "repo"));
  mkdirSync(join(root, "home/config"), { recursive: true });
  file = join(root, "repo/backplane.toml");
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const env = () => ({ ABP_HOME: join(root, "home") });

function load(options: LoadOptions = {}): LoadedConfig {
  return loadConfig({ cwd: join(root, "repo"), home: root, env: env(), ...options });
}

function codeOf(options: LoadOptions = {}): string {
  try {
    load(options);
  } catch (error) {
    if (AbpError.is(error)) return error.code;
    throw error;
  }
  return "accepted";
}

function trustNow(path = file): void {
  new TrustStore(join(root, "home/state")).add(readProjectFile(path)!, new Date(0));
}

describe("a project file that nobody trusts", () => {
  test("is an error, before a variable is replaced or another file is read", () => {
    writeFileSync(file, `port = 1\n[engines.e]\napi_key_file = 'secret'\nheaders = ['a: \${NOWHERE}']\n`);
    const read: string[] = [];
    const readFile = (path: string): string => {
      read.push(path);
      throw Object.assign(new Error("none"), { code: "ENOENT" });
    };
    expect(codeOf({ readFile })).toBe("config_untrusted");
    expect(read).toEqual([join(root, "home/config/backplane.toml")]);
  });

  test("is never an error of its own content, since the content does not count", () => {
    writeFileSync(file, "port = 'x'\n");
    expect(codeOf()).toBe("config_untrusted");
    writeFileSync(file, "[keys.");
    expect(codeOf()).toBe("config_untrusted");
  });

  test("is reported and not applied if the caller only shows the configuration", () => {
    writeFileSync(file, "port = 1\n");
    const { config, sources, project } = load({ untrusted: "report" });
    expect(config.port).toBe(8088);
    expect(project).toBeUndefined();
    expect(sources[0]).toMatchObject({
      layer: "project",
      file,
      found: true,
      skipped: { reason: "untrusted", keys: [{ key: "port", where: "backplane.toml:1:1" }] },
    });
  });

  test("is left out with `ignoreProjectConfig`, which also leaves a trusted one out", () => {
    writeFileSync(file, "port = 1\n");
    expect(load({ ignoreProjectConfig: true }).config.port).toBe(8088);
    trustNow();
    const { config, sources } = load({ ignoreProjectConfig: true });
    expect(config.port).toBe(8088);
    expect(sources[0]?.skipped).toMatchObject({ reason: "ignored", keys: [{ key: "port" }] });
  });

  test("that is a link, a directory or too large is an error with the reason", () => {
    mkdirSync(file);
    expect(() => load()).toThrow(/it is a directory/);
    rmSync(file, { recursive: true });
    symlinkSync(join(root, "home/config/backplane.toml"), file);
    expect(() => load()).toThrow(/symbolic link/);
    expect(load({ ignoreProjectConfig: true }).config.port).toBe(8088);
    rmSync(file);
    writeFileSync(file, Buffer.alloc(1_048_577, 32));
    expect(() => load()).toThrow(/larger than 1048576 bytes/);
  });
});

describe("a trusted project file", () => {
  test("is applied, with its content for a running daemon to hold on to", () => {
    writeFileSync(file, "port = 1\n");
    trustNow();
    const loaded = load();
    expect(loaded.config.port).toBe(1);
    expect(loaded.origins.get("port")).toMatchObject({ layer: "project", where: "backplane.toml:1:1", file });
    expect(loaded.project).toMatchObject({ path: file, sha256: readProjectFile(file)?.sha256 });
    expect(loaded.sources[0]).toEqual({ layer: "project", file, found: true });
  });

  test("may replace variables and read files", () => {
    writeFileSync(join(root, "repo/token"), "from a file\n");
    writeFileSync(file, `default_engine = '\${ENGINE}'\n[keys.a]\ntoken_file = 'token'\n`);
    trustNow();
    const { config } = load({ env: { ...env(), ENGINE: "e" } });
    expect(config).toMatchObject({ default_engine: "e", keys: { a: { token: "from a file" } } });
  });

  test("does not bring another secret with a file beside it, until that is trusted too", () => {
    const token = join(root, "repo/token");
    writeFileSync(token, "trusted");
    writeFileSync(file, "[keys.a]\ntoken_file = 'token'\n");
    trustNow();
    writeFileSync(token, "of a stranger");
    expect(() => load()).toThrow(/keys.a.token` cannot be read: .*is not as you trusted it/);
    trustNow();
    expect(load().config.keys["a"]?.token).toBe("of a stranger");
    rmSync(token);
    writeFileSync(join(root, "known"), "of a stranger too");
    symlinkSync("../known", token);
    expect(codeOf()).toBe("config_invalid");
  });

  test("may name a file outside of its directory, which may change", () => {
    writeFileSync(join(root, "token"), "the first one");
    writeFileSync(file, "[keys.a]\ntoken_file = '../token'\n");
    trustNow();
    writeFileSync(join(root, "token"), "the second one");
    expect(load().config.keys["a"]?.token).toBe("the second one");
  });

  test("is untrusted again with any other content", () => {
    writeFileSync(file, "port = 1\n");
    trustNow();
    writeFileSync(file, "port = 1\n\n");
    expect(codeOf()).toBe("config_untrusted");
    writeFileSync(file, "port = 1\n");
    expect(codeOf()).toBe("accepted");
  });

  test("is untrusted in another directory", () => {
    writeFileSync(file, "port = 1\n");
    trustNow();
    mkdirSync(join(root, "copy"));
    writeFileSync(join(root, "copy/backplane.toml"), "port = 1\n");
    expect(codeOf({ cwd: join(root, "copy") })).toBe("config_untrusted");
  });

  test("is the same file through a link to its directory, whose paths it does not take", () => {
    writeFileSync(file, "receipts_dir = 'r'\n");
    trustNow();
    symlinkSync(join(root, "repo"), join(root, "link"));
    expect(load({ cwd: join(root, "link") }).config.receipts_dir).toBe(join(root, "repo/r"));
  });

  test("is read once: the bytes that are judged are those that are applied", () => {
    const versions = [Buffer.from("port = 1"), Buffer.from("port = 666")];
    const judged: ProjectFile[] = [];
    const { config } = load({
      projectTrust: {
        read: (path) => makeProjectFile(path, versions.shift()!),
        trusts: (found) => judged.push(found) > 0,
        trustsSecret: () => true,
      },
    });
    expect(config.port).toBe(1);
    expect(versions).toHaveLength(1);
    expect(judged).toHaveLength(1);
  });
});

describe("a file that the user names", () => {
  test("is applied without trust, by --config relative or absolute, and by ABP_CONFIG", () => {
    writeFileSync(file, "port = 1\n");
    expect(load({ configFile: "backplane.toml" }).config.port).toBe(1);
    expect(load({ configFile: file }).config.port).toBe(1);
    const loaded = load({ env: { ...env(), ABP_CONFIG: file } });
    expect(loaded.config.port).toBe(1);
    expect(loaded.project).toBeUndefined();
  });

  test("by a relative ABP_CONFIG is an error that says so", () => {
    writeFileSync(file, "port = 1\n");
    expect(() => load({ env: { ...env(), ABP_CONFIG: "backplane.toml" } })).toThrow(
      'ABP_CONFIG is "backplane.toml": it must be an absolute path',
    );
    expect(load({ env: { ...env(), ABP_CONFIG: "x" }, configFile: file }).config.port).toBe(1);
    expect(codeOf({ env: { ...env(), ABP_CONFIG: "" } })).toBe("config_untrusted");
  });

  test("takes the place of an untrusted one, which is then not even looked at", () => {
    mkdirSync(file);
    writeFileSync(join(root, "own.toml"), "port = 2\n");
    expect(load({ configFile: join(root, "own.toml") }).config.port).toBe(2);
  });
});

test.each([
  ["ENOENT", true],
  ["ENOTDIR", true],
  ["EACCES", false],
  [undefined, false],
])("a file of the user that cannot be read because of %s may be absent: %s", (code, mayBeAbsent) => {
  const readFile = (): string => {
    throw Object.assign(new Error("broken"), code === undefined ? {} : { code });
  };
  if (mayBeAbsent) expect(load({ readFile }).sources.map(({ found }) => found)).toEqual([false, false]);
  else expect(() => load({ readFile })).toThrow("the configuration file cannot be read");
  expect(() => load({ readFile, configFile: file })).toThrow("the configuration file cannot be read");
});

test("in the user's configuration directory, the user's file is not a project's", () => {
  writeFileSync(join(root, "home/config/backplane.toml"), "port = 3\n");
  const { config, origins } = load({ cwd: join(root, "home/config") });
  expect(config.port).toBe(3);
  expect(origins.get("port")?.layer).toBe("user");
});

test("the keys of callers go to the address of a named file, and not to that of a file that was only found", () => {
  writeFileSync(
    file,
    "[engines.e]\npreset = 'compatible'\ncredential = 'caller'\nbase_url = 'http://127.0.0.1:9'\n",
  );
  trustNow();
  expect(() => load()).toThrow(
    expect.objectContaining({
      code: "config_invalid",
      where: "backplane.toml:4:1",
      message: expect.stringMatching(/^`engines.e.base_url` decides where the callers' own keys goes/),
    }),
  );
  expect(load({ configFile: file }).config.engines["e"]?.credential).toBe("caller");
});

test("a redirected credential is an error of the load, with both places", () => {
  writeFileSync(
    join(root, "home/config/backplane.toml"),
    "[engines.e]\npreset = 'anthropic'\napi_key = 'canary'\n",
  );
  writeFileSync(file, "[engines.e]\nbase_url = 'http://127.0.0.1:9'\n");
  trustNow();
  expect(() => load()).toThrow(
    expect.objectContaining({
      code: "config_invalid",
      where: "backplane.toml:2:1",
      message: expect.stringContaining(join(root, "home/config/backplane.toml:3:1")),
    }),
  );
});
