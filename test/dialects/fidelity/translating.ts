import { AbpError, type LossEntry } from "../../../src/contract/index.ts";
import { type Dialect, memoryCustody } from "../../../src/dialects/index.ts";
import { defaultSettings } from "../../../src/engines/fixtures/loopback.ts";
import { type Engine, openEngines } from "../../../src/engines/index.ts";
import { openStrict } from "../../../src/engines/sim/strict/index.ts";
import { translateCall } from "../../../src/gateway/mapping/translation.ts";
import { parseBody, scanBody } from "../../../src/gateway/request/call-body.ts";
import { parseExactly } from "../oracle/exact.ts";
import type { Json } from "./wire-turns.ts";

/** The translated request as it reaches the engine, with exact numbers. */
export interface Translated {
  readonly body: Json;
  /** The same with doubles in place of all numbers. */
  readonly plain: unknown;
  readonly path: string;
  readonly headers: readonly string[];
  readonly entries: readonly LossEntry[];
  /** The dialect of the API that serves the model. */
  readonly written: string;
}

/** What a request became, or why it is refused. */
export type Outcome = Translated | { readonly refused: string; readonly isTyped: boolean };

const engines = new Map<string, Engine>();

/** A strict engine of a dialect at the API of its vendor that serves a model. */
export function engineFor(dialect: string, model: string): Engine {
  const found =
    engines.get(dialect) ??
    openEngines({ e: defaultSettings({ preset: "sim", strict: true, dialect }) }, { env: {} }).get("e");
  engines.set(dialect, found);
  return found.servedBy?.(model) ?? found;
}

/** Translates the bytes of a request as the gateway does. */
export function translated(
  source: Dialect,
  target: Dialect,
  body: Json,
  model: string,
  mode: "best_effort" | "strict" = "best_effort",
): Outcome {
  const engine = engineFor(target.id, model);
  try {
    const bytes = Buffer.from(JSON.stringify(body));
    const { request, report } = translateCall({
      dialect: source,
      engine: { dialect: engine.dialect, provider: target.modelPrefix, turnHeaders: engine.turnHeaders },
      body: parseBody(bytes, scanBody(bytes, 200), 1e6),
      headers: [],
      mode,
      operation: "generate",
      custody: memoryCustody(),
      pathModel: typeof body["model"] === "string" ? undefined : model,
      pathStream: undefined,
      targetModel: model,
    });
    const { path, headers = [] } = request;
    const text = JSON.stringify(request.body);
    return {
      body: parseExactly(text) as Json,
      plain: JSON.parse(text) as unknown,
      path,
      headers,
      entries: report.entries,
      written: engine.dialect.id,
    };
  } catch (error) {
    if (!AbpError.is(error)) throw error;
    return {
      refused: error.message,
      isTyped: error.code.startsWith("mapping_") || error.code === "capability_unsupported",
    };
  }
}

/** Why the engine's vendor would reject a translated request; undefined if it takes it. */
export function rejection(outcome: Translated): string | undefined {
  const found = openStrict(outcome.written)?.(outcome.path, outcome.plain, outcome.headers);
  return found === undefined ? undefined : `${found.rule}: ${found.message}`;
}
