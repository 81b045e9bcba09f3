import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Engine } from "../../src/engines/index.ts";
import type { TranslationQuestion } from "../../src/gateway/mapping/translation.ts";
import type { RefusedPart } from "./refusal-class.ts";

export interface RecordedRequest {
  readonly name: string;
  readonly body: unknown;
  /** What the path said, for dialects that put it there. */
  readonly model: string | undefined;
  readonly stream: boolean | undefined;
}

/** The engine and model that requests are translated for. */
export interface RefusalTarget {
  readonly dialect: string;
  readonly provider: string;
  readonly model: string;
}

/** Translates as the gateway of one checkout does; returns the refused parts, which are none if it is accepted. */
export type Translator = (
  from: string,
  target: RefusalTarget,
  request: RecordedRequest,
) => readonly RefusedPart[];

type Gateway = { readonly translateCall: (question: TranslationQuestion) => unknown };
type Dialects = Pick<typeof import("../../src/dialects/index.ts"), "findDialect" | "memoryCustody">;

/** Loads the translation of a checkout, which may be an older one. */
export async function loadTranslator(checkout: string): Promise<Translator> {
  const load = (path: string): Promise<unknown> => import(pathToFileURL(join(checkout, path)).href);
  const { findDialect, memoryCustody } = (await load("src/dialects/index.ts")) as Dialects;
  const { translateCall } = (await load("src/gateway/mapping/translation.ts")) as Gateway;
  return (from, target, request) => {
    const dialect = findDialect(target.dialect);
    // The translation reads these members alone.
    const engine = { name: target.dialect, dialect, provider: target.provider } as unknown as Engine;
    try {
      translateCall({
        dialect: findDialect(from),
        engine,
        body: request.body as TranslationQuestion["body"],
        headers: [],
        mode: "best_effort",
        operation: "generate",
        pathModel: request.model,
        pathStream: request.stream,
        targetModel: target.model,
        custody: memoryCustody(),
      });
      return [];
    } catch (error) {
      return refusedParts(error);
    }
  };
}

// A checkout has an error class of its own, so the shape decides.
function refusedParts(thrown: unknown): RefusedPart[] {
  const error = thrown as {
    readonly code?: string;
    readonly where?: string;
    readonly message: string;
    readonly details?: { readonly refused?: readonly Partial<RefusedPart>[]; readonly feature?: string };
  };
  const refused = error.details?.refused;
  if (refused !== undefined)
    return refused.map(({ feature, path, reason }) => ({
      feature: feature ?? "unnamed",
      path: path ?? "$",
      reason: reason ?? "",
    }));
  const feature = error.details?.feature ?? error.code ?? "crash";
  return [{ feature, path: error.where ?? "$", reason: error.message }];
}
