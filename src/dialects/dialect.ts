import type {
  Conversation,
  ErrorCode,
  OpaqueBlock,
  Reply,
  StreamEvent,
  TokenUsage,
  VendorMembers,
} from "../contract/index.ts";
import type { HeaderList } from "../lib/index.ts";
import type { ModelLimits } from "../models/index.ts";
import type { EmbeddingCodec } from "./embeddings/embedding.ts";
import type { AccountIds } from "./endpoints/account-ids.ts";
import type {
  CloudForm,
  EndpointMethod,
  HostedForm,
  Operation,
  PassedEndpoint,
} from "./endpoints/endpoint.ts";
import type { Assumptions } from "./features/assumed.ts";
import type { FeatureTable, ReplyFeatureTable } from "./features/feature-support.ts";
import type { PlaceHosted } from "./hosted/placement.ts";
import type { IdMap, IdRule } from "./id-map.ts";
import type { Members } from "./members/members.ts";
import type { ToolMembers } from "./offers/offered-tool.ts";
import type { ToolCallPart } from "./offers/tool-call-part.ts";
import type { Origins } from "./origins.ts";
import type { RequiredMembers } from "./required-members.ts";
import type { EchoedSearch } from "./search/echoed-search.ts";
import type { SearchCodec } from "./search/standalone-search.ts";
import type { StateCodec } from "./state-codec.ts";
import type { ThreadCodec } from "./thread-codec.ts";

/** One HTTP endpoint of a dialect; `:name` in the path is a parameter, and `*` at its end stands for any rest. */
export interface Endpoint {
  readonly method: EndpointMethod;
  readonly path: string;
  readonly operation: Operation;
  /** Whether the path decides that the answer is a stream. */
  readonly streams?: boolean;
  /** The query that requests server-sent events; without it the stream is one JSON array. */
  readonly eventsQuery?: string;
  /** How the dialect reads and writes at this endpoint, if that is another way. */
  readonly form?: (dialect: Dialect) => Dialect;
  /** Set for the operation `pass`. */
  readonly passed?: PassedEndpoint;
  /** Set if a cloud serves the endpoint under another path. */
  readonly hosted?: HostedForm;
}

