import { JsonRpcError, type JsonRpcPeer } from "../../agents/index.ts";
import { failureWords } from "../failure-words.ts";
import { isObject } from "../lines/json-lines.ts";
import type { RunRequest, RunStarter, StartedRun, ToolAnswer, ToolQuestion } from "../run-starter.ts";
import type { ConversationTurn } from "../sessions/conversation.ts";
import { AnnouncedTools } from "../tools/announced-tools.ts";
import { INTERNAL_ERROR } from "./json-rpc-codes.ts";
import { type AcpMode, judgeTool } from "./modes.ts";
import { UpdateWriter } from "./update-writer.ts";

const OPTIONS = [
  { optionId: "allow", name: "Allow", kind: "allow_once" },
  { optionId: "allow-always", name: "Always allow in this session", kind: "allow_always" },
  { optionId: "reject", name: "Reject", kind: "reject_once" },
] as const;

/** What a prompt needs of its session. */
export interface AcpPromptSetting {
  readonly starter: RunStarter;
  readonly peer: Pick<JsonRpcPeer, "request" | "notify">;
  readonly sessionId: string;
  readonly newId: () => string;
  /** The mode of the session now. */
  readonly mode: () => AcpMode;
  /** Tools that the user always allows in this session. */
  readonly alwaysAllowed: Set<string>;
}

export interface AcpPromptEnd extends ConversationTurn {
  readonly stopReason: "end_turn" | "max_turn_requests" | "cancelled";
}

/** One prompt of an editor: one run, from its start to the stop reason. */
export class AcpPrompt {
  readonly #setting: AcpPromptSetting;
  readonly #tools: AnnouncedTools;
  readonly #updates: UpdateWriter;
  #run: StartedRun | undefined;
  #isCancelled = false;

  constructor(setting: AcpPromptSetting) {
    this.#setting = setting;
    this.#tools = new AnnouncedTools(setting.newId);
    const { peer, sessionId } = setting;
    this.#updates = new UpdateWriter(
      (update) => peer.notify("session/update", { sessionId, update }),
      this.#tools,
    );
  }

  /** Rejects with a JsonRpcError if the run could not be started or failed. */
  async execute(request: RunRequest): Promise<AcpPromptEnd> {
    const { starter } = this.#setting;
    for (const note of request.notes ?? []) this.#updates.note(note);
    try {
      this.#run = await starter.start(request, {
        approve: (question, signal) => this.#approve(question, signal),
      });
    } catch (error) {
      throw new JsonRpcError(INTERNAL_ERROR, failureWords(error));
    }
    if (this.#isCancelled) this.cancel();
    return this.#follow(this.#run);
  }

  cancel(): void {
    this.#isCancelled = true;
    this.#run?.cancel("the editor cancelled the prompt");
  }

  async #follow(run: StartedRun): Promise<AcpPromptEnd> {
    for await (const event of run.events) this.#updates.event(event);
    const { error, hasSession } = await run.result;
    this.#updates.end();
    const end = { runId: run.runId, hasSession };
    if (this.#isCancelled) return { ...end, stopReason: "cancelled" };
    if (error === undefined) return { ...end, stopReason: "end_turn" };
    if (error.code === "run_turns_exceeded") return { ...end, stopReason: "max_turn_requests" };
    throw new JsonRpcError(INTERNAL_ERROR, failureWords(error));
  }

  async #approve({ tool: name, input, needsPerson }: ToolQuestion, signal: AbortSignal): Promise<ToolAnswer> {
    const tool = this.#tools.ask(name, input);
    const toolCall = this.#updates.ask(tool);
    const answer = await this.#decide(name, toolCall, needsPerson, signal);
    if ("deny" in answer) this.#tools.deny(tool.id, answer.deny);
    return answer;
  }

  async #decide(
    name: string,
    toolCall: object,
    needsPerson: boolean,
    signal: AbortSignal,
  ): Promise<ToolAnswer> {
    const { peer, sessionId, mode, alwaysAllowed } = this.#setting;
    const judged = needsPerson ? "ask" : judgeTool(mode(), name);
    if (judged === "deny") return { deny: `the mode of the session is ${mode()}` };
    if (judged === "allow" || (!needsPerson && alwaysAllowed.has(name))) return { allow: true };
    const answer = await untilAborted(
      peer.request("session/request_permission", { sessionId, toolCall, options: OPTIONS }),
      signal,
    );
    const outcome = isObject(answer) && isObject(answer["outcome"]) ? answer["outcome"] : {};
    if (outcome["optionId"] === "allow-always") alwaysAllowed.add(name);
    const isAllowed = outcome["optionId"] === "allow" || outcome["optionId"] === "allow-always";
    return isAllowed && outcome["outcome"] === "selected"
      ? { allow: true }
      : { deny: "the user rejected the tool" };
  }
}

async function untilAborted<Result>(
  answer: Promise<Result>,
  signal: AbortSignal,
): Promise<Result | undefined> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  const giveUp = () => resolve(undefined);
  signal.addEventListener("abort", giveUp);
  try {
    return await Promise.race([answer, promise]);
  } finally {
    signal.removeEventListener("abort", giveUp);
    answer.catch(() => undefined);
  }
}
