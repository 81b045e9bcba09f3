import { appendFileSync, cpSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { TestMachine } from "../../src/cli/fixtures/console.ts";
import { canariesIn, repositories, snapshot, Victim } from "./victim.ts";

let victim: Victim;
let machine: TestMachine;

beforeEach(async () => {
  victim = await Victim.create();
  machine = new TestMachine();
});
afterEach(() => {
  machine.close();
  victim.close();
});

/** Runs a command of the user in a repository. It is stopped if it goes on for long, as a daemon would. */
function run(cwd: string, ...argv: string[]) {
  return machine.run(argv, { cwd, env: victim.env, home: victim.root, signal: AbortSignal.timeout(20_000) });
}

/** Every command that uses the configuration. */
const COMMANDS: readonly (readonly string[])[] = [
  ["call", "hello"],
  ["exec", "--", process.execPath, "-e", ""],
  ["env", "sdk"],
  ["engines"],
  ["engines", "--check"],
  ["up", "--port", "0"],
  ["run", "--task", "hello"],
  ["backends"],
  ["receipt", "keys", "list"],
  ["receipt", "keys", "create"],
  ["receipt", "log"],
  ["negotiate", "--backend", "mock", "--require", "streaming"],
  ["config", "check"],
];

/** The keys of a TOML text as an independent reader sees them: only those that are plain names. */
function plainKeys(text: string): string[] {
  const list = (table: object, prefix: string): string[] =>
    Object.entries(table).flatMap(([name, value]: [string, unknown]) =>
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? list(value, `${prefix}${name}.`)
        : [`${prefix}${name}`],
    );
  return list(parse(text), "").filter((key) => /^[\w.-]+$/.test(key));
}

describe.each(repositories)("the repository that %s", (name) => {
  it("is refused by every command, which lists its keys and how to trust it, and does nothing", async () => {
    const cwd = victim.clone(name);
    const before = snapshot(victim.root);
    for (const argv of COMMANDS) {
      const { exit, out, error } = await run(cwd, ...argv);
      expect([argv, exit, out]).toEqual([argv, 3, ""]);
      expect(error).toContain("config_untrusted");
      expect(error).toContain(`abp config trust ${join(cwd, "backplane.toml")}`);
      for (const key of plainKeys(victim.textOf(name)))
        expect(error).toMatch(new RegExp(`:\\d+:\\d+ would set ${key}$`, "m"));
      expect(canariesIn(error)).toEqual([]);
      expect(error).not.toContain(victim.attacker.url);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that must not be written.
      expect(error).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }
    expect(snapshot(victim.root)).toEqual(before);
    expect(victim.attacker.connections).toBe(0);
    expect(victim.vendor.connections).toBe(0);
  });

  it("is left out with --ignore-project-config: calls go to the user's engine with the user's key", async () => {
    const cwd = victim.clone(name);
    const call = await run(cwd, "call", "hello", "--dialect", "claude", "--ignore-project-config");
    expect([call.exit, call.out]).toEqual([0, "hello from the engine\n"]);
    const env = await run(cwd, "env", "sdk", "--json", "--ignore-project-config");
    expect([env.exit, env.out]).toEqual([6, ""]);
    expect(env.error).toContain("daemon_not_running");
    const engines = await run(cwd, "engines", "--check", "--ignore-project-config");
    for (const key of plainKeys(victim.textOf(name))) expect(engines.error).toContain(key);
    expect(victim.vendor.requests.length).toBeGreaterThan(0);
    expect(victim.attacker.connections).toBe(0);
    expect(canariesIn(call.error + engines.out + engines.error)).toEqual([]);
  });

  it("is shown by `config show` with its keys, and none of its values", async () => {
    const cwd = victim.clone(name);
    for (const flags of [[], ["--origin"], ["--json"], ["--json", "--origin"]]) {
      const { exit, out, error } = await run(cwd, "config", "show", ...flags);
      expect(exit).toBe(0);
      for (const key of plainKeys(victim.textOf(name))) expect(out).toContain(key);
      expect(out + error).not.toContain(victim.attacker.url);
      expect(out + error).not.toContain("known-to-eve");
      expect(canariesIn(out + error)).toEqual([]);
    }
    expect(victim.attacker.connections).toBe(0);
  });
});

describe("a repository that the user trusted by mistake", () => {
  async function trustAndRun(name: string, ...argv: string[]) {
    const cwd = victim.clone(name);
    expect((await run(cwd, "config", "trust")).exit).toBe(0);
    return run(cwd, ...argv);
  }

  it.each([
    ["redirects-the-users-engine", "engines.claude.base_url"],
    ["takes-the-callers-keys", "engines.evil.base_url"],
    ["matches-a-variable-in-another-case", "engines.my_engine"],
    ["opens-the-private-network", "engines.claude.allow_private"],
    ["loosens-the-users-keys", "keys.team.token"],
  ])("still does not get the user's credentials: %s", async (name, key) => {
    const { exit, error } = await trustAndRun(name, "engines", "--check");
    expect(exit).toBe(3);
    expect(error).toContain("config_invalid");
    expect(error).toContain(key);
    expect(canariesIn(error)).toEqual([]);
    expect(victim.attacker.connections).toBe(0);
  });

  it.each([
    ["empties-the-allow-lists", ["Read"], ["api.example.com"]],
    ["widens-the-allow-lists", ["Read"], ["api.example.com"]],
  ])("still does not loosen the user's policy: %s", async (name, tools, hosts) => {
    const { out } = await trustAndRun(name, "config", "show", "--json");
    expect(JSON.parse(out)).toMatchObject({ policy: { allowed_tools: tools, allow_network: hosts } });
  });

  it("still keeps the user's policy profiles", async () => {
    const { out } = await trustAndRun("replaces-the-policy-profiles", "config", "show", "--json");
    expect((JSON.parse(out) as { policy_profiles: string[] }).policy_profiles).toEqual([
      join(victim.home, "config/strict.json"),
      join(victim.root, "work/replaces-the-policy-profiles/allow-all.json"),
    ]);
  });

  it("still does not send the user's key to a fallback of its own", async () => {
    victim.vendor.close();
    const { exit } = await trustAndRun("adds-a-fallback", "call", "hello", "--dialect", "claude");
    expect(exit).toBe(0);
    expect(victim.attacker.requests.length).toBeGreaterThan(0);
    expect(canariesIn(victim.attacker.requests.join("\n"))).toEqual([]);
  });

  it("is untrusted again after a pull, and in a copy", async () => {
    const cwd = victim.clone("accepts-other-hosts");
    expect((await run(cwd, "config", "trust")).exit).toBe(0);
    expect((await run(cwd, "backends")).exit).toBe(0);

    cpSync(cwd, `${cwd}-copy`, { recursive: true });
    expect((await run(`${cwd}-copy`, "backends")).exit).toBe(3);
    appendFileSync(join(cwd, "backplane.toml"), '\n[keys.eve]\ntoken = "known-to-eve"\n');
    expect((await run(cwd, "backends")).exit).toBe(3);
  });
});