/** The path and headers of a call, as far as they are known. */
export interface RequestHint {
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** The context for reading a request. */
export interface Reading {
  readonly origins: Origins;
  /** The model and streaming as the path states them, for dialects that keep them there. */
  readonly model?: string | undefined;
  readonly stream?: boolean | undefined;
}

/** Something that a writer or a rule could not carry over as it stood, though the dialect has the feature. */
export interface WriterNote {
  readonly node: object | undefined;
  /** Where the feature stands: a path from `$`, or from the node. */
  readonly at: string;
  /** `emulated` asks for the emulator that is named beside it; without it in use the feature is refused. */
  readonly disposition: "mapped" | "emulated" | "disclosed" | "refused";
  readonly reason: string;
  readonly feature?: string;
  readonly emulator?: string;
  /** The rule of the model or API that made the change. */
  readonly rule?: string;
}

/** The context for writing a request. */
export interface Writing {
  readonly ids: IdMap;
  /** The purpose of the request; `generate` by default. */
  readonly operation?: "generate" | "count_tokens";
  /** What the target model accepts, for writers that choose between two forms by it. */
  readonly limits?: ModelLimits;
  /** Reports a loss that depends on a value. Losses that depend on the feature alone are in the feature table. */
  readonly note: (note: WriterNote) => void;
}

/** A request as it goes out. */
export interface WrittenRequest {
  /** Where to send it, below the engine's base URL. */
  readonly path: string;
  readonly body: Members;
  /** Headers that the API wants for what stands in the body. */
  readonly headers?: HeaderList;
}

/** Where the parts of a streamed reply stand in the same reply as a whole. */
export interface ReplyPlaces {
  readonly usage: string;
  candidate(index: number): string;
  block(candidate: number, block: number): string;
}

/** Turns a vendor's events into ours, one at a time. */
export interface StreamReader {
  /** The places of what was emitted so far, for the account of losses; without them it names members alone. */
  readonly places?: ReplyPlaces;
  /** Takes the data of one event. */
  push(data: string, event: string | undefined, emit: (event: StreamEvent) => void): void;
  /** Takes the end of the stream; a stream that was cut off ends in an error event, never in a normal stop. */
  end(emit: (event: StreamEvent) => void): void;
}

/** Turns our events into a vendor's, framed for the wire. */
export interface StreamWriter {
  push(event: StreamEvent, write: (text: string) => void): void;
  end(write: (text: string) => void): void;
}

/** What a request asked of the form of its answer, beyond what every answer has. */
export interface AskedReply {
  /** Whether searches show the pages that they found. */
  readonly searchSources?: boolean;
  /** Whether reasoning is shown as a summary of it. */
  readonly reasoningSummary?: boolean;
  /** The members of the request that the answer repeats, in the form of the answer. */
  readonly echo?: Members;
  /** The items that the answer to a compaction repeats. */
  readonly compacted?: readonly Members[];
}

/** The context for writing a reply or a stream. */
export interface StreamWriting {
  readonly ids: IdMap;
  /** Used if the events name none: the writer must not make up ids of its own accord. */
  readonly id: string;
  readonly model: string;
  readonly created: number;
  /** The time in milliseconds since 1970, for the end of the answer; without it, `created` stands for it. */
  readonly now?: (() => number) | undefined;
  /** Whether the caller asked for usage in the stream. */
  readonly usage?: boolean;
  /** An estimate of the input's tokens, for streams that state them before the engine has counted them. */
  readonly inputTokens?: number | undefined;
  readonly asked?: AskedReply | undefined;
}

/** An error of a call, in no vendor's words. */
export interface Failure {
  readonly code: ErrorCode;
  readonly status: number;
  readonly message: string;
  /** The field that is wrong, if the vendor or we can name it. */
  readonly param?: string;
  /** Facts of an error of ours, such as the rule of the policy that denied the call. */
  readonly details?: Readonly<Record<string, unknown>>;
  /** The vendor's own type and code. */
  readonly type?: string;
  readonly vendorCode?: string;
  readonly requestId?: string;
  /** The error of the vendor behind a relay, as the relay repeats it. */
  readonly relayed?: { readonly text: string; readonly by?: string };
  /** The other members of the body. */
  readonly vendor?: Readonly<Record<string, Members>>;
}

/** An error as it goes out. */
export interface WrittenError {
  readonly status: number;
  readonly body: Members;
}

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

/** How calls of a dialect travel, beyond their bodies. */
export interface Transport {
  /** The request header with the credential, and the prefix before the credential. */
  readonly credential: { readonly header: string; readonly prefix: string };
  /** The beginning of the WebSocket subprotocol in which browsers send the key, which cannot set headers. */
  readonly keyProtocol?: string;
  /** Headers that every request has, names and values in turn. */
  readonly headers: readonly string[];
  /** Names of request headers with a meaning of their own, such as `anthropic-beta`: lost on the way to another dialect. */
  readonly ownHeaders: readonly string[];
  /** The beginnings of paths that do not stand below the version of the API, such as `/upload/`; each ends with a slash. */
  readonly besideVersion?: readonly string[];
  /** The response header with the vendor's id of the request, which its SDKs show. */
  readonly requestId: string;
  /** The bytes that keep a silent stream alive; legal between any two events once the stream has begun. */
  readonly heartbeat: string;
}

/** The facts of an answer that passes through: of one event of a stream, or of a whole body. */
export interface Observation {
  readonly id?: string;
  readonly model?: string;
  readonly usage?: TokenUsage;
  /** The vendor's own account of the usage. */
  readonly usageRaw?: unknown;
  /** The ids of the items that a vendor may keep. */
  readonly items?: readonly string[];
  /** Set if this ends the answer: as the model meant it, or with an error. */
  readonly end?: "complete" | "failed";
}

/** How a vendor's prompt cache is asked for by marks in the request. */
export interface PromptCacheRule {
  /** The most marks of one request. */
  readonly marks: number;
  /** The least tokens of a prompt that a model caches. */
  minTokens(model: string): number;
}

/** One wire format, in both directions. It knows the conversation and no other dialect. */
export interface Dialect {
  readonly id: string;
  readonly title: string;
  readonly endpoints: readonly Endpoint[];
  /** The support for each feature of a request that is written in this dialect. */
  readonly features: FeatureTable;
  /** The same for replies. */
  readonly replyFeatures: ReplyFeatureTable;
  /** What the vendor assumes without the members that this dialect alone has. */
  readonly assumed?: Assumptions;
  /** The rule for tool-call ids; undefined when any id is accepted. */
  readonly toolCallIds: IdRule | undefined;
  /** The issuers of files, besides the dialect itself, whose ids mean something to its vendor. */
  readonly fileIssuers?: readonly string[];
  /** The provider prefix of canonical model names: `anthropic/…`. */
  readonly modelPrefix: string;
  /** What the ids of its answers begin with; clients tell ids apart by it. */
  readonly replyIdPrefix: string;
  readonly transport: Transport;
  /** The beginning of paths that the vendor's other APIs do not have, such as `/v1`; set if its models are served by several. */
  readonly otherApis?: { readonly withoutPrefix: string };
  /** Headers that the vendor wants for what stands in the conversation, whichever of its APIs serves it. */
  turnHeaders?(conversation: Conversation): HeaderList;
  /** Whether a stream begins with the tokens of the input. */
  readonly startsWithUsage?: boolean;
  /** How Google's Vertex AI takes its requests, if it serves the dialect. */
  readonly vertex?: CloudForm;
  /** Set if only marked prefixes are cached, so that callers of other dialects get no cache without marks. */
  readonly promptCache?: PromptCacheRule;
  /** Where its requests name things that the vendor keeps for an account, at every endpoint. */
  readonly accountIds: AccountIds;
  /** Where its requests offer tools. */
  readonly toolMembers: ToolMembers;
  /** The last names of paths, besides the `model` of the request itself, at which requests name models to use. */
  readonly modelPlaces: readonly (readonly string[])[];
  /** What its requests must say. */
  readonly required?: RequiredMembers;
  /** Set if answers are kept and can be continued by their id. */
  readonly state?: StateCodec;
  /** Set if a conversation can be continued by the id of its last answer alone. */
  readonly threads?: ThreadCodec;
  /**
   * Whether the answer depends on a request member that only this dialect knows, such as a conversation that its
   * vendor keeps: another vendor cannot honour it, and the call must not go on without it.
   */
  binds(member: string, value: unknown): boolean;
  /**
   * Whether a signature or sealed reasoning has the shape of those that this dialect's vendor issues; false if
   * the shape does not tell.
   */
  issued(proof: string): boolean;
  /** How likely a body is of this dialect, from 0 to 1. */
  detect(body: Members, hint: RequestHint): number;

