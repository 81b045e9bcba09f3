import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { eventually } from "../../../../test/eventually.ts";
import { type Config, ConfigWatch } from "../../../config/index.ts";
import type { Daemon } from "../../../daemon/index.ts";
import { openLog } from "../../../telemetry/index.ts";
import { useMachine } from "../../fixtures/console.ts";
import type { DaemonSettings } from "../../gateway.ts";
import type { Host } from "../../terminal/host.ts";
import { openTerminal } from "../../terminal/terminal.ts";
import { upWith } from "./up.ts";

const machine = useMachine();

/** Runs `abp up` with a daemon that only notes its options. */
function start(
  options: {
    port?: string;
    json?: boolean;
    quiet?: boolean;
    ignoreProjectConfig?: boolean;
    recovered?: number;
    env?: Host["env"];
  } = {},
) {
  const written = { out: "", error: "", log: "" };
  const events: string[] = [];
  const hangups: (() => void)[] = [];
  const stop = new AbortController();
  const started = Promise.withResolvers<{ config: Config; settings: DaemonSettings }>();
  // The start text is printed once everything runs.
  const printed = Promise.withResolvers<void>();
  const host: Host = {
    writeOut: (text) => {
      written.out += text;
      if (text.includes("# Stop it")) printed.resolve();
    },
    writeError: (text) => {
      written.error += text;
    },
    drained: () => undefined,
    columns: () => undefined,
    onRepeatedSignal: () => () => undefined,
    readStdin: async () => new Uint8Array(),
    env: { ...machine.env, ...options.env },
    cwd: machine.root,
    home: machine.root,
    now: () => new Date(0),
    random: (length) => new Uint8Array(length),
    isTerminal: { out: false, error: false },
    openLog: async (settings) => ({
      log: openLog({
        ...settings,
        write: (line) => {
          written.log += line;
        },
      }),
      close: async () => {
        events.push("log closed");
      },
    }),
    signal: stop.signal,
    onHangup: (listener) => {
      hangups.push(listener);
      return () => {
        hangups.splice(hangups.indexOf(listener), 1);
      };
    },
  };
  const daemon: Daemon = {
    url: "http://127.0.0.1:4321",
    token: "owner-token",
    tokenFile: "/state/token",
    recovered: options.recovered ?? 0,
    replaceKeys: (keys) => {
      events.push(`keys ${Object.keys(keys).join(",")}`);
    },
    stop: async () => {
      events.push("daemon stopped");
    },
  };
  const up = upWith(async (_terminal, config, settings) => {
    started.resolve({ config, settings });
    return daemon;
  });
  const ended = up(openTerminal(host, options), {
    arguments: [],
    options: options.port === undefined ? {} : { port: options.port },
    table: { commands: [], groups: [] },
  });
  ended.catch(() => undefined);
  return {
    written,
    events,
    started: started.promise,
    printed: printed.promise,
    ended,
    stop: () => stop.abort("SIGTERM"),
    hangups,
  };
}

function configure(...lines: string[]): Promise<void> {
  return machine.configure(`${lines.join("\n")}\n`);
}

