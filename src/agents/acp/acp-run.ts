import { setTimeout } from "node:timers/promises";
import { type JsonObject, textOfJson } from "../../lib/index.ts";
import type { RunContext, RunResult, ToolDecision } from "../../sidecar/index.ts";
import { isJsonObject, readAgentLine } from "../host/agent-line.ts";
import type { AgentEnd, RunningAgent } from "../host/agent-process.ts";
import { EventWriter } from "../host/event-writer.ts";
import { JsonRpcError, JsonRpcPeer, METHOD_NOT_FOUND } from "../host/json-rpc-peer.ts";
import type { AcpHook, AcpProfile } from "./acp-profile.ts";
import { HookDecisions } from "./hook/hook-decisions.ts";
import type { HookListener, HookServer } from "./hook/hook-server.ts";
import { cancelledPermission, permissionAnswer } from "./permission.ts";
import { AcpSession } from "./session/acp-session.ts";
import { promptBlocks } from "./session/prompt.ts";
import { type AskedTool, SessionUpdates } from "./session-updates.ts";

/** An agent that sends nothing for so long has repeated an earlier conversation to its end. */
const QUIET_MS = 250;

/** Notes about lines that are not JSON. Further ones are left out. */
const MAX_LINE_NOTES = 5;

/** Why a tool is denied whose input the agent does not say. */
const INPUT_UNKNOWN = "the agent asked for the tool and did not say its input";

/** The part of an agent's process that a run uses. */
export type AcpProcess = Pick<RunningAgent, "write" | "closeInput" | "end" | "ended">;

/** One work order on one agent. */
export interface AcpRunSetting {
  readonly profile: AcpProfile;
  readonly context: RunContext;
  /** Starts the agent. Each line of its output goes to `onLine`. */
  readonly start: (onLine: (line: string) => Promise<void>) => Promise<AcpProcess>;
  /** Answers the hooks of the agent, where its profile has some. */
  readonly openHooks: (listener: HookListener) => Promise<Pick<HookServer, "close">>;
}

/** Runs one work order over the Agent Client Protocol, from the start of the agent to its exit. */
export class AcpRun {
  readonly #setting: AcpRunSetting;
  readonly #writer: EventWriter;
  readonly #updates: SessionUpdates;
  readonly #peer: JsonRpcPeer;
  readonly #hooks = new HookDecisions();
  #agent: AcpProcess | undefined;
  #session: AcpSession | undefined;
  #lines = 0;
  #lineNotes = 0;

