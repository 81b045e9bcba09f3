import type { Conversation } from "../../contract/index.ts";
import { type Dialect, dialects, IdMap } from "../../dialects/index.ts";

/** A conversation of one question, in no vendor's words. */
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

/** A question in a dialect's own words: path below the base URL, and body. */
export function writeQuestion(dialect: Dialect, conversation: Conversation): { path: string; body: unknown } {
  return dialect.writeRequest(conversation, { ids: new IdMap(dialect.toolCallIds), note: () => undefined });
}

/** One line for a shell per dialect, to try the daemon with; the key is a variable, so that no log holds it. */
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
