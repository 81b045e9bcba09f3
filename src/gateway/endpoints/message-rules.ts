import { AbpError, checkModelName, modelNameTooLong } from "../../contract/index.ts";
import type { PassedEndpoint } from "../../dialects/index.ts";
import { JsonTexts } from "../../lib/index.ts";
import type { PassedTools } from "../enforcement/passed-tools.ts";
import type { MessageWatch } from "../transfer/transfer-plan.ts";
import type { ModelRights } from "./model-rights.ts";
import { isOneOf, modelName } from "./request-reader.ts";

/** Looks up what a message names; undefined if it names nothing. */
export type MessageCheck = (data: Buffer) => Promise<void> | undefined;

/** The rules of a session's messages. */
export interface SessionRules {
  readonly passed: Pick<PassedEndpoint, "messageModels" | "opensWithModel">;
  readonly rights: Pick<ModelRights, "judgesModels" | "check" | "checkUnnamed" | "checkRoute">;
  /** Whether the path or the query names the model. */
  readonly isModelKnown: boolean;
  /** Set if the things that messages name have to be the caller's own. */
  readonly checkNames: MessageCheck | undefined;
  /** Set if a rule for tools applies. */
  readonly tools?: Pick<PassedTools, "check"> | undefined;
  /** Set if ids that the engine's messages show belong to the caller. */
  readonly findMade?: ((data: Buffer) => void) | undefined;
}

/**
 * Checks the models and the things of an account that a caller's messages name. A message that names none costs a search of its
 * bytes.
 */
export class MessageRules implements MessageWatch {
  readonly #rules: SessionRules;
  #isFirst = true;
  model: string | undefined;

  constructor(rules: SessionRules) {
    this.#rules = rules;
  }

  check(data: Buffer): Promise<void> | undefined {
    const { rights, checkNames, tools } = this.#rules;
    // The rules for tools depend on the route of the model.
    const readsModels = rights.judgesModels || tools !== undefined;
    if (this.#isFirst || (readsModels && mayNameModel(data))) this.#checkModels(data);
    this.#isFirst = false;
    tools?.check(data);
    return checkNames?.(data);
  }

  fromEngine(data: Buffer): void {
    this.#rules.findMade?.(data);
  }

  #checkModels(data: Buffer): void {
    const { passed, rights, isModelKnown } = this.#rules;
    const models = this.#read(data);
    for (const name of models) {
      rights.check(name);
      if (!isModelKnown) rights.checkRoute(name);
    }
    this.model ??= models[0];
    if (this.#isFirst && passed.opensWithModel === true && models.length === 0 && !isModelKnown)
      rights.checkUnnamed();
  }

  #read(data: Buffer): string[] {
    const { passed, rights } = this.#rules;
    const models: string[] = [];
    const texts = new JsonTexts(
      (path) => isOneOf(passed.messageModels ?? [], path),
      ({ value, path }) => models.push(checkModelName(modelName(value), `$.${path.join(".")}`)),
      (path) => {
        throw modelNameTooLong(`$.${path.join(".")}`);
      },
    );
    texts.push(data);
    const isDoubtful = texts.isDocument !== true || texts.isLenient;
    if (isDoubtful && rights.judgesModels && mayNameModel(data)) {
      throw new AbpError("input_invalid_json", "a message is not JSON that every reader understands alike", {
        advice: "Send each message as one JSON object, without comments and unquoted names.",
      });
    }
    return models;
  }
}

// A name can hide behind escapes.
function mayNameModel(data: Buffer): boolean {
  return data.includes("model") || data.includes("\\u00");
}
