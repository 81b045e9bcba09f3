import type { LossEntry } from "../../contract/index.ts";
import type { Members } from "../members/members.ts";

/** Texts that are to be turned into vectors, in no vendor's words. */
export interface EmbeddingRequest {
  readonly model: string | undefined;
  /** One vector is made for each; never empty. */
  readonly inputs: readonly string[];
  /** Whether the caller asked for a list, even of one. */
  readonly isList: boolean;
  /** The length of the vectors; the model's own without it. */
  readonly dimensions?: number;
  /** How the caller wants a vector written: numbers, or float32 in little endian and base64. */
  readonly encoding: "float" | "base64";
  /** The members that only the caller's API has, and what became of others on the way. */
  readonly losses: readonly LossEntry[];
}

/** The vectors, in the order of the inputs. */
export interface EmbeddingReply {
  readonly vectors: readonly (readonly number[])[];
  /** Undefined if the vendor does not count. */
  readonly inputTokens?: number | undefined;
}

/** What the writer of an answer knows of its call. */
export interface EmbeddingAnswer {
  readonly request: Pick<EmbeddingRequest, "isList" | "encoding">;
  readonly model: string;
  /** Counted by the engine, or estimated. */
  readonly inputTokens: number;
}

/** A request as it goes out. */
export interface WrittenEmbedding {
  /** Below the engine's base URL. */
  readonly path: string;
  readonly body: Members;
}

/** How a dialect writes embeddings. */
export interface EmbeddingCodec {
  /** Whether its answers count tokens. */
  readonly statesUsage: boolean;
  /**
   * Reads a request; `model` is that of the path. Throws `contract_schema_violation` if the body is none, and
   * `mapping_unsupported_capability` if no other vendor could take it.
   */
  readRequest(body: unknown, model: string | undefined): EmbeddingRequest;
  /** `model` is the one to request. */
  writeRequest(request: EmbeddingRequest, model: string): WrittenEmbedding;
  /** Throws `contract_schema_violation` if the body is no answer. */
  readReply(body: unknown): EmbeddingReply;
  writeReply(reply: EmbeddingReply, answer: EmbeddingAnswer): Members;
  /**
   * A body that names its model inside, with another one; undefined if it names none. Set for dialects whose path names it
   * too, because their vendors want both to agree.
   */
  withModel?(body: Members, model: string): Members | undefined;
}

/** The vendor's embeddings. */
export interface VendorEmbeddings {
  /** Set if the vendor turns texts into vectors. */
  readonly embeddings?: EmbeddingCodec;
}
