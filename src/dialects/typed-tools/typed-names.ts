import type { Block, Conversation, Message, Tool } from "../../contract/index.ts";
import { replacing } from "../origins.ts";
import { typedForm } from "./typed-form.ts";

/**
 * Gives typed tools of the caller another name if one of its functions has the same: a typed tool needs no name on
 * its own wire, but every function does. The calls and results of the history follow, and the choice too. The way back
 * goes by the mark of the tool and not by its name.
 */
export function separateTypedNames(conversation: Conversation): Conversation {
  const { tools, toolChoice } = conversation;
  const taken = new Set<string>();
  for (const tool of tools) if (tool.kind !== "server" && typedForm(tool) === undefined) taken.add(tool.name);
  const renamed = new Map<string, string>();
  for (const tool of tools)
    if (tool.kind === "function" && taken.has(tool.name) && typedForm(tool) !== undefined)
      renamed.set(tool.name, freeName(tool.name, taken));
  if (renamed.size === 0) return conversation;
  const isOurs = (node: Block | Tool) =>
    Object.keys(node.vendor ?? {}).some((key) => /^\w+:(?:call|typed)=/.test(key));
  const rename = <Node extends Block | Tool>(node: Node): Node => {
    const name = "name" in node && node.name !== undefined ? renamed.get(node.name) : undefined;
    return name === undefined || !isOurs(node) ? node : replacing(node, { ...node, name });
  };
  const messages = conversation.messages.map((message): Message => {
    const content = message.content.map(rename);
    return content.every((block, index) => block === message.content[index])
      ? message
      : replacing(message, { ...message, content });
  });
  const isForced = Object.keys(toolChoice?.vendor ?? {}).some((key) => /^\w+:forced=/.test(key));
  const name = isForced ? renamed.get(toolChoice?.name ?? "") : undefined;
  return {
    ...conversation,
    tools: tools.map(rename),
    messages,
    ...(toolChoice === undefined || name === undefined ? {} : { toolChoice: { ...toolChoice, name } }),
  };
}

function freeName(name: string, taken: Set<string>): string {
  let free = `${name}_tool`;
  for (let count = 2; taken.has(free); count++) free = `${name}_tool_${count}`;
  taken.add(free);
  return free;
}
