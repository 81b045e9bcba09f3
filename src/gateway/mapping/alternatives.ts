import { AbpError } from "../../contract/index.ts";
import type { Engine } from "../../engines/index.ts";
import { hasModel } from "../routing/auto-engine.ts";
import { type TranslationQuestion, translateCall } from "./translation.ts";

/** The most engines that are tried for one refused call. */
const MAX_TRIED = 10;
/** A larger request is refused without alternatives: each would be translated once for every engine. */
const MAX_BYTES = 256 * 1024;

/** A call that an engine cannot take, and where else it could go. */
export interface RefusedCall {
  readonly question: TranslationQuestion;
  /** The size of the caller's body. */
  readonly bytes: number;
  readonly model: string | undefined;
  /** The engines that the key may use, without the one that refused. */
  readonly others: readonly Engine[];
}

/** The details in which each error names alternatives. */
const NAMED: Readonly<Record<string, string>> = {
  mapping_unmappable_tool: "available_alternatives",
  capability_unsupported: "suggestions",
};

/**
 * Adds the engines that would take a refused call to its error, as `engine` or `engine/model`. An error of another kind is
 * returned as it is.
 */
export function withAlternatives(thrown: unknown, { question, bytes, model, others }: RefusedCall): unknown {
  const name = AbpError.is(thrown) ? NAMED[thrown.code] : undefined;
  if (name === undefined || !AbpError.is(thrown) || bytes > MAX_BYTES) return thrown;
  const found = others.slice(0, MAX_TRIED).flatMap((engine) => alternativeOn(engine, question, model) ?? []);
  if (found.length === 0) return thrown;
  const { code, message, where, details } = thrown;
  return new AbpError(code, message, {
    ...(where === undefined ? {} : { where }),
    details: { ...details, [name]: found },
    advice: `These engines take it: ${found.join(", ")}. Name one with the header X-ABP-Engine, or in a route.`,
    cause: thrown,
  });
}

function alternativeOn(
  engine: Engine,
  question: TranslationQuestion,
  model: string | undefined,
): string | undefined {
  const { name, defaultModel } = engine;
  const takesName = model === undefined || hasModel(engine, model);
  if (!takesName && defaultModel === undefined) return undefined;
  if (engine.dialect === question.dialect) return takesName ? name : `${name}/${defaultModel}`;
  try {
    translateCall({
      ...question,
      engine,
      targetModel: takesName ? undefined : defaultModel,
      limits: undefined,
    });
    return takesName ? name : `${name}/${defaultModel}`;
  } catch (error) {
    if (!AbpError.is(error)) throw error;
    return undefined;
  }
}