  constructor(setting: AcpRunSetting) {
    const { profile, context } = setting;
    this.#setting = setting;
    this.#writer = new EventWriter(context);
    const servers = Object.keys(context.workOrder.mcp_servers ?? {});
    this.#updates = new SessionUpdates(this.#writer, (call) => profile.describeTool(call, servers), {
      reportsAtStart: !profile.asksBeforeTools,
    });
    this.#peer = new JsonRpcPeer({
      send: (message) => this.#agent?.write(message),
      onRequest: (method, params) => this.#answer(method, params),
      onNotification: (method, params) => this.#notification(method, params),
    });
  }

  /** Rejects where the agent fails, or ends before it has answered. */
  async execute(): Promise<RunResult> {
    const { context, profile, openHooks } = this.#setting;
    context.signal.throwIfAborted();
    const { hook } = profile;
    const hooks =
      hook === undefined ? undefined : await openHooks((question) => this.#hooked(hook, question));
    try {
      return await this.#converse();
    } finally {
      await hooks?.close();
    }
  }

  async #converse(): Promise<RunResult> {
    const { context, profile, start } = this.#setting;
    const agent = await start((line) => this.#line(line));
    this.#agent = agent;
    const { title } = profile.agent;
    void agent.ended.then((end) => this.#peer.close(end.fault ?? earlyExit(title, end)));
    const cancel = () => void agent.end(() => this.#cancel());
    context.signal.addEventListener("abort", cancel, { once: true });
    try {
      context.signal.throwIfAborted();
      const session = await AcpSession.open(this.#peer, profile, context.workOrder);
      if (session.repeatsHistory) await this.#quiet();
      this.#session = session;
      return await this.#prompt(session);
    } finally {
      context.signal.removeEventListener("abort", cancel);
      await agent.end(() => agent.closeInput());
      await this.#updates.endMessage();
    }
  }

  /** Waits until the agent has repeated an earlier conversation, whose updates may come after its answer. */
  async #quiet(): Promise<void> {
    for (let seen = -1; seen !== this.#lines; ) {
      seen = this.#lines;
      await setTimeout(QUIET_MS, undefined, { signal: this.#setting.context.signal });
    }
  }

  async #prompt(session: AcpSession): Promise<RunResult> {
    const { context, profile } = this.#setting;
    const { workOrder } = context;
    if (!session.takesImages && (workOrder.context.images ?? []).length > 0) {
      await this.#writer.warning(`${profile.agent.title} takes no images: they are left out`);
    }
    const result = await session.prompt(promptBlocks(workOrder, session.takesImages));
    await this.#updates.endMessage();
    const failure = profile.readFailure?.(this.#updates.lastMessage);
    if (failure !== undefined) throw new Error(failure);
    const usage = profile.readUsage(result);
    const usageRaw = rawUsage(result);
    return {
      outcome: await this.#outcome(result["stopReason"]),
      session: session.id,
      ...(usage === undefined ? {} : { usage }),
      ...(usageRaw === undefined ? {} : { usageRaw }),
    };
  }

  /** A run that stopped early, or that only had its tools denied, has not done all of its work. */
  async #outcome(stopReason: unknown): Promise<"complete" | "partial"> {
    if (stopReason !== "end_turn") {
      await this.#writer.warning(`the agent stopped: ${textOfJson(stopReason)}`);
      return "partial";
    }
    return this.#writer.denials > 0 && this.#writer.toolCalls === 0 ? "partial" : "complete";
  }

  // Without a session there is nothing that the agent could stop.
  #cancel(): void {
    if (this.#session === undefined) this.#agent?.closeInput();
    else this.#session.cancel();
  }

  async #line(line: string): Promise<void> {
    this.#lines += 1;
    if (line.trim() === "") return;
    const message = readAgentLine(line);
    if (message === undefined) {
      this.#lineNotes += 1;
      if (this.#lineNotes <= MAX_LINE_NOTES)
        await this.#writer.warning("the agent wrote a line that is not JSON");
      return;
    }
    const handle = () => this.#peer.receive(message);
    await this.#writer.line(message, line.length, handle, this.#isBookkeeping(message));
  }

  /** Before the session is open, an agent only says what it offers, or repeats an earlier conversation. */
  #isBookkeeping(message: JsonObject): boolean {
    if (this.#session === undefined) return true;
    const update = isJsonObject(message["params"]) ? message["params"]["update"] : undefined;
    return isJsonObject(update) && SessionUpdates.isBookkeeping(update);
  }

  async #notification(method: string, params: JsonObject): Promise<void> {
    const { update } = params;
    if (method !== "session/update" || !isJsonObject(update)) return;
    if (this.#session === undefined || params["sessionId"] !== this.#session.id) return;
    await this.#updates.handle(update);
  }

  async #answer(method: string, params: JsonObject): Promise<unknown> {
    if (method === "session/request_permission") return this.#permission(params);
    // Files and terminals of the client are not offered. Some agents ask for them all the same.
    throw new JsonRpcError(METHOD_NOT_FOUND, `${method} is not offered by this client`);
  }

  async #permission(params: JsonObject): Promise<object> {
    const toolCall = isJsonObject(params["toolCall"]) ? params["toolCall"] : {};
    const { profile } = this.#setting;
    const waits = profile.saysInputAfterQuestion === true;
    const known = waits ? await this.#updates.askedWithInput(toolCall) : this.#updates.asked(toolCall);
    const tool = known ?? this.#updates.asked(toolCall);
    if (known === undefined) {
      await this.#denied(tool, INPUT_UNKNOWN);
      return permissionAnswer(params, { verdict: "deny", reason: INPUT_UNKNOWN }, profile);
    }
    const decision = this.#hooks.take(tool) ?? (await this.#decide(tool).catch(() => undefined));
    // The run was cancelled while the question was open.
    return decision === undefined ? cancelledPermission : permissionAnswer(params, decision, profile);
  }

  /** Answers the question of a hook. The agent's own question about the same call then gets the same answer. */
  async #hooked(hook: AcpHook, question: JsonObject): Promise<ToolDecision> {
    const tool = await this.#updates.hooked(hook, hook.read(question));
    const decision = await this.#decide(tool);
    this.#hooks.add(tool, decision);
    return decision;
  }

  /** Reports a denial with its result, which some agents leave out and others state in words of their own. */
  async #denied(tool: AskedTool, reason: string): Promise<void> {
    await this.#writer.toolDenied(tool, reason);
    await this.#writer.toolResult({ id: tool.id, output: reason, isError: true });
  }

  async #decide(tool: AskedTool): Promise<ToolDecision> {
    const decision = await this.#setting.context.askTool(tool.name, tool.input);
    if (decision.verdict === "allow") await this.#writer.toolCall(tool);
    else await this.#denied(tool, decision.reason);
    return decision;
  }
}

function earlyExit(title: string, { code, signal }: AgentEnd): Error {
  const how = signal === null ? `exit code ${code}` : `signal ${signal}`;
  return new Error(`${title} ended with ${how} before it had answered`);
}

/** The agent's own figures, wherever it puts them. */
function rawUsage(result: JsonObject): JsonObject | undefined {
  const { usage, _meta: meta } = result;
  if (isJsonObject(usage)) return usage;
  return isJsonObject(meta) && Object.keys(meta).length > 0 ? meta : undefined;
}