  /** The vendor's search, if it takes a round of its own. */
  readonly echoedSearch?: EchoedSearch;
  /** Set if the vendor turns texts into vectors. */
  readonly embeddings?: EmbeddingCodec;
  /** Set for the form of a dialect that searches without a conversation. */
  readonly search?: SearchCodec;
  /** Whether a unit of this dialect was written by us for another vendor's, so that its own vendor refuses it. */
  isMinted?(block: OpaqueBlock): boolean;

  /** Writes a tool that the vendor runs, if other vendors have one like it; undefined if it runs none. */
  readonly placeHosted?: PlaceHosted;

  readRequest(body: unknown, reading: Reading): Conversation;
  /** Throws if the vendor rejects a request for how its parts fit together, though each of them can be read. */
  checkRequest?(conversation: Conversation, origins: Origins): void;
  writeRequest(conversation: Conversation, writing: Writing): WrittenRequest;
  /** The request of a caller whose own API stores nothing, for an API that stores what it is not told to forget. */
  withoutStorage?(conversation: Conversation, limits: ModelLimits): Conversation;
  /** What a request in this dialect, as the caller sent it, asked of the form of its answer; without it, nothing. */
  askedReply?(request: Members): AskedReply;
  /** `id` tells calls without an id apart from those of other replies, if the reply has no id either. */
  readReply(body: unknown, origins: Origins, id?: string): Reply;
  writeReply(reply: Reply, writing: StreamWriting): Members;
  /** `id` as for `readReply`. */
  openReader(id?: string): StreamReader;
  openWriter(writing: StreamWriting): StreamWriter;
  /**
   * Reads the facts of a whole reply body, or of one event of a stream, without translating it. Never throws;
   * unknown facts are left out.
   */
  observe(value: Members, event?: string): Observation;
  /** Texts of which one stands in every stream event that has something to observe; other events need not be parsed. */
  readonly eventMarkers: readonly string[];
  /** The data of the event that ends every stream, if that is no JSON. */
  readonly endMark?: string;
  /**
   * Reads the parts of tool calls in a whole reply body, or in one event of a stream, without translating it. Never throws.
   */
  observeCalls(value: Members): readonly ToolCallPart[];
  /** Texts of which one stands in every stream event that has a part of a tool call. */
  readonly callMarkers: readonly string[];
  readError(status: number, body: unknown): Failure;
  writeError(failure: Failure): WrittenError;
  readTokenCount(body: unknown): number;
  writeTokenCount(count: number): Members;
  readModels(body: unknown): readonly ListedModel[];
  writeModels(models: readonly ListedModel[]): Members;
  /** One model by itself, as `get_model` answers. */
  writeModel(model: ListedModel): Members;
}
