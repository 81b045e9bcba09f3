import type { WireTap } from "./wire-tap.ts";

/** A call of a tool, whatever the vendor calls it. */
export interface HeardCall {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

/** What a vendor's client made of an answer. */
export interface Heard {
  readonly text: string;
  readonly thinking: string;
  readonly calls: readonly HeardCall[];
  readonly stop: "end" | "tools" | "other";
  readonly usage: { readonly input: number; readonly output: number } | undefined;
  /** The client's own object, as a later turn gives it back. */
  readonly own: unknown;
}

/** One function that the model may call. */
export interface OfferedTool {
  readonly name: string;
  readonly parameters: Record<string, unknown>;
}

/** One question, to be put in the words of any vendor. */
export interface Ask {
  readonly text: string;
  /** A PNG in base64. */
  readonly image?: string;
  readonly tools?: readonly OfferedTool[];
  /** What the answer must satisfy. */
  readonly schema?: Record<string, unknown>;
  readonly thinks?: boolean;
  /** The answer that the question got before, and what its calls gave back, in order. */
  readonly after?: { readonly heard: Heard; readonly results: readonly string[] };
  /** More members of the request, in the vendor's own words. */
  readonly more?: Record<string, unknown>;
}

/** An error as a vendor's client throws it. */
export interface ThrownError {
  readonly status: number;
  readonly message: string;
}

/** The published client of a vendor, behind one face. */
export interface VendorClient {
  readonly name: string;
  /** What it speaks. */
  readonly dialect: string;
  readonly tap: WireTap;
  /** The class that the client throws for a bad request, and for too many. */
  readonly errors: { readonly bad: ErrorClass; readonly busy: ErrorClass };
  /** Members of a request that some other vendors cannot honour. */
  readonly bound: Record<string, unknown>;
  ask(ask: Ask): Promise<Heard>;
  /** The same through the client's own helper for streams, put together by it if it does so. */
  stream(ask: Ask): Promise<Heard>;
  /** Streams until the first text has come, and then goes away. */
  leave(ask: Ask): Promise<void>;
  listModels(): Promise<readonly string[]>;
  /** Undefined if the vendor has no such endpoint. */
  readonly countTokens: ((text: string) => Promise<number>) | undefined;
}

export type ErrorClass = abstract new (...parameters: never[]) => Error;

/** Where a client calls, and as whom. */
export interface ClientPlace {
  readonly baseUrl: string;
  readonly token: string;
  /** The engine that all its calls go to. */
  readonly engine: string;
  readonly mode?: "strict" | "best_effort";
  /** How often the client may try again; as often as it likes without it. */
  readonly maxRetries?: number;
}

export type OpenClient = (place: ClientPlace) => VendorClient;

/** The headers by which a client says where its calls go. */
export function placeHeaders({ engine, mode }: ClientPlace): Record<string, string> {
  return { "x-abp-engine": engine, ...(mode === undefined ? {} : { "x-abp-compatibility": mode }) };
}

/** A text as JSON; the text itself if it is none. */
export function parseInput(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Everything that an asynchronous list holds. */
export async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}
