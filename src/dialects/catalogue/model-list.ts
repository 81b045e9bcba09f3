import type { VendorMembers } from "../../contract/index.ts";
import type { Members } from "../members/members.ts";

export interface ListedModel {
  readonly id: string;
  readonly name?: string;
  readonly created?: number;
  readonly owner?: string;
  readonly contextWindow?: number;
  readonly maxOutput?: number;
  /** Whether the model may be called, and for how long; `active` if the vendor does not say. */
  readonly lifecycle?: "active" | "deprecated" | "retired";
  /** When it became deprecated, and when it is planned to be retired, in seconds since 1970. */
  readonly deprecated?: number;
  readonly retires?: number;
  readonly vendor?: VendorMembers;
}

/** How a vendor's prompt cache is asked for by marks in the request. */
export interface PromptCacheRule {
  /** The most marks of one request. */
  readonly marks: number;
  /** The least tokens of a prompt that a model caches. */
  minTokens(model: string): number;
}

/** The models of the vendor: their names, their lists, and their caches. */
export interface ModelList {
  /** The provider prefix of canonical model names: `anthropic/…`. */
  readonly modelPrefix: string;
  readModels(body: unknown): readonly ListedModel[];
  writeModels(models: readonly ListedModel[]): Members;
  /** One model by itself, as `get_model` answers. */
  writeModel(model: ListedModel): Members;
  /** Set if only marked prefixes are cached, so that callers of other dialects get no cache without marks. */
  readonly promptCache?: PromptCacheRule;
}
