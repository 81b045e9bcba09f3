import type { Usage } from "../../contract/index.ts";
import { type JsonObject, textOfJson } from "../../lib/index.ts";
import type { RunContext, RunResult, ToolDecision } from "../../sidecar/index.ts";
import { isJsonObject } from "../host/agent-line.ts";
import { EventWriter } from "../host/event-writer.ts";
import { JsonRpcError } from "../host/json-rpc-peer.ts";
import { OrderNotTaken } from "../host/keeping/agent-keeper.ts";
import type { AcpListener, AcpProcess } from "./acp-process.ts";
import type { AcpHook, AcpProfile } from "./acp-profile.ts";
import { HookDecisions } from "./hook/hook-decisions.ts";
import { cancelledPermission, decidesOnLaterTools, permissionAnswer } from "./permission.ts";
import type { AcpSession } from "./session/acp-session.ts";
import { promptBlocks } from "./session/prompt.ts";
import { type AskedTool, SessionUpdates } from "./session-updates.ts";
import { usageOfPrompt } from "./usage.ts";

/** Notes about lines that are not JSON. Further ones are left out. */
const MAX_LINE_NOTES = 5;

/** Why a tool is denied whose input the agent does not say. */
const INPUT_UNKNOWN = "the agent asked for the tool and did not say its input";

/** Codes of JSON-RPC and of the protocol by which an agent refuses a request instead of failing at it. */
const REFUSALS: ReadonlySet<number> = new Set([-32_600, -32_601, -32_602, -32_002]);

/** One work order on one agent. */
export interface AcpRunSetting {
  readonly profile: AcpProfile;
  readonly context: RunContext;
  readonly acp: AcpProcess;
  /** Whether the process stays for another order. */
  readonly keepsAgent: boolean;
}

/** One work order over the Agent Client Protocol: one prompt of its session, and the exit of a process that does not stay. */
export class AcpRun {
  readonly #setting: AcpRunSetting;
  readonly #acp: AcpProcess;
  readonly #writer: EventWriter;
  readonly #updates: SessionUpdates;
  readonly #hooks = new HookDecisions();
  readonly #listener: AcpListener;
  #lineNotes = 0;
  /** Whether the agent has said anything about the order. */
  #hasBegun = false;
  /** Whether the agent does not ask for some tool any more. */
  #hasStandingDecision = false;
  /** Whether the turn is over, so that an answer is about nothing of the order. */
  #isSettling = false;
  /** What the agent says of its usage. */
  #used: Partial<Usage> | undefined;

