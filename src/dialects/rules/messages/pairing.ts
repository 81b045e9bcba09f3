import type { Block, Message, ToolResultBlock, ToolUseBlock } from "../../../contract/index.ts";
import { replacing } from "../../origins.ts";
import type { ModelRule, Note } from "../rule.ts";
import { type Step, stepsOf } from "./steps.ts";

/** Gives every call exactly one result and every result a call, because vendors answer anything else with an error. */
export const pairing: ModelRule = {
  id: "messages.pairing",
  title: "A call without a result gets one that says so, and a result without its call becomes text.",
  feature: "tool_result.text",
  remedies: ["normalise"],
  limit: "messages",
  about: ["tool_use", "tool_result"],
  apply(conversation, { messages: limits }, note) {
    if (limits?.paired !== true || !conversation.messages.some(holdsCalls)) return conversation;
    const used = new Set<string>();
    const messages: Message[] = [];
    let isChanged = false;
    for (const step of stepsOf(conversation.messages)) {
      const paired = pair(step, used, note);
      messages.push(...paired);
      isChanged ||= paired.length !== step.said.length + step.answers.length || !isSame(paired, step);
    }
    return isChanged ? { ...conversation, messages } : conversation;
  },
};

const NO_RESULT = "The call has no result: it was not carried out, or its result is not known.";

function holdsCalls({ content }: Message): boolean {
  return content.some(({ type }) => type === "tool_use" || type === "tool_result");
}

function isSame(messages: readonly Message[], { said, answers }: Step): boolean {
  return messages.every((message, index) => message === (said[index] ?? answers[index - said.length]));
}

function pair(step: Step, used: Set<string>, note: Note): Message[] {
  const ids = new StepIds(used);
  const said = joinCalls(step.said).map((message) =>
    mapContent(message, (block) => (block.type === "tool_use" ? named(block, ids, note) : block)),
  );
  const calls = said.flatMap(({ content }) => content.filter((block) => block.type === "tool_use"));
  const answered = new Set<string>();
  const answers = step.answers.map((message) => {
    const changed = mapContent(message, (block) => {
      if (block.type !== "tool_result") return block;
      const id = ids.answer(block.id);
      if (id === undefined) return asText(block, note);
      answered.add(id);
      return id === block.id ? block : replacing(block, { ...block, id });
    });
    const isTool = changed.role === "tool" && !changed.content.some(({ type }) => type === "tool_result");
    return isTool && changed !== message
      ? replacing(message, { ...changed, role: "user" as const })
      : changed;
  });
  const missing = calls.filter(({ id }) => !answered.has(id));
  if (missing.length === 0) return [...said, ...answers];
  const content = missing.map((call) => emptyResult(call, note));
  return [...said, { role: "tool", content }, ...answers];
}

/** The ids of the calls of one step. A vendor takes each id once in a conversation. */
class StepIds {
  readonly #used: Set<string>;
  readonly #given = new Map<string, string[]>();
  readonly #answers = new Map<string, number>();

  constructor(used: Set<string>) {
    this.#used = used;
  }

  /** The id of a call: its own, or another if a call before has it. */
  call(id: string): string {
    let own = id;
    for (let count = 2; this.#used.has(own); count += 1) own = `${id}_${count}`;
    this.#used.add(own);
    const given = this.#given.get(id);
    if (given === undefined) this.#given.set(id, [own]);
    else given.push(own);
    return own;
  }

  /** The id of the call that a result answers; undefined if the step has none. Repeated results answer the last. */
  answer(id: string): string | undefined {
    const given = this.#given.get(id);
    if (given === undefined) return undefined;
    const count = this.#answers.get(id) ?? 0;
    this.#answers.set(id, count + 1);
    return given[Math.min(count, given.length - 1)];
  }
}

function named(call: ToolUseBlock, ids: StepIds, note: Note): ToolUseBlock {
  const id = ids.call(call.id);
  if (id === call.id) return call;
  const reason = `an earlier call has the id ${call.id}; this one and its result have ${id}`;
  note({ node: call, at: "", disposition: "mapped", reason, feature: "tool_use" });
  return replacing(call, { ...call, id });
}

function emptyResult(call: ToolUseBlock, note: Note): Block {
  const reason = `the call ${call.id} has no result, and the target requires one; a result that says so is added`;
  note({ node: call, at: "", disposition: "disclosed", reason, feature: "tool_use" });
  const content: Block[] = [{ type: "text", text: NO_RESULT }];
  const { id, name, kind } = call;
  return { type: "tool_result", id, name, kind, content, isError: true };
}

function asText(result: ToolResultBlock, note: Note): readonly Block[] {
  const reason = `no call before this result has the id ${result.id}; it is sent as text`;
  note({ node: result, at: "", disposition: "disclosed", reason, feature: "tool_result.text" });
  const name = result.name === undefined ? "" : ` of ${result.name}`;
  const title: Block = { type: "text", text: `Result${name} for the call ${result.id}:` };
  return [replacing(result, title), ...result.content];
}

// Some vendors want results right behind the message that called, so that neighbours which call become one message.
function joinCalls(said: readonly Message[]): readonly Message[] {
  const calls = (message: Message) => message.content.some(({ type }) => type === "tool_use");
  if (said.length < 2 || !said.slice(0, -1).some(calls)) return said;
  const [first, ...others] = said;
  const content = [...first!.content, ...others.flatMap((message) => message.content)];
  return [replacing(first!, { ...first!, content })];
}

function mapContent(message: Message, change: (block: Block) => Block | readonly Block[]): Message {
  let isChanged = false;
  const content = message.content.flatMap((block) => {
    const next = change(block);
    isChanged ||= next !== block;
    return next;
  });
  return isChanged ? replacing(message, { ...message, content }) : message;
}
