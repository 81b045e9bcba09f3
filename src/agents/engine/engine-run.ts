import { once } from "node:events";
import type { Conversation, Message, Reply, Stop, StreamEvent, ToolUseBlock } from "../../contract/index.ts";
import { readJsonAnswer } from "../../negotiation/index.ts";
import type { RunContext, RunResult } from "../../sidecar/index.ts";
import { EventWriter } from "../host/event-writer.ts";
import { CallError } from "./model/call-error.ts";
import type { ModelClient } from "./model/model-client.ts";
import { UsageSum } from "./model/usage-sum.ts";
import { callOf, orderMessage, userMessage } from "./request.ts";
import type { EngineSettings } from "./settings.ts";
import { ToolCalls } from "./tool-calls.ts";
import type { EngineTool, ToolPlace } from "./tools/tool.ts";
import type { Transcript } from "./transcript.ts";

/** What a run needs besides its context. */
export interface EngineSetting {
  readonly client: ModelClient;
  readonly transcript: Transcript;
  readonly tools: readonly EngineTool[];
  readonly place: ToolPlace;
  readonly settings: EngineSettings;
}

/** One work order on a model: asks it, runs the tools that it calls, and asks again until it calls none. */
export class EngineRun {
  readonly #context: RunContext;
  readonly #setting: EngineSetting;
  readonly #writer: EventWriter;
  readonly #tools: ToolCalls;
  readonly #callOf: (messages: readonly Message[]) => Conversation;
  readonly #usage = new UsageSum();
  /** Messages of the user that came during the run. */
  readonly #steering: string[] = [];

  constructor(context: RunContext, setting: EngineSetting) {
    this.#context = context;
    this.#setting = setting;
    this.#writer = new EventWriter(context);
    const { client, tools, place, settings } = setting;
    this.#tools = new ToolCalls({ tools, place, writer: this.#writer, askTool: context.askTool });
    const frame = { system: settings.system, tools, dialect: client.dialect.id };
    this.#callOf = callOf(context.workOrder, frame);
  }

  /** Runs the order. Rejects if the engine fails, and when the run is cancelled. */
  async execute(): Promise<RunResult> {
    const { workOrder, onSteer } = this.#context;
    const { transcript, settings } = this.#setting;
    onSteer((text) => void this.#steering.push(text));
    transcript.messages.push(orderMessage(workOrder));
    for (let turn = 1; turn <= settings.max_turns; turn += 1) {
      await this.#checkTurn(turn);
      const result = await this.#turn();
      await transcript.save();
      if (result !== undefined) return this.#result(result);
    }
    await this.#context.warning(`the run was ended after ${settings.max_turns} turns`);
    return this.#result({ outcome: "partial" });
  }

  /** One reply of the model with its tools. Returns the result of the run if it is the last one. */
  async #turn(): Promise<Pick<RunResult, "outcome" | "structuredOutput"> | undefined> {
    const { transcript, client } = this.#setting;
    const reply = await client.ask(this.#callOf(transcript.messages), this.#context.signal, this.#observe);
    await this.#writer.message();
    this.#usage.add(reply.usage);
    await this.#writer.usage(this.#usage.usage);
    const { content, stop } = answerOf(reply);
    if (content.length > 0) transcript.messages.push({ role: "assistant", content: [...content] });
    const calls = content.filter((block): block is ToolUseBlock => block.type === "tool_use");
    if (calls.length > 0) transcript.messages.push(await this.#tools.run(calls));
    if (this.#steering.length > 0) {
      transcript.messages.push(...this.#steering.splice(0).map(userMessage));
      return undefined;
    }
    if (calls.length > 0 || stop?.reason === "pause_turn") return undefined;
    return this.#judge(textOf(content), stop);
  }

  async #judge(
    text: string,
    stop: Stop | undefined,
  ): Promise<Pick<RunResult, "outcome" | "structuredOutput"> | undefined> {
    const shortfall = shortfallOf(stop);
    if (shortfall !== undefined) {
      await this.#context.warning(shortfall);
      return { outcome: "partial" };
    }
    const { output_schema } = this.#context.workOrder;
    if (output_schema === undefined) return { outcome: "complete" };
    // An answer that breaks the schema is left to the backplane, which asks for it once more.
    const answer = readJsonAnswer(text, { kind: "json_schema", schema: output_schema });
    return { outcome: "complete", ...(answer.ok ? { structuredOutput: JSON.parse(answer.source) } : {}) };
  }

  /** Tells the backplane that a turn begins which the order does not allow, before it costs anything. It ends the run then. */
  async #checkTurn(turn: number): Promise<void> {
    const { workOrder, signal, text } = this.#context;
    const most = workOrder.config.max_turns;
    if (most === null || turn <= most) return;
    await text("");
    if (!signal.aborted) await once(signal, "abort");
    signal.throwIfAborted();
  }

  readonly #observe = async (event: StreamEvent): Promise<void> => {
    if (event.type === "text_delta" && event.candidate === 0) await this.#writer.text(event.text);
    if (event.type === "thinking_delta" && event.candidate === 0) await this.#writer.thinking(event.text);
  };

  #result(result: Pick<RunResult, "outcome" | "structuredOutput">): RunResult {
    const { session } = this.#setting.transcript;
    return { ...result, session, usage: this.#usage.usage, usageRaw: this.#usage.raw };
  }
}

function answerOf({ candidates }: Reply): Pick<Reply["candidates"][number], "content" | "stop"> {
  const first = candidates.find(({ index }) => index === 0);
  if (first === undefined) throw new CallError("the engine gave no answer");
  // A stream may leave a place empty.
  return { ...first, content: first.content.filter((block) => block !== undefined) };
}

function textOf(content: readonly Reply["candidates"][number]["content"][number][]): string {
  return content.map((block) => (block.type === "text" ? block.text : "")).join("");
}

/** Why an answer that calls no tool does not complete the task; undefined if it does. */
function shortfallOf(stop: Stop | undefined): string | undefined {
  switch (stop?.reason) {
    case "max_tokens":
    case "context_window":
      return "the answer was cut off: the model reached its limit of tokens";
    case "refusal":
    case "content_filter":
      return "the engine refused to answer";
    case "malformed":
    case "error":
      throw new CallError(`the engine stopped with ${stop.raw ?? stop.reason}`);
    default:
      return undefined;
  }
}
