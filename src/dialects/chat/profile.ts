import type { Dialect, Endpoint } from "../dialect.ts";
import type { AccountIds } from "../endpoints/account-ids.ts";
import type { RequestHint } from "../endpoints/transport.ts";
import type { FeatureTable, ReplyFeatureTable } from "../features/feature-support.ts";
import type { IdRule } from "../id-map.ts";
import type { Members } from "../members/members.ts";

/** The members of an assistant message that hold its thinking; the first of each list is the one that is written. */
export interface ThinkingMembers {
  readonly text: readonly string[];
  readonly sealed: readonly string[];
  /** Which thinking of other dialects is written: any text, or only text without signature, seal or summary flag. */
  readonly writes: "any" | "plain";
  /** Whether an assistant turn with tool calls is refused without the text member. */
  readonly requiredWithCalls: boolean;
}

/** Signals that tell the requests of one dialect from similar ones. The name of a model is none: every dialect may name any. */
export interface ChatSignals {
  /** Added to the common score of a Chat Completions body. */
  readonly base: number;
  readonly headers: readonly RegExp[];
  readonly body: (body: Members, hint: RequestHint) => boolean;
}

/** Everything in which one Chat Completions dialect differs from another. */
export interface ChatProfile {
  readonly id: string;
  readonly title: string;
  readonly modelPrefix: string;
  readonly endpoints: readonly Endpoint[];
  /** Where its requests name things that the vendor keeps. */
  readonly accountIds: AccountIds;
  /** Where the vendor turns texts into vectors. */
  readonly embeddingsPath: string;
  /** As of a dialect. */
  readonly otherApis?: Dialect["otherApis"];
  readonly turnHeaders?: Dialect["turnHeaders"];
  /** Names of request headers with a meaning of their own. */
  readonly ownHeaders: readonly string[];
  readonly features: FeatureTable;
  readonly replyFeatures: ReplyFeatureTable;
  readonly toolCallIds: IdRule | undefined;
  /** The other dialects of the same vendor, which share its files. */
  readonly fileIssuers?: readonly string[];
  readonly thinking: ThinkingMembers;
  /** The member that limits the output, if the caller's own word is not known. */
  readonly outputLimit: "max_completion_tokens" | "max_tokens";
  readonly developerRole: "developer" | "system";
  /** The member of the last assistant message that asks for its continuation. */
  readonly prefill: string | undefined;
  /** The effort levels that the wire knows, from none to most. */
  readonly efforts: readonly string[];
  /** The effort level that switches thinking off. */
  readonly effortOff: string | undefined;
  /** The member `{type: "enabled" | "disabled"}` that switches thinking. */
  readonly thinkingSwitch: string | undefined;
  readonly thinkingBudget: string | undefined;
  readonly serviceTiers: readonly string[];
  /** Lifetimes that a cache breakpoint may name. */
  readonly cacheLifetimes: readonly string[];
  /** Lifetimes that the settings of the prompt cache may name. */
  readonly cacheOptionLifetimes: readonly string[];
  /** Members without meaning, which vendors add against traffic analysis. */
  readonly padding: readonly string[];
  /** How the vendor bills searches: one with every reply of a model that always searches, or with a call of its own tool. */
  readonly billedSearch: { readonly models?: RegExp; readonly call?: string };
  readonly usage: {
    /** Cached tokens stand beside `prompt_tokens` as well as in its details. */
    readonly cachedAtTop: boolean;
    /** Reasoning tokens stand beside `completion_tokens` and not in its details. */
    readonly reasoningAtTop: boolean;
  };
  /** Whether replies and chunks have the member `object`. */
  readonly namesObject: boolean;
  /** Where the count stands in an answer of the token counter. */
  readonly tokenCount: readonly string[];
  /** The member of a listed model that names its owner. */
  readonly modelOwner: "owned_by" | "vendor";
  /** Whether a listed model says how many tokens it takes. */
  readonly listsContext?: boolean;
  /** Whether the vendor's search takes a round in which its arguments are given back. */
  readonly echoesSearch?: boolean;
  readonly signals: ChatSignals;
}
