import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { program } from "./sdk-place.ts";

/** One prompt for a stand-in. */
export interface StandInTask {
  readonly prompt: string;
  /** The directory that the agent works in. */
  readonly directory: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Whether the order says to change nothing, in the words of its protocol. */
  readonly isReadOnly: boolean;
}

/** How a stand-in ended, and everything that it wrote. */
export interface StandInEnd {
  readonly exit: number | null;
  readonly out: string;
  readonly error: string;
}

/** A program that stands in for an agent. Every question is answered with yes. */
export interface StandInProgram {
  readonly name: string;
  readonly run: (task: StandInTask) => Promise<StandInEnd>;
}

export const standInPrograms: readonly StandInProgram[] = [
  {
    name: "abp-codex",
    run: ({ isReadOnly, ...task }) => {
      const mode = isReadOnly ? "read-only" : "workspace-write";
      return runText(task, "abp-codex.js", ["exec", "--json", "--sandbox", mode, "--cd", task.directory]);
    },
  },
  {
    name: "abp-claude",
    run: ({ isReadOnly, ...task }) => {
      const mode = isReadOnly ? "plan" : "bypassPermissions";
      const format = ["-p", "--output-format", "stream-json", "--verbose"];
      return runText(task, "abp-claude.js", [...format, "--permission-mode", mode]);
    },
  },
  { name: "abp acp", run: runEditor },
];

type Place = Pick<StandInTask, "prompt" | "directory" | "environment">;

function start({ directory, environment }: Place, file: string, args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [program(file), ...args], { cwd: directory, env: { ...environment } });
}

export async function runText(task: Place, file: string, args: readonly string[]): Promise<StandInEnd> {
  const child = start(task, file, args);
  const end = collect(child);
  child.stdin!.end(task.prompt);
  return end;
}

/** Speaks as an editor does. */
async function runEditor({ isReadOnly, ...task }: StandInTask): Promise<StandInEnd> {
  const child = start(task, "abp.js", ["acp"]);
  const end = collect(child);
  const waiting = new Map<number, (result: Readonly<Record<string, unknown>>) => void>();
  const send = (message: object) => child.stdin!.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const lines = createInterface({ input: child.stdout! });
  lines.on("line", (line) => {
    const { id, method, result = {} } = JSON.parse(line) as { id: number; method?: string; result?: object };
    if (method === "session/request_permission")
      send({ id, result: { outcome: { outcome: "selected", optionId: "allow" } } });
    else if (method === undefined) waiting.get(id)?.(result as Record<string, unknown>);
  });
  // A program that ends leaves its requests without an answer.
  lines.on("close", () => waiting.forEach((answer) => void answer({})));
  const request = (method: string, params: object) => {
    const id = waiting.size + 1;
    const answer = new Promise<Readonly<Record<string, unknown>>>((resolve) => waiting.set(id, resolve));
    send({ id, method, params });
    return answer;
  };
  await request("initialize", { protocolVersion: 1, clientCapabilities: {} });
  const { sessionId } = await request("session/new", { cwd: task.directory, mcpServers: [] });
  await request("session/set_mode", { sessionId, modeId: isReadOnly ? "read-only" : "auto" });
  await request("session/prompt", { sessionId, prompt: [{ type: "text", text: task.prompt }] });
  child.stdin!.end();
  return end;
}

async function collect(child: ChildProcess): Promise<StandInEnd> {
  const texts = { out: "", error: "" };
  child.stdout!.on("data", (chunk: Buffer) => (texts.out += chunk.toString()));
  child.stderr!.on("data", (chunk: Buffer) => (texts.error += chunk.toString()));
  child.stdin!.on("error", () => undefined);
  const [exit] = (await once(child, "close")) as [number | null];
  return { ...texts, exit };
}
