import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { CommandAction } from "../../command.ts";
import { useMachine } from "../../fixtures/console.ts";
import type { Host } from "../../terminal/host.ts";
import { openTerminal } from "../../terminal/terminal.ts";
import { envFrom } from "./env.ts";
import { execThrough, type OpenGateway } from "./exec.ts";

const machine = useMachine();
const place = { baseUrl: "http://127.0.0.1:8088", token: "secret-token" };

/** Runs an action as the command line would. */
async function act(
  action: CommandAction,
  argument: string | readonly string[],
  options: Record<string, unknown> = {},
  json = false,
) {
  let out = "";
  const host: Host = {
    writeOut: (text) => {
      out += text;
    },
    writeError: () => undefined,
    drained: () => undefined,
    columns: () => undefined,
    onRepeatedSignal: () => () => undefined,
    readStdin: async () => new Uint8Array(),
    env: { ...machine.env, PATH: process.env["PATH"] },
    cwd: machine.root,
    home: machine.root,
    now: () => new Date(0),
    random: (length) => new Uint8Array(length),
    isTerminal: { out: false, error: false },
    openLog: () => Promise.reject(new Error("this command logs nothing")),
    signal: new AbortController().signal,
    onHangup: () => () => undefined,
  };
  const table = { commands: [], groups: [] };
  const exit = await action(openTerminal(host, { json }), { arguments: [argument], options, table });
  return { exit, out };
}

/** A gateway that notes how it was opened and closed. */
function notedGateway() {
  const notes: string[] = [];
  const open: OpenGateway = async (_terminal, _config, options) => {
    notes.push(`open ${JSON.stringify(options)}`);
    return {
      ...place,
      close: async () => {
        notes.push("close");
      },
    };
  };
  return { notes, open };
}

describe("abp exec", () => {
  const script = "require('node:fs').writeFileSync('env.json', JSON.stringify(process.env)); process.exit(5)";

  it("runs a program with the gateway in its environment, gives its exit code, and closes the gateway", async () => {
    const { notes, open } = notedGateway();
    const { exit } = await act(execThrough(open), [process.execPath, "-e", script], { engine: "sim" });
    expect(exit).toBe(5);
    expect(notes).toEqual(['open {"engine":"sim"}', "close"]);
    const environment = JSON.parse(readFileSync(join(machine.root, "env.json"), "utf8"));
    expect(environment.OPENAI_API_KEY).toBe("secret-token");
    expect(environment.OPENAI_BASE_URL).toMatch(/^http:\/\/127\.0\.0\.1:8088\/r\/[0-9a-f-]{36}\/v1$/);
    expect(environment.ANTHROPIC_CUSTOM_HEADERS).toBe("X-ABP-Engine: sim");
  });

  it("closes the gateway when the program is not there", async () => {
    const { notes, open } = notedGateway();
    await expect(act(execThrough(open), ["no-such-program-abp"])).rejects.toMatchObject({
      code: "usage_invalid",
      message: "no-such-program-abp is not found",
    });
    expect(notes).toEqual(["open {}", "close"]);
  });

  it("opens no gateway for a program that misses its model", async () => {
    const { notes, open } = notedGateway();
    await expect(act(execThrough(open), ["kimi"])).rejects.toThrow("needs a model");
    expect(notes).toEqual([]);
  });
});

describe("abp env", () => {
  const env = envFrom(async () => place);

  it("prints lines for a shell, and everything there is as JSON", async () => {
    const { out } = await act(env, "claude", { shell: "sh" });
    expect(out).toContain("export ANTHROPIC_BASE_URL='http://127.0.0.1:8088'\n");
    expect(out).toContain("unset ANTHROPIC_API_KEY\n");
    const described = JSON.parse((await act(env, "codex", { shell: "sh" }, true)).out);
    expect(described).toMatchObject({ tool: "codex", environment: { ABP_TOKEN: "secret-token" } });
    expect(described.arguments).toContain("-c");
    expect(described.notes.length).toBeGreaterThan(0);
  });

  it("writes the files that a program needs into a directory of ours", async () => {
    const { files, environment } = JSON.parse((await act(env, "gemini", { shell: "sh" }, true)).out);
    expect(files[0].startsWith(join(machine.root, "home", "state", "agents", "gemini"))).toBe(true);
    expect(environment.GEMINI_CLI_HOME).toBe(join(machine.root, "home", "state", "agents", "gemini"));
    expect(JSON.parse(readFileSync(files[0], "utf8")).security.auth.selectedType).toBe("gemini-api-key");
  });
});