  constructor(setting: AcpRunSetting) {
    const { profile, context } = setting;
    this.#setting = setting;
    this.#acp = setting.acp;
    this.#writer = new EventWriter(context);
    const servers = Object.keys(context.workOrder.mcp_servers ?? {});
    this.#updates = new SessionUpdates(this.#writer, (call) => profile.describeTool(call, servers), {
      reportsAtStart: !profile.asksBeforeTools,
    });
    this.#listener = {
      onMessage: (message, characters, receive) => {
        if (message["method"] !== undefined) this.#hasBegun = true;
        return this.#writer.line(message, characters, receive, this.#isBookkeeping(message));
      },
      onForeignLine: () => this.#foreignLine(),
      onUpdate: (update) => this.#updates.handle(update),
      onPermission: (params) => this.#permission(params),
      onHook: (hook, question) => this.#hooked(hook, question),
    };
  }

  /**
   * Rejects if the agent fails, if it ends before it has answered, and with OrderNotTaken if a process that was kept has done
   * nothing for the order.
   */
  async execute(): Promise<RunResult> {
    const { context } = this.#setting;
    const { signal } = context;
    const acp = this.#acp;
    const wasKept = acp.isOpen;
    const cancel = () => void acp.cancel();
    signal.addEventListener("abort", cancel, { once: true });
    let stays = false;
    try {
      signal.throwIfAborted();
      const { session, answer } = await this.#answer().catch((error: unknown) => {
        throw wasKept && this.#isNotTaken(error) ? new OrderNotTaken() : error;
      });
      const result = await this.#result(session, answer);
      stays = this.#isDone(answer) && (await this.#settles(session));
      return result;
    } finally {
      signal.removeEventListener("abort", cancel);
      if (!stays) await acp.end();
      await this.#updates.endMessage();
      if (stays) acp.leave(this.#used ?? {});
    }
  }

  /** Whether the agent has done nothing for the order, and does not work on it. */
  #isNotTaken(error: unknown): boolean {
    if (this.#hasBegun || this.#setting.context.signal.aborted) return false;
    return !(error instanceof JsonRpcError) || REFUSALS.has(error.code);
  }

  async #answer(): Promise<{ readonly session: AcpSession; readonly answer: JsonObject }> {
    const { context, profile } = this.#setting;
    const { workOrder, signal } = context;
    const session = await this.#acp.take(this.#listener, workOrder, signal);
    if (!session.takesImages && (workOrder.context.images ?? []).length > 0) {
      await this.#writer.warning(`${profile.agent.title} takes no images: they are left out`);
    }
    return { session, answer: await session.prompt(promptBlocks(workOrder, session.takesImages)) };
  }

  async #result(session: AcpSession, answer: JsonObject): Promise<RunResult> {
    const { profile } = this.#setting;
    await this.#updates.endMessage();
    const failure = profile.readFailure?.(this.#updates.lastMessage);
    if (failure !== undefined) throw new Error(failure);
    const used = profile.readUsage(answer);
    this.#used = used;
    const isOfProcess = profile.usageScope === "process";
    const usage = used && isOfProcess ? usageOfPrompt(used, this.#acp.usedBefore) : used;
    const usageRaw = rawUsage(answer);
    return {
      outcome: await this.#outcome(answer["stopReason"]),
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

  /** Whether the turn is over, later tools are asked for, and the figures of a later turn can be distinguished from its own. */
  #isDone(answer: JsonObject): boolean {
    const { keepsAgent, profile } = this.#setting;
    if (!keepsAgent || answer["stopReason"] !== "end_turn" || this.#hasStandingDecision) return false;
    return this.#used === undefined || profile.usageScope !== "unknown";
  }

  /** Whether the agent has nothing to do any more. Takes what it has to say after its answer. */
  async #settles(session: AcpSession): Promise<boolean> {
    this.#isSettling = true;
    try {
      await session.settle();
    } catch {
      return false;
    }
    return !this.#writer.areToolsOpen && !this.#setting.context.signal.aborted;
  }

  async #foreignLine(): Promise<void> {
    this.#lineNotes += 1;
    if (this.#lineNotes > MAX_LINE_NOTES) return;
    await this.#writer.warning("the agent wrote a line that is not JSON");
  }

  /** Before the session is open, an agent only says what it offers, or repeats an earlier conversation. */
  #isBookkeeping(message: JsonObject): boolean {
    if (this.#acp.session === undefined) return true;
    if (this.#isSettling && message["method"] === undefined) return true;
    const update = isJsonObject(message["params"]) ? message["params"]["update"] : undefined;
    return isJsonObject(update) && SessionUpdates.isBookkeeping(update);
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
    if (decision === undefined) return cancelledPermission;
    const answer = permissionAnswer(params, decision, profile);
    this.#hasStandingDecision ||= decidesOnLaterTools(params, answer);
    return answer;
  }

  /** Answers the question of a hook. The agent's own question about the same call then gets the same answer. */
  async #hooked(hook: AcpHook, question: JsonObject): Promise<ToolDecision> {
    this.#hasBegun = true;
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

/** The agent's own figures, wherever it puts them. */
function rawUsage(result: JsonObject): JsonObject | undefined {
  const { usage, _meta: meta } = result;
  if (isJsonObject(usage)) return usage;
  return isJsonObject(meta) && Object.keys(meta).length > 0 ? meta : undefined;
}
