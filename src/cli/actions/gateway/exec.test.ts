import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findConnection } from "../../../agents/index.ts";
import { type CallFactsOfTest, callReceipt } from "../../agents/fixtures/call-receipt.ts";
import type { ChildCommand } from "../../agents/index.ts";
import type { CommandAction } from "../../command.ts";
import { useMachine } from "../../fixtures/console.ts";
import type { GatewayUse } from "../../gateway.ts";
import type { Host } from "../../terminal/host.ts";
import { type GlobalOptions, openTerminal } from "../../terminal/terminal.ts";
import { envFrom } from "./env.ts";
import { execThrough, type OpenGateway } from "./exec.ts";

const machine = useMachine();
const place = { baseUrl: "http://127.0.0.1:8088", token: "secret-token" };

/** Runs an action as the command line would. */
async function act(
  action: CommandAction,
  argument: string | readonly string[],
  options: Record<string, unknown> = {},
  flags: GlobalOptions = {},
  changes: Partial<Host> = {},
) {
  let out = "";
  let error = "";
  const host: Host = {
    writeOut: (text) => {
      out += text;
    },
    writeError: (text) => {
      error += text;
    },
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
    ...changes,
  };
  const table = { commands: [], groups: [] };
  const exit = await action(openTerminal(host, flags), { arguments: [argument], options, table });
  return { exit, out, error };
}

/** A gateway that notes how it was opened and closed, and records calls on request, and when it closes. */
function notedGateway(atClose: readonly CallFactsOfTest[] = []) {
  const notes: string[] = [];
  const used: { use?: GatewayUse } = {};
  const open: OpenGateway = async (_terminal, _config, use) => {
    used.use = use;
    notes.push(`open ${use.engine}`);
    return {
      ...place,
      close: async () => {
        notes.push("close");
        for (const call of atClose) use.onReceipt(callReceipt(call));
      },
    };
  };
  return { notes, open, used };
}

/** A child that notes its command line and ends. */
function notedChild(exit = 0, during: () => void = () => undefined) {
  const children: ChildCommand[] = [];
  const run = async (child: ChildCommand) => {
    children.push(child);
    during();
    return exit;
  };
  return { children, run };
}

