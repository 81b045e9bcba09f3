import type { Conversation } from "../../contract/index.ts";
import { type Dialect, dialects, IdMap } from "../../dialects/index.ts";

/** A conversation with one question, in no vendor's dialect. */
export function oneQuestion(model: string, text: string, system?: string): Conversation {
  return {
    model,
    system: system === undefined ? [] : [{ type: "text", text: system }],
    tools: [],
    messages: [{ role: "user", content: [{ type: "text", text }] }],
    maxOutputTokens: 1024,
    sampling: {},
    stop: [],
  };
}

/** Writes a conversation as a request of a dialect: the path below the base URL, and the body. */
export function writeQuestion(dialect: Dialect, conversation: Conversation): { path: string; body: unknown } {
  return dialect.writeRequest(conversation, { ids: new IdMap(dialect.toolCallIds), note: () => undefined });
}

/** A curl command per dialect. The key is a shell variable, so that it appears in no shell history. */
export function tryItLines(url: string): { title: string; command: string }[] {
  return dialects.map((dialect) => {
    const { path, body } = writeQuestion(dialect, oneQuestion("sim-model", "Say hello"));
    const { header, prefix } = dialect.transport.credential;
    const headers = [
      [header, `${prefix}$BACKPLANE_KEY`],
      ["content-type", "application/json"],
    ]
      .map(([name, value]) => `-H "${name}: ${value}"`)
      .join(" ");
    return {
      title: dialect.title,
      command: `curl -s ${url}/${dialect.id}${path} ${headers} -d '${JSON.stringify(body)}'`,
    };
  });
}