describe("abp up", () => {
  it("starts a daemon that other commands find, serves until the signal, and closes the log last", async () => {
    const running = start();
    const { settings } = await running.started;
    expect(settings.isPublic).toBe(true);
    expect(settings).not.toHaveProperty("port");
    expect(running.events).toEqual([]);
    running.stop();
    expect(await running.ended).toBe(0);
    expect(running.events).toEqual(["daemon stopped", "log closed"]);
  });

  it("takes the port of --port over the configured one", async () => {
    const running = start({ port: "0" });
    expect((await running.started).settings.port).toBe(0);
    running.stop();
    await running.ended;
  });

  it("closes the log when the daemon does not start", async () => {
    const events: string[] = [];
    const up = upWith(async () => {
      throw new Error("the port is taken");
    });
    const host = {
      env: machine.env,
      cwd: machine.root,
      home: machine.root,
      isTerminal: { out: false, error: false },
      openLog: async () => ({
        log: openLog({ level: "info", form: "json", write: () => undefined }),
        close: async () => void events.push("log closed"),
      }),
      onHangup: () => () => undefined,
    } as unknown as Host;
    const call = { arguments: [], options: {}, table: { commands: [], groups: [] } };
    await expect(up(openTerminal(host, {}), call)).rejects.toThrow("the port is taken");
    expect(events).toEqual(["log closed"]);
  });

  it("opens no log for a port that is not one", async () => {
    const running = start({ port: "eighty" });
    await expect(running.ended).rejects.toMatchObject({ code: "usage_invalid", where: "--port" });
    expect(running.events).toEqual([]);
  });

  it("prints the URL, the engines, and a command for each vendor that reads the key from its file", async () => {
    const running = start();
    await running.started;
    running.stop();
    await running.ended;
    const { out, error } = running.written;
    expect(out).toMatch(/^listening http:\/\/127\.0\.0\.1:4321\n/);
    expect(out).toMatch(/^sim-gemini +gemini +\S/m);
    expect(out).toContain("No engine is configured");
    expect(out).toContain('export BACKPLANE_KEY="$(cat /state/token)"');
    expect(out.match(/^curl -s http:\/\/127\.0\.0\.1:4321\//gm)).toHaveLength(6);
    expect(out).not.toContain("owner-token");
    expect(error).toBe("");
  });

  it("says how many calls an earlier daemon left open, unless it is quiet", async () => {
    const running = start({ recovered: 3 });
    await running.started;
    running.stop();
    await running.ended;
    expect(running.written.error).toContain("3 calls that an earlier daemon had left open");
    const quiet = start({ recovered: 3, quiet: true });
    await quiet.started;
    quiet.stop();
    await quiet.ended;
    expect(quiet.written.error).toBe("");
  });

  it("does not call configured engines simulated, and names no file if keys are configured", async () => {
    await configure(
      "[engines.local]",
      "preset = 'compatible'",
      "base_url = 'http://127.0.0.1:9/v1'",
      "credential = 'none'",
    );
    const running = start();
    await running.started;
    running.stop();
    await running.ended;
    expect(running.written.out).not.toContain("simulated");
    expect(running.written.out).toMatch(/^local +openai +http:\/\/127\.0\.0\.1:9/m);
  });

  it("prints one JSON object with --json", async () => {
    const running = start({ json: true });
    await running.started;
    running.stop();
    await running.ended;
    const data = JSON.parse(running.written.out);
    expect(data).toMatchObject({ url: "http://127.0.0.1:4321", pid: process.pid });
    expect(data.engines[0]).toEqual({ name: "sim", dialect: "openai", place: expect.any(String) });
  });
});

describe("the log of abp up", () => {
  it("has the configured level, is JSON if standard error is no terminal, and knows the secrets", async () => {
    await configure(
      "log_level = 'warn'",
      "[engines.a]",
      "preset = 'anthropic'",
      "api_key = 'engine-key'",
      "headers = ['x-extra: header-secret', 'x-short: 1']",
      "[keys.me]",
      "token = 'caller-key'",
      "[keys.digest]",
      `token_sha256 = '${"0".repeat(64)}'`,
    );
    const running = start({ env: { OPENAI_API_KEY: "variable-key", GEMINI_API_KEY: "" } });
    const { settings } = await running.started;
    expect(settings.logSettings).toEqual({
      level: "warn",
      form: "json",
      colour: false,
      secrets: ["engine-key", "header-secret", "1", "caller-key", "variable-key"],
    });
    settings.log?.info("not written");
    settings.log?.warn("written with engine-key");
    expect(running.written.log).toMatch(/^\{"level":"warn",.*"message":"written with [^"]*"\}\n$/);
    expect(running.written.log).not.toContain("engine-key");
    running.stop();
    await running.ended;
  });

  it("takes no dummy key for a secret that is a public word of the configuration", async () => {
    await configure(
      "[engines.lm-studio]",
      "preset = 'compatible'",
      "base_url = 'http://127.0.0.1:1234'",
      "api_key = 'lm-studio'",
      "models = ['ollama/*']",
      "[engines.b]",
      "preset = 'compatible'",
      "base_url = 'http://127.0.0.1:1235'",
      "api_key = 'ak'",
    );
    const running = start({ env: {} });
    const { settings } = await running.started;
    expect(settings.logSettings?.secrets).toEqual(["ak"]);
    settings.log?.warn("lm-studio takes a break");
    expect(running.written.log).toContain('"message":"lm-studio takes a break"');
    running.stop();
    await running.ended;
  });

  it("is text if log_format says so", async () => {
    await configure("log_format = 'text'");
    const running = start();
    expect((await running.started).settings.logSettings).toMatchObject({ form: "text", colour: false });
    running.stop();
    await running.ended;
  });
});

describe("the configuration while abp up runs", () => {
  const key = (name: string) => `[keys.${name}]\ntoken = '${name}-token'`;

  it("replaces the keys that changed", async () => {
    await configure(key("one"));
    const running = start();
    await running.printed;
    await configure(key("one"), key("second"));
    await eventually(() => expect(running.events).toEqual(["keys one,second"]));
    running.stop();
    await running.ended;
    expect(running.written.log).toBe("");
  });

  it("warns of other changes once for each, and does not replace the keys", async () => {
    await configure(key("one"));
    const running = start();
    await running.printed;
    await configure("port = 9999", key("one"));
    const warning = "the configuration changed: only keys take effect before a restart";
    await eventually(() => expect(running.written.log).toContain(warning));
    expect(running.written.log.split("\n")).toHaveLength(2);
    expect(running.events).toEqual([]);
    running.stop();
    await running.ended;
  });

  it("keeps the keys when the new configuration is invalid, and says why", async () => {
    await configure(key("one"));
    const running = start();
    await running.printed;
    await configure("port = 'x'", key("two"));
    const warning = 'the configuration changed and is not used: `port` is \\"x\\"';
    await eventually(() => expect(running.written.log).toContain(warning));
    expect(running.events).toEqual([]);
    running.stop();
    await running.ended;
  });

  it("is judged as at the start when it changes, and each problem is logged with its place", async () => {
    await configure(key("one"));
    const running = start();
    await running.printed;
    await configure(
      "[engines.a]",
      "preset = 'openai'",
      "base_url = 'nonsense'",
      "[engines.b]",
      "dialect = 'claude'",
      key("two"),
    );
    await eventually(() =>
      expect(running.written.log).toContain("the configuration changed and is not used"),
    );
    const { problems } = JSON.parse(running.written.log.trim().split("\n").at(-1)!) as { problems: string[] };
    expect(problems).toEqual([
      expect.stringMatching(/backplane\.toml:3:1.*base_url/),
      expect.stringMatching(/backplane\.toml:5:1.*base_url/),
    ]);
    expect(running.events).toEqual([]);
    running.stop();
    await running.ended;
  });

  it("is loaded again at each SIGHUP, and a broken file is not used", async () => {
    await configure("log_level = 'info'", key("one"));
    const reload = vi.spyOn(ConfigWatch.prototype, "reload");
    const running = start();
    expect(running.hangups).toHaveLength(0);
    await running.started;
    expect(running.hangups).toHaveLength(1);
    await running.printed;
    running.hangups[0]!();
    expect(running.written.log).toContain("reloading the configuration");
    expect(reload).toHaveBeenCalledOnce();
    expect(running.events).toEqual([]);
    writeFileSync(join(machine.root, "backplane.toml"), "port = [");
    running.hangups[0]!();
    expect(running.events).toEqual([]);
    running.stop();
    await running.ended;
    expect(running.hangups).toEqual([]);
    reload.mockRestore();
  });

  it("keeps the last trusted keys when the file changes, and logs what would change and how to trust it", async () => {
    await configure(key("one"));
    const running = start();
    await running.printed;
    writeFileSync(join(machine.root, "backplane.toml"), `${key("one")}\n${key("eve")}\n`);
    await eventually(() => expect(running.written.log).toContain("not trusted"));
    expect(JSON.parse(running.written.log)).toMatchObject({
      level: "warn",
      message: "the project file changed and is not trusted: its last trusted content stays in force",
      would_change: ["keys.eve.token"],
      trust_with: `abp config trust ${join(machine.root, "backplane.toml")}`,
    });
    expect(running.events).toEqual([]);
    running.stop();
    await running.ended;
  });

  it("refuses a key that was removed from the file, and says why a file cannot be trusted", async () => {
    await configure(key("one"), key("second"));
    const running = start();
    await running.printed;
    writeFileSync(join(machine.root, "backplane.toml"), `${key("one")}\n`);
    await eventually(() => expect(running.events).toEqual(["keys one"]));
    rmSync(join(machine.root, "backplane.toml"));
    mkdirSync(join(machine.root, "backplane.toml"));
    await eventually(() => expect(running.written.log).toContain('"problem":"it is a directory"'));
    running.stop();
    await running.ended;
  });

  it("of an ignored project file is not watched", async () => {
    writeFileSync(join(machine.root, "backplane.toml"), key("eve"));
    const running = start({ ignoreProjectConfig: true });
    await running.printed;
    expect((await running.started).config.keys).toEqual({});
    expect(running.written.error).toContain("backplane.toml is ignored: it would set keys.eve.token");
    running.stop();
    await running.ended;
  });

  it("is not watched any more after the end", async () => {
    const closed = vi.spyOn(ConfigWatch.prototype, "close");
    const running = start();
    await running.printed;
    expect(closed).not.toHaveBeenCalled();
    running.stop();
    await running.ended;
    expect(closed).toHaveBeenCalledOnce();
    closed.mockRestore();
  });
});
