import type { AgentEvent } from "../../contract/index.ts";
import { textOfJson } from "../../lib/index.ts";
import { isObject } from "../lines/json-lines.ts";
import type { AnnouncedTool, AnnouncedTools } from "../tools/announced-tools.ts";
import { toolCallOf } from "./tool-call.ts";

type Notify = (update: object) => void;

/** Turns the events of a run into updates of a session. */
export class UpdateWriter {
  readonly #notify: Notify;
  readonly #tools: AnnouncedTools;
  /** Whether the message that is being written came in pieces. */
  #hasPieces = false;

  constructor(notify: Notify, tools: AnnouncedTools) {
    this.#notify = notify;
    this.#tools = tools;
  }

  event(event: AgentEvent): void {
    if (event.type === "assistant_delta") this.#delta(event.text, event.ext ?? {});
    if (event.type === "assistant_message") this.#message(event.text);
    if (event.type === "tool_call") this.#call(event);
    if (event.type === "tool_result") this.#result(event);
    if (event.type === "warning" || event.type === "error") this.note(event.message);
  }

  /** Shows a tool that the agent wants to use. */
  ask(tool: AnnouncedTool): object {
    this.#announce(tool, "pending");
    return toolCallOf(tool, "pending");
  }

  /** Something that the user should know. The protocol has no place for it but the agent's thoughts. */
  note(message: string): void {
    this.#notify({ sessionUpdate: "agent_thought_chunk", content: { type: "text", text: `${message}\n` } });
  }

  /** Ends the tools that have no result. */
  end(): void {
    for (const { id } of this.#tools.endAll()) this.#finish(id, "", true);
  }

  #delta(
    text: string,
    { thinking, plan, parent_tool_use_id: parent }: Readonly<Record<string, unknown>>,
  ): void {
    if (typeof thinking === "string") this.#chunk("agent_thought_chunk", thinking);
    if (Array.isArray(plan))
      this.#notify({ sessionUpdate: "plan", entries: plan.filter(isObject).map(planEntry) });
    // Pieces of sub-agents would be mixed into the message of the agent; their whole messages come later.
    if (text === "" || parent !== undefined) return;
    this.#hasPieces = true;
    this.#chunk("agent_message_chunk", text);
  }

  #message(text: string): void {
    if (!this.#hasPieces) this.#chunk("agent_message_chunk", text);
    this.#hasPieces = false;
  }

  #result({ tool_name, tool_use_id, output, is_error }: Extract<AgentEvent, { type: "tool_result" }>): void {
    const known = this.#tools.end(tool_name, tool_use_id);
    const tool = known ?? { id: tool_use_id ?? tool_name, name: tool_name, input: {} };
    if (known === undefined) this.#announce(tool, "in_progress");
    this.#finish(tool.id, output === "" && tool.denial !== undefined ? tool.denial : output, is_error);
  }

  #call({ tool_name, input, tool_use_id }: Extract<AgentEvent, { type: "tool_call" }>): void {
    const tool = this.#tools.call(tool_name, input, tool_use_id);
    if (tool !== undefined) this.#announce(tool, "in_progress");
  }

  #announce(tool: AnnouncedTool, status: "pending" | "in_progress"): void {
    this.#hasPieces = false;
    this.#notify({ sessionUpdate: "tool_call", ...toolCallOf(tool, status) });
  }

  #finish(toolCallId: string, output: unknown, isError: boolean): void {
    const text = typeof output === "string" ? output : JSON.stringify(output);
    this.#notify({
      sessionUpdate: "tool_call_update",
      toolCallId,
      status: isError ? "failed" : "completed",
      content: [{ type: "content", content: { type: "text", text } }],
      rawOutput: rawOutputOf(output),
    });
  }

  #chunk(sessionUpdate: string, text: string): void {
    this.#notify({ sessionUpdate, content: { type: "text", text } });
  }
}

/** The output as an object: client libraries reject an update with another value. */
function rawOutputOf(output: unknown): object {
  return isObject(output) ? output : { output };
}

function planEntry({ content, status }: Readonly<Record<string, unknown>>): object {
  const known = status === "completed" || status === "in_progress" ? status : "pending";
  return { content: textOfJson(content), priority: "medium", status: known };
}
