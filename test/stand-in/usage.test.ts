import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { LoopbackServer } from "../../scripts/clients/loopback-server.ts";
import { findExecutable, warnAbsent } from "../agents/installed.ts";
import { type OpenVendor, openMessagesVendor, openResponsesVendor } from "./scripted-vendors.ts";
import { program, SdkPlace } from "./sdk-place.ts";

type Line = Readonly<Record<string, unknown>>;
type Members = Readonly<Record<string, unknown>>;

/** A program and the variables that it is started with. */
interface Started {
  readonly command: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

let place: SdkPlace;
const opened: LoopbackServer[] = [];
const children: ChildProcess[] = [];

beforeEach(() => {
  place = new SdkPlace();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  for (const server of opened.splice(0)) server.close();
  place.close();
});

/** A vendor of its own for each program, so that all of them get the same answers. */
async function openEngine(open: OpenVendor): Promise<string> {
  const server = await open();
  opened.push(server);
  return server.url;
}

/** The stand-in on the vendor's own agent, whose calls go to the vendor through our gateway. */
function standIn(file: string, agent: string, preset: string, url: string, model: string): Started {
  const config = join(dirname(place.work), "config.toml");
  const table = { preset, base_url: url, api_key: "key" };
  const members = Object.entries(table).map(([name, value]) => `${name} = ${JSON.stringify(value)}`);
  writeFileSync(config, ["[engines.vendor]", ...members, ""].join("\n"));
  const env = { ...place.environment(agent, "vendor", model), ABP_CONFIG: config };
  return { command: [process.execPath, program(file)], env };
}

function start({ command, env }: Started, args: readonly string[]): ChildProcess {
  const [file, ...before] = command;
  const child = spawn(file!, [...before, ...args], {
    cwd: place.work,
    env: { ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  children.push(child);
  return child;
}

function privateHome(): Record<string, string> {
  const home = join(dirname(place.work), "vendor-home");
  mkdirSync(home, { recursive: true });
  return { PATH: process.env["PATH"] ?? "", HOME: home };
}

/** The members of the vendor's value, with the values of ours: a member that ours lacks is undefined. */
function sameMembers(vendor: unknown, ours: unknown): unknown {
  if (typeof vendor !== "object" || vendor === null) return ours;
  const members = (ours ?? {}) as Members;
  if (Array.isArray(vendor)) return ours;
  return Object.fromEntries(
    Object.entries(vendor).map(([name, value]) => [name, sameMembers(value, members[name])]),
  );
}

const claude = findExecutable("claude");
if (claude === undefined) warnAbsent("claude");

describe.skipIf(claude === undefined)("the usage of abp-claude", () => {
  const MODEL = "claude-sonnet-4-5";

  /** Two prompts in one process. */
  async function converse(started: Started): Promise<Line[]> {
    const child = start(started, [
      ...["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"],
      ...["--include-partial-messages", "--model", MODEL, "--dangerously-skip-permissions"],
    ]);
    const exited = once(child, "close");
    const say = (content: string) =>
      child.stdin!.write(
        `${JSON.stringify({ type: "user", message: { role: "user", content }, parent_tool_use_id: null })}\n`,
      );
    const prompts = ["Go.", "Again."];
    say(prompts.shift()!);
    const lines: Line[] = [];
    for await (const text of createInterface({ input: child.stdout! })) {
      const line = JSON.parse(text) as Line;
      lines.push(line);
      if (line["type"] !== "result") continue;
      const next = prompts.shift();
      if (next === undefined) child.stdin!.end();
      else say(next);
    }
    await exited;
    return lines;
  }

  /** Everything that lines say of usage. Ids are replaced by the order in which they appear. */
  function usageOf(lines: readonly Line[]): unknown {
    const ids: unknown[] = [];
    const numberOf = (id: unknown) => {
      if (!ids.includes(id)) ids.push(id);
      return ids.indexOf(id);
    };
    const stated = lines.flatMap((line): unknown[] => {
      const message = line["message"] as Members | undefined;
      const event = line["event"] as Members | undefined;
      if (line["type"] === "assistant")
        return [{ message: numberOf(message!["id"]), model: message!["model"], usage: message!["usage"] }];
      if (event?.["type"] === "message_start") {
        const { id, usage } = event["message"] as Members;
        return [{ start: numberOf(id), usage }];
      }
      if (event?.["type"] === "message_delta") return [{ end: event["usage"] }];
      if (line["type"] !== "result") return [];
      const { subtype, usage, modelUsage, total_cost_usd, num_turns } = line;
      return [{ subtype, usage, modelUsage, num_turns, cents: round(total_cost_usd) }];
    });
    return JSON.parse(JSON.stringify(stated), (name, value) => (name === "costUSD" ? round(value) : value));
  }

  const round = (usd: unknown) => Math.round((usd as number) * 1e12) / 1e10;

  it("is that of Claude Code on the same engine, in every member", async () => {
    const vendor = await converse({
      command: [claude!],
      env: {
        ...privateHome(),
        ANTHROPIC_BASE_URL: await openEngine(openMessagesVendor),
        ANTHROPIC_API_KEY: "key",
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
        DISABLE_AUTOUPDATER: "1",
        // Without it, it refuses to run tools unasked as root.
        IS_SANDBOX: "1",
      },
    });
    const url = await openEngine(openMessagesVendor);
    const ours = await converse(standIn("abp-claude.js", "claude", "anthropic", url, MODEL));
    const [expected, stated] = [usageOf(vendor), usageOf(ours)] as [unknown[], unknown[]];
    expect(stated).toHaveLength(expected.length);
    expect(expected.map((one, index) => sameMembers(one, stated[index]))).toEqual(expected);
    expect(expected.at(-1)).toMatchObject({ subtype: "success", usage: { input_tokens: 205 } });
  });
});

const codex = findExecutable("codex");
if (codex === undefined) warnAbsent("codex");

describe.skipIf(codex === undefined)("the usage of abp-codex", () => {
  const MODEL = "gpt-5.5";

  async function turn(started: Started, words: readonly string[]): Promise<Line[]> {
    const mode = ["--json", "--skip-git-repo-check", "--sandbox", "danger-full-access"];
    const child = start(started, ["exec", ...mode, ...words]);
    child.stdin!.end();
    const lines: Line[] = [];
    for await (const text of createInterface({ input: child.stdout! })) lines.push(JSON.parse(text) as Line);
    return lines;
  }

  /** The usage after a prompt, and after another one in the same thread. */
  async function converse(started: Started): Promise<unknown[]> {
    const first = await turn(started, ["Go."]);
    const thread = String(first.find(({ type }) => type === "thread.started")?.["thread_id"]);
    const second = await turn(started, ["resume", thread, "Again."]);
    return [first, second].map((lines) => lines.find(({ type }) => type === "turn.completed")?.["usage"]);
  }

  it("is that of Codex on the same engine, in every member and over all turns of the thread", async () => {
    const { HOME = "", ...env } = privateHome();
    const config = [
      `model = "${MODEL}"`,
      'model_provider = "fake"',
      'approval_policy = "never"',
      "check_for_update_on_startup = false",
      "[analytics]",
      "enabled = false",
      "[model_providers.fake]",
      'name = "fake"',
      `base_url = "${await openEngine(openResponsesVendor)}/v1"`,
      'wire_api = "responses"',
      'env_key = "KEY"',
    ];
    writeFileSync(join(HOME, "config.toml"), config.join("\n"));
    const vendor = await converse({
      command: [codex!],
      env: { ...env, HOME, CODEX_HOME: HOME, KEY: "key" },
    });
    const url = await openEngine(openResponsesVendor);
    const ours = await converse(standIn("abp-codex.js", "codex", "openai", `${url}/v1`, MODEL));
    expect(ours).toEqual(vendor);
    expect(vendor[1]).toMatchObject({ input_tokens: 606, reasoning_output_tokens: 26 });
  });
});