describe("abp exec", () => {
  const script = "require('node:fs').writeFileSync('env.json', JSON.stringify(process.env)); process.exit(5)";

  it("runs a program with the gateway in its environment, gives its exit code, and closes the gateway", async () => {
    const { notes, open } = notedGateway();
    const { exit } = await act(execThrough(open), [process.execPath, "-e", script], { engine: "sim" });
    expect(exit).toBe(5);
    expect(notes).toEqual(["open sim", "close"]);
    const environment = JSON.parse(readFileSync(join(machine.root, "env.json"), "utf8"));
    expect(environment.OPENAI_API_KEY).toBe("secret-token");
    expect(environment.OPENAI_BASE_URL).toMatch(/^http:\/\/127\.0\.0\.1:8088\/r\/[0-9a-f-]{36}\/v1$/);
    expect(environment.ANTHROPIC_CUSTOM_HEADERS).toBe("X-ABP-Engine: sim");
  });

  it("closes the gateway when the program is not there, and sums nothing up", async () => {
    const { notes, open } = notedGateway();
    await expect(act(execThrough(open), ["no-such-program-abp"])).rejects.toMatchObject({
      code: "usage_invalid",
      message: "no-such-program-abp is not found",
    });
    expect(notes).toEqual(["open undefined", "close"]);
  });

  it("opens no gateway for a program that misses its model", async () => {
    const { notes, open } = notedGateway();
    await machine.configure('[engines.mine]\npreset = "compatible"\nbase_url = "http://127.0.0.1:1/v1"\n');
    await expect(act(execThrough(open), ["kimi"])).rejects.toThrow("needs a model");
    expect(notes).toEqual([]);
  });

  it("opens no gateway if the agent's own model would go to another vendor", async () => {
    await machine.configure('[engines.local]\npreset = "compatible"\nbase_url = "http://127.0.0.1:1/v1"\n');
    const { notes, open } = notedGateway();
    const { children, run } = notedChild();
    await expect(act(execThrough(open, run), ["npx", "-y", "codex"])).rejects.toMatchObject({
      code: "usage_invalid",
      where: "--model",
      advice: expect.stringContaining("`default_model` in `[engines.local]`"),
    });
    expect([notes, children]).toEqual([[], []]);
  });

  it("uses the default model of the engine, for every purpose, and says so", async () => {
    await machine.configure(
      '[engines.local]\npreset = "compatible"\nbase_url = "http://127.0.0.1:1/v1"\ndefault_model = "qwen"\n',
    );
    const { open } = notedGateway();
    const { children, run } = notedChild();
    const { error } = await act(execThrough(open, run), ["claude", "-p", "x"]);
    expect(error).toContain(
      "Claude Code uses the model qwen, the default of the engine local; -m names another one\n",
    );
    expect(children[0]!.environment).toMatchObject({
      ANTHROPIC_MODEL: "qwen",
      ANTHROPIC_DEFAULT_HAIKU_MODEL: "qwen",
      CLAUDE_CODE_SUBAGENT_MODEL: "qwen",
    });
    const named = await act(execThrough(open, run), ["claude", "-p", "x"], { model: "mine" });
    expect(children[1]!.environment).toMatchObject({ ANTHROPIC_SMALL_FAST_MODEL: "mine" });
    expect(named.error).not.toContain("uses the model");
  });

  it("points an agent within wrappers at the gateway, with its arguments behind its name", async () => {
    const { open } = notedGateway();
    const { children, run } = notedChild();
    await act(execThrough(open, run), ["timeout", "60", "codex", "exec", "x"], { model: "m" });
    const { command, arguments: words, environment } = children[0]!;
    expect([command, ...words.slice(0, 4)]).toEqual(["timeout", "60", "codex", "-c", 'model_provider="abp"']);
    expect(words.slice(-2)).toEqual(["exec", "x"]);
    expect(environment["ABP_TOKEN"]).toBe("secret-token");
  });

  it("warns before the start of what keeps an agent from the gateway", async () => {
    const { open } = notedGateway([{}]);
    const { run } = notedChild();
    const { error } = await act(execThrough(open, run), ["sh", "-c", "/nowhere/codex exec"], { model: "m" });
    expect(error).toContain("warning Codex is pointed at the gateway by arguments");
  });

  it("ends with one line about the calls, also of those that are recorded at the end", async () => {
    const usage = { input_tokens: 10, output_tokens: 2 };
    const { open, used } = notedGateway([{ usage }]);
    const { run } = notedChild(3, () => used.use!.onReceipt(callReceipt({ usage })));
    const { exit, error } = await act(execThrough(open, run), ["claude"]);
    expect(exit).toBe(3);
    expect(error).toMatch(
      /\n2 calls, 20 tokens in, 4 out, price unknown, 0 fields lost; more: abp receipt log --run [0-9a-f-]{36}\n$/,
    );
    expect(error).toContain(used.use!.runId);
  });

  it("warns loudly when an agent made no call", async () => {
    const { run } = notedChild();
    const { error } = await act(execThrough(notedGateway().open, run), ["env", "claude"]);
    expect(error).toContain("warning Claude Code made no call through the gateway");
    const other = await act(execThrough(notedGateway().open, run), ["make"]);
    expect(other.error).toBe("0 calls, 0 tokens in, 0 out, 0 USD, 0 fields lost\n");
  });

  it("shows at once, and once for each kind, that an engine cannot be reached", async () => {
    const failed: CallFactsOfTest = {
      outcome: "failed",
      termination: { reason: "failed", code: "backend_unavailable", message: "the connection was refused" },
    };
    const { open, used } = notedGateway();
    const { run } = notedChild(1, () => {
      for (let time = 0; time < 3; time += 1) used.use!.onReceipt(callReceipt(failed));
    });
    const { error } = await act(execThrough(open, run), ["claude"]);
    expect(error.match(/a call to the engine e failed \(backend_unavailable\)/g)).toHaveLength(1);
    expect(error.indexOf("failed")).toBeLessThan(error.indexOf("3 calls (3 failed)"));
  });

  it("says once what the home of an agent leaves out", async () => {
    const { run } = notedChild();
    const gemini = (flags: GlobalOptions) =>
      act(execThrough(notedGateway([{}]).open, run), ["gemini"], { model: "m" }, flags);
    expect((await gemini({ quiet: true })).error).toBe("");
    expect((await gemini({})).error).toContain("Gemini CLI runs with a home of its own. The user's own");
    expect((await gemini({})).error).not.toContain("a home of its own");
  });

  it("runs the program where it was started, and shows with --verbose what the agent gets", async () => {
    const { open, used } = notedGateway([{}]);
    const { children, run } = notedChild();
    const { error } = await act(execThrough(open, run), ["codex"], { model: "m" }, { verbose: true });
    expect(children[0]!.cwd).toBe(machine.root);
    expect(error).toContain(`Codex through http://127.0.0.1:8088, run ${used.use!.runId}\n`);
    for (const note of findConnection("codex")!.notes) expect(error).toContain(`  ${note}\n`);
    const short = await act(execThrough(notedGateway([{}]).open, run), ["codex"], { model: "m" });
    expect(short.error).not.toContain("through http");
  });

  it("starts nothing if it is to end, and closes the gateway", async () => {
    const { notes, open } = notedGateway();
    const { children, run } = notedChild();
    const signal = AbortSignal.abort(new Error("stopped"));
    await expect(act(execThrough(open, run), ["claude"], {}, {}, { signal })).rejects.toThrow("stopped");
    expect([notes, children]).toEqual([["open undefined", "close"], []]);
  });

  it("removes the program that it put before a script's agent, before the gateway closes, also after a failure", async () => {
    const bin = join(machine.root, "bin");
    mkdirSync(bin, { recursive: true });
    writeFileSync(join(bin, "codex"), "#!/bin/sh\n", { mode: 0o700 });
    const changes = { env: { ...machine.env, PATH: `${bin}:${process.env["PATH"]}` } };
    const written: string[] = [];
    const run = async ({ environment }: ChildCommand) => {
      const [directory] = environment["PATH"]!.split(":");
      written.push(directory!);
      expect(existsSync(join(directory!, "codex"))).toBe(true);
      throw new Error("no start");
    };
    const { notes, open } = notedGateway();
    const words = ["sh", "-c", "codex exec x"];
    await expect(act(execThrough(open, run), words, { model: "m" }, {}, changes)).rejects.toThrow("no start");
    expect(written[0]!.startsWith(join(machine.root, "home", "state", "agents", "codex", "programs"))).toBe(
      true,
    );
    expect(existsSync(written[0]!)).toBe(false);
    expect(notes.at(-1)).toBe("close");
  });

  it.each([
    ["holds what goes wrong until a full-screen program has ended", true, [false, true]],
    ["shows what goes wrong at once beside a program that leaves the screen as it is", false, [true, true]],
  ])("%s", async (_, isScreenTaken, shown) => {
    const seen: boolean[] = [];
    let error = "";
    const writeError = (text: string) => {
      error += text;
    };
    const { open, used } = notedGateway();
    const termination = { reason: "failed", code: "backend_unavailable", message: "it was refused" } as const;
    const note = () => seen.push(error.includes("a call to the engine e failed"));
    const { run } = notedChild(0, () => {
      used.use!.onReceipt(callReceipt({ termination }));
      note();
    });
    const isTerminal = { out: true, error: true };
    await act(
      execThrough(open, run, () => isScreenTaken),
      ["claude"],
      {},
      {},
      { isTerminal, writeError },
    );
    note();
    expect(seen).toEqual(shown);
    expect(error.indexOf("failed")).toBeLessThan(error.indexOf("more: abp receipt log"));
  });

  it("is silent with --quiet and with --json", async () => {
    const { run } = notedChild();
    for (const flags of [{ quiet: true }, { json: true }])
      expect((await act(execThrough(notedGateway().open, run), ["claude"], {}, flags)).error).toBe("");
  });
});

describe("abp env", () => {
  const env = envFrom(async () => place);

  it("prints lines for a shell, and everything there is as JSON", async () => {
    const { out } = await act(env, "claude", { shell: "sh" });
    expect(out).toContain("export ANTHROPIC_BASE_URL='http://127.0.0.1:8088'\n");
    expect(out).toContain("unset ANTHROPIC_API_KEY\n");
    const described = JSON.parse((await act(env, "codex", { shell: "sh" }, { json: true })).out);
    expect(described).toMatchObject({ tool: "codex", environment: { ABP_TOKEN: "secret-token" } });
    expect(described.arguments).toContain("-c");
    expect(described.notes.length).toBeGreaterThan(0);
  });

  it("writes the files that a program needs into a directory of ours", async () => {
    const { files, environment } = JSON.parse(
      (await act(env, "gemini", { shell: "sh" }, { json: true })).out,
    );
    expect(files[0].startsWith(join(machine.root, "home", "state", "agents", "gemini"))).toBe(true);
    expect(environment.GEMINI_CLI_HOME).toBe(join(machine.root, "home", "state", "agents", "gemini"));
    expect(JSON.parse(readFileSync(files[0], "utf8")).security.auth.selectedType).toBe("gemini-api-key");
  });
});
