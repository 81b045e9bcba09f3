import type { PassedTools } from "../enforcement/passed-tools.ts";
import { NamedResources, type ResourceFinder } from "../id-owners/resource-ownership.ts";
import type { BodyWatch } from "../transfer/transfer-plan.ts";
import type { ModelRights } from "./model-rights.ts";
import type { RequestReader } from "./request-reader.ts";

/** The rules of a body that passes through. */
export interface RequestRules {
  /** Set if the ids in the body have to be the caller's own. */
  readonly owners: ResourceFinder | undefined;
  /** Checks the lines of a file that is uploaded. */
  readonly checkLines?: (() => Promise<void>) | undefined;
  /** The groups of the caller's `endpoints`. */
  readonly groups?: readonly string[] | undefined;
  /** Whether the caller is the owner of the machine. */
  readonly isMachineOwner?: boolean | undefined;
  /** Whether the endpoint also takes bodies that are neither JSON nor a form. */
  readonly isFree?: boolean;
  /** The engines of the vendor: what one of them made, the others know. */
  readonly engines: readonly string[];
  /** Set if a rule for tools applies. */
  readonly tools?: Pick<PassedTools, "push" | "end"> | undefined;
  readonly rights: Pick<ModelRights, "judgesModels" | "check" | "checkUnnamed" | "checkRoute">;
  /** Whether the path or the query names the model. */
  readonly isModelKnown: boolean;
  /** Whether the model in the body was replaced on the way. */
  readonly isModelReplaced: boolean;
}

/** Checks the models and ids that a body names, before its last bytes go out. */
export class RequestWatch implements BodyWatch {
  readonly #reader: RequestReader;
  readonly #rules: RequestRules;

  constructor(reader: RequestReader, rules: RequestRules) {
    this.#reader = reader;
    this.#rules = rules;
  }

  get model(): string | undefined {
    return this.#reader.models[0]?.name;
  }

  push(chunk: Uint8Array): void {
    this.#reader.push(chunk);
    this.#rules.tools?.push(chunk);
  }

  async end(): Promise<void> {
    const { owners, groups, engines, rights, isModelKnown, isModelReplaced, isFree = false } = this.#rules;
    const { models, named } = this.#reader;
    const judgesModels = rights.judgesModels && !isModelKnown;
    if (owners !== undefined || judgesModels) this.#reader.checkReadable(isFree && !judgesModels);
    for (const { name } of models) {
      rights.check(name);
      if (!isModelReplaced && !isModelKnown) rights.checkRoute(name);
    }
    if (models.length === 0 && !isModelKnown)
      rights.checkUnnamed([...named.values()].some(({ isInput }) => isInput === true));
    this.#rules.tools?.end();
    await this.#rules.checkLines?.();
    if (owners === undefined) return;
    const resources = new NamedResources(owners, groups, this.#rules.isMachineOwner);
    for (const one of named.values()) resources.add(one);
    await resources.lookUp();
    resources.check(engines);
  }
}
