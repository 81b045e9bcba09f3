import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { useMachine } from "./fixtures/console.ts";
import { loadSettings, servingSources, settingSources } from "./settings.ts";
import type { Host } from "./terminal/host.ts";
import { type GlobalOptions, openTerminal } from "./terminal/terminal.ts";

const machine = useMachine();

function open(options: GlobalOptions = {}, more: Partial<Host> = {}) {
  const said: string[] = [];
  const host = {
    ...{ cwd: machine.root, env: machine.env, home: machine.root },
    ...{ isTerminal: { out: false, error: false }, columns: () => undefined },
    ...{ writeOut: () => undefined, writeError: (text: string) => void said.push(text) },
    ...{ now: () => new Date("2026-01-02T00:00:00Z"), random: (length: number) => new Uint8Array(length) },
    ...more,
  } as unknown as Host;
  return { terminal: openTerminal(host, options), said };
}

it("the sources are those of the host and of the flags", () => {
  const { terminal } = open({ config: "c.toml", ignoreProjectConfig: true });
  const { cwd, env, home } = terminal.host;
  expect(settingSources(terminal)).toEqual({
    ...{ cwd, env, home },
    configFile: "c.toml",
    ignoreProjectConfig: true,
  });
});

it("the sources of the daemon check what it needs to start", async () => {
  const { terminal } = open();
  const sources = await servingSources(terminal);
  expect(sources).toEqual({ ...settingSources(terminal), check: expect.any(Function) });
});

describe("the settings of a command", () => {
  it("come with their warnings", async () => {
    await machine.configure("prot = 1\nlog_level = 'debug'\n");
    const { terminal, said } = open();
    const { config } = await loadSettings(terminal);
    expect([config.log_level, said]).toEqual([
      "debug",
      [expect.stringMatching(/^warning backplane\.toml:1:1: `prot` is not a known key/)],
    ]);
  });

  it("leave a project's file out that is ignored, and say what it would set", async () => {
    writeFileSync(join(machine.root, "backplane.toml"), "log_level = 'debug'\n");
    const { terminal, said } = open({ ignoreProjectConfig: true });
    const { config } = await loadSettings(terminal);
    expect([config.log_level, said]).toEqual([
      "info",
      ["backplane.toml is ignored: it would set log_level\n"],
    ]);
  });

  it("are refused for an untrusted file, unless the user trusts it", async () => {
    mkdirSync(join(machine.root, "home"), { recursive: true });
    writeFileSync(join(machine.root, "backplane.toml"), "log_level = 'debug'\n");
    await expect(loadSettings(open().terminal)).rejects.toMatchObject({ code: "config_untrusted" });
    const no = open({}, { ask: async () => "n" });
    await expect(loadSettings(no.terminal)).rejects.toMatchObject({ code: "config_untrusted" });
    const yes = open({}, { ask: async () => "y" });
    expect((await loadSettings(yes.terminal)).config.log_level).toBe("debug");
    expect((await loadSettings(open().terminal)).config.log_level).toBe("debug");
  });
});
