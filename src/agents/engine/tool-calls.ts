import type { ZodError } from "zod";
import type { Block, Message, ToolUseBlock } from "../../contract/index.ts";
import type { JsonObject, JsonValue } from "../../lib/index.ts";
import type { RunContext } from "../../sidecar/index.ts";
import { isJsonObject } from "../host/agent-line.ts";
import type { EventWriter } from "../host/event-writer.ts";
import type { EngineTool, ToolOutcome, ToolPlace } from "./tools/tool.ts";
import { ToolFailure } from "./tools/tool-failure.ts";

/** What the calls of a run need. */
export interface CallSetting {
  readonly tools: readonly EngineTool[];
  readonly place: ToolPlace;
  readonly writer: EventWriter;
  readonly askTool: RunContext["askTool"];
}

/** Runs the tools that a model calls, one after another. Each is decided on by the backplane first. */
export class ToolCalls {
  readonly #setting: CallSetting;
  #count = 0;

  constructor(setting: CallSetting) {
    this.#setting = setting;
  }

  /** Runs the calls of one reply, and returns the message with their results. Rejects when the run is cancelled. */
  async run(calls: readonly ToolUseBlock[]): Promise<Message> {
    const content: Block[] = [];
    for (const call of calls) {
      const { text, isError } = await this.#call(call);
      content.push({
        type: "tool_result",
        id: call.id,
        name: call.name,
        kind: call.kind,
        content: [{ type: "text", text }],
        isError,
      });
    }
    return { role: "tool", content };
  }

  async #call(call: ToolUseBlock): Promise<ToolOutcome> {
    const { writer, askTool, tools } = this.#setting;
    this.#count += 1;
    // An engine may give an id twice. Events need each of them once.
    const id = `${call.id}.${this.#count}`;
    const tool = tools.find(({ name }) => name === call.name);
    if (tool === undefined) return this.#refuse({ id, name: call.name }, unknownTool(call, tools));
    const name = tool.contractName;
    const input = tool.input.safeParse(call.input);
    if (!input.success) return this.#refuse({ id, name }, wrongInput(call, input.error));
    const given = isJsonObject(call.input) ? (call.input as JsonObject) : {};
    const { verdict, reason } = await askTool(name, given);
    if (verdict !== "allow") {
      await writer.toolDenied({ id, name }, reason);
      return this.#end(id, failed(`denied: ${reason}`));
    }
    await writer.toolCall({ id, name, input: given, nativeName: tool.name });
    return this.#end(id, await this.#run(tool, input.data as JsonObject));
  }

  #refuse(call: { readonly id: string; readonly name: string }, why: string): Promise<ToolOutcome> {
    this.#setting.writer.toolNotRun(call);
    return this.#end(call.id, failed(why));
  }

  async #run(tool: EngineTool, input: JsonObject): Promise<ToolOutcome> {
    try {
      return await tool.run(input, this.#setting.place);
    } catch (error) {
      this.#setting.place.signal.throwIfAborted();
      if (error instanceof ToolFailure) return failed(error.message);
      // The model gets the error, and the run goes on: another call may succeed.
      return failed(`the tool failed: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  async #end(id: string, outcome: ToolOutcome): Promise<ToolOutcome> {
    const { writer } = this.#setting;
    const { text, isError, changed, command } = outcome;
    await writer.toolResult({ id, output: text as JsonValue, isError });
    if (changed !== undefined) await writer.fileChanged(changed.path, changed.summary);
    if (command !== undefined) await writer.commandExecuted(command.text, command.exitCode, command.output);
    return outcome;
  }
}

function failed(text: string): ToolOutcome {
  return { text, isError: true };
}

function unknownTool({ name }: ToolUseBlock, tools: readonly EngineTool[]): string {
  const names = tools.map((tool) => tool.name).join(", ");
  return `there is no tool ${JSON.stringify(name.slice(0, 100))}; there are: ${names}`;
}

function wrongInput({ inputText }: ToolUseBlock, { issues }: ZodError): string {
  if (inputText !== undefined) return "the arguments are no complete JSON object";
  const { path, message } = issues[0]!;
  return `the arguments are not valid: ${path.join(".") || "the input"}: ${message}`;
}
