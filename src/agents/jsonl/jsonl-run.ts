import type { RunContext, RunResult } from "../../sidecar/index.ts";
import { readAgentLine } from "../host/agent-line.ts";
import type { RunningAgent } from "../host/agent-process.ts";
import { EventWriter } from "../host/event-writer.ts";
import { stagedPrompt } from "../host/staged-prompt.ts";
import { LineEvents } from "./line-events.ts";
import { readMapping } from "./presets.ts";

/** One work order on one agent. */
export interface JsonlRunSetting {
  readonly context: RunContext;
  /** The arguments of the configuration, with their placeholders. */
  readonly arguments: readonly string[];
  /** Starts the agent. Each line of its output goes to `onLine`. */
  readonly start: (
    args: readonly string[],
    onLine: (line: string) => Promise<void>,
  ) => Promise<Pick<RunningAgent, "ended" | "end" | "closeInput">>;
}

/** Runs one work order: gives the task to the agent, and reports its lines until it exits. Rejects if the agent fails. */
export async function runJsonl({ context, arguments: given, start }: JsonlRunSetting): Promise<RunResult> {
  const { workOrder, signal } = context;
  const mapping = readMapping(workOrder.config.vendor["jsonl"]);
  const prompt = stagedPrompt(workOrder);
  const writer = new EventWriter(context);
  const events = new LineEvents(mapping, writer);
  signal.throwIfAborted();
  const values = {
    prompt,
    model: workOrder.config.model ?? "",
    session: workOrder.resume?.session ?? "",
  };
  const agent = await start(fillIn(given, values), async (line) => {
    const value = readAgentLine(line);
    if (value !== undefined) await writer.line(value, line.length, () => events.handle(value));
  });
  agent.closeInput(mapping.prompt === "stdin" ? prompt : undefined);
  const cancel = () => void agent.end();
  signal.addEventListener("abort", cancel, { once: true });
  if (signal.aborted) cancel();
  const { code, signal: killedBy, fault } = await agent.ended;
  signal.removeEventListener("abort", cancel);
  await writer.message();
  signal.throwIfAborted();
  if (fault !== undefined) throw fault;
  const failure = events.result?.isError === true ? (events.result.message ?? "no message") : undefined;
  if (failure !== undefined) throw new Error(`the agent failed: ${failure}`);
  if (code !== 0) throw new Error(`the agent ended with ${killedBy ?? `exit code ${code}`}`);
  return {
    ...(events.session === undefined ? {} : { session: events.session }),
    ...(events.usage === undefined ? {} : { usage: events.usage, usageRaw: events.usage }),
  };
}

/** Replaces `{prompt}`, `{model}` and `{session}` in arguments. An argument whose value is empty is left out. */
export function fillIn(
  given: readonly string[],
  values: Readonly<Record<string, string>>,
): readonly string[] {
  return given.flatMap((argument) => {
    const names = [...argument.matchAll(/\{(prompt|model|session)\}/g)].map(([, name]) => name as string);
    if (names.some((name) => values[name] === "")) return [];
    return [
      argument.replaceAll(/\{(prompt|model|session)\}/g, (_all, name: string) => values[name] as string),
    ];
  });
}
