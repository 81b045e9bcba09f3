import type { Conversation } from "../../contract/index.ts";
import { type Dialect, dialects, IdMap } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";

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

/** What a command needs to know of an engine. */
export type TriedEngine = Pick<Engine, "name" | "dialect" | "isSimulated" | "defaultModel" | "models">;

/** The engines of a daemon, and the name of the one for calls whose model decides nothing. */
export interface TriedEngines {
  readonly engines: readonly TriedEngine[];
  readonly preset: string | undefined;
}

/**
 * A curl command per dialect, for a model that the engine has; none if no model of any engine is known. The key is a shell
 * variable, so that it appears in no shell history.
 */
export function tryItLines(
  url: string,
  { engines, preset }: TriedEngines,
): { title: string; command: string }[] {
  const usable = engines.flatMap((engine) => {
    const model = modelOf(engine);
    return model === undefined ? [] : [{ engine, model }];
  });
  return dialects.flatMap((dialect) => {
    const chosen =
      usable.find(({ engine }) => engine.name === preset) ??
      usable.find(({ engine }) => engine.dialect.id === dialect.id) ??
      usable[0];
    if (chosen === undefined) return [];
    const { path, body } = writeQuestion(dialect, oneQuestion(chosen.model, "Say hello"));
    const { header, prefix } = dialect.transport.credential;
    const isNamed = engines.length > 1 && chosen.engine.name !== preset;
    const headers = [
      [header, `${prefix}$BACKPLANE_KEY`],
      ["content-type", "application/json"],
      ...(isNamed ? [["x-abp-engine", chosen.engine.name]] : []),
    ]
      .map(([name, value]) => `-H "${name}: ${value}"`)
      .join(" ");
    const command = `curl -s ${url}/${dialect.id}${path} ${headers} -d '${JSON.stringify(body)}'`;
    return [{ title: dialect.title, command }];
  });
}

/** A model that an engine takes: its default, or one of its list. A simulated one takes any. */
function modelOf({ defaultModel, models, isSimulated }: TriedEngine): string | undefined {
  const listed = models.find((model) => !/[*?[\]{}!]/.test(model));
  return defaultModel ?? listed ?? (isSimulated ? "sim-model" : undefined);
}
