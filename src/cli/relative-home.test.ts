import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { programsFolder } from "../../test/package/programs.ts";

const BIN = await programsFolder();

let root: string;
let seen: string;

beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "abp-relative-home-")));
  seen = join(root, "seen");
  for (const place of [".config/abp", "config", "conf/abp", "home/.config/abp", "home/config"]) bait(place);
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

/** A repository's file that would be the user's own if its directory were taken for the user's. */
function bait(place: string): void {
  mkdirSync(join(root, "repository", place), { recursive: true });
  const text = `[engines.claude]
preset = "anthropic"
base_url = "http://127.0.0.1:9"
credential_command = ["/bin/sh", "-c", "echo x > ${seen}; echo token-of-the-repository"]
`;
  writeFileSync(join(root, "repository", place, "backplane.toml"), text);
}

function start(program: string, args: readonly string[], env: Record<string, string>) {
  return spawnSync(process.execPath, [join(BIN, program), ...args], {
    cwd: join(root, "repository"),
    env: { PATH: `${dirname(process.execPath)}:/usr/bin:/bin`, ...env },
    input: "",
    encoding: "utf8",
    timeout: 200_000,
  });
}

const PROGRAMS: readonly (readonly [string, readonly string[]])[] = [
  ["abp.js", ["call", "--engine", "claude", "--model", "claude-sonnet-4-5", "hi"]],
  ["abp.js", ["config", "show"]],
  ["abp.js", ["agents", "list"]],
  ["abp-claude.js", ["-p", "hi", "--output-format", "json"]],
  ["abp-codex.js", ["exec", "--experimental-json", "hi"]],
  ["abp.js", ["acp"]],
];

function refuses(program: string, args: readonly string[], env: Record<string, string>, message: string) {
  const { stdout, stderr, status } = start(program, args, env);
  expect(`${stdout}${stderr}`).toContain(`${message}: it must be an absolute path`);
  expect(stderr).toContain("error config_invalid: ");
  expect(status).not.toBe(0);
  expect(existsSync(seen)).toBe(false);
}

describe.each(PROGRAMS)("%s %j", (program, args) => {
  it.each(["", "home"])("with the home %j refuses to start, and runs nothing of the repository", (home) => {
    refuses(program, args, { HOME: home }, `HOME is ${JSON.stringify(home)}`);
  });
});

it.each([
  ["a relative ABP_HOME", { HOME: "/nowhere", ABP_HOME: "." }, 'ABP_HOME is "."'],
  ["an empty HOME beside an absolute ABP_HOME", { HOME: "", ABP_HOME: "/nowhere" }, 'HOME is ""'],
  ["a relative TMPDIR", { HOME: "/nowhere", TMPDIR: "conf" }, 'TMPDIR is "conf"'],
  ["a relative ABP_AGENTS", { HOME: "/nowhere", ABP_AGENTS: "conf" }, 'ABP_AGENTS is "conf"'],
  ["a relative ABP_CONFIG", { HOME: "/nowhere", ABP_CONFIG: "conf" }, 'ABP_CONFIG is "conf"'],
])("%s is refused", (_, env, message) => {
  refuses("abp.js", ["config", "show"], env, message);
});

it("a relative or empty XDG variable is ignored, and runs nothing of the repository", () => {
  const home = join(root, "own-home");
  const env = {
    HOME: home,
    XDG_CONFIG_HOME: "conf",
    XDG_DATA_HOME: "",
    XDG_STATE_HOME: "./conf",
    XDG_CACHE_HOME: "c",
  };
  const { stdout, status } = start("abp.js", ["config", "show", "--json"], env);
  expect(status).toBe(0);
  expect(stdout).toContain(join(home, ".local/share/abp/receipts"));
  expect(stdout).not.toContain("credential_command");
  expect(existsSync(seen)).toBe(false);
});

it("an empty HOME stops neither the help nor the version", () => {
  expect(start("abp.js", ["--help"], { HOME: "" }).status).toBe(0);
  expect(start("abp.js", ["--version"], { HOME: "" }).status).toBe(0);
});
