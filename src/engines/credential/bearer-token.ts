import type { AbpError } from "../../contract/index.ts";
import { hideSecrets, knownSecrets, REDACTED } from "../../lib/index.ts";
import { engineError } from "../failure/transport-failure.ts";

/** Where a token comes from. */
export interface TokenSource {
  /** Reads the token. Rejects with an error whose message says what happened, without any part of the token. */
  read(signal: AbortSignal): Promise<string>;
  /** How old a token may be before a newer one is read while it is still in use, in milliseconds. */
  readonly freshMs: number;
  /** How old a token may be at most, in milliseconds. */
  readonly maxAgeMs: number;
  /** What a person does about a token that cannot be read. */
  readonly advice: string;
}

/** Calls of this time get the failure without another reading. */
const FAILURE_MS = 2000;
/** Refused tokens are replaced at most once in this time: an account without rights refuses every token. */
const REPLACE_MS = 10_000;
const MAX_LENGTH = 16 * 1024;
/** A header can hold these, and a token is one word. */
const TOKEN = /^[\x21-\x7e]+$/;

/** The bearer token of an engine: read when it is first needed, shared by all calls, and read again before it is too old. */
export class BearerToken {
  readonly #engine: string;
  readonly #source: TokenSource;
  readonly #now: () => number;
  readonly #closing = new AbortController();
  #token: string | undefined;
  #previous: string | undefined;
  #readAt = 0;
  #replacedAt = Number.NEGATIVE_INFINITY;
  #reading: Promise<string> | undefined;
  #failure: { readonly error: AbpError; readonly at: number } | undefined;

  /** `now` gives monotonic milliseconds. */
  constructor(engine: string, source: TokenSource, now: () => number) {
    this.#engine = engine;
    this.#source = source;
    this.#now = now;
  }

  /** The token, if it need not be waited for. Begins to read a newer one in time. */
  peek(): string | undefined {
    if (this.#token === undefined) return undefined;
    const age = this.#now() - this.#readAt;
    if (age >= this.#source.maxAgeMs) return undefined;
    // The call that finds the token too old reports the failure.
    if (age >= this.#source.freshMs) this.#read().catch(() => undefined);
    return this.#token;
  }

  /** Resolves to the token. Rejects with `credential_missing`. */
  async get(): Promise<string> {
    return this.peek() ?? this.#read();
  }

  /** The token in place of one that the engine refused. Undefined if that was done a moment ago. */
  replace(refused: string): Promise<string> | undefined {
    if (this.#reading !== undefined) return this.#reading;
    if (this.#token !== undefined && this.#token !== refused) return Promise.resolve(this.#token);
    const now = this.#now();
    if (now - this.#replacedAt < REPLACE_MS) return undefined;
    this.#replacedAt = now;
    return this.#read();
  }

  /** Replaces the token in a text that the engine wrote. */
  conceal(text: string): string {
    const tokens = [this.#token, this.#previous].filter((token) => token !== undefined);
    return hideSecrets(text, knownSecrets(tokens), REDACTED);
  }

  /** Ends a reading that is not done. Calls that wait for it fail. */
  close(): void {
    this.#closing.abort();
  }

  #read(): Promise<string> {
    const failure = this.#failure;
    if (failure !== undefined && this.#now() - failure.at < FAILURE_MS) return Promise.reject(failure.error);
    this.#reading ??= this.#readOnce().finally(() => {
      this.#reading = undefined;
    });
    return this.#reading;
  }

  async #readOnce(): Promise<string> {
    const { signal } = this.#closing;
    try {
      signal.throwIfAborted();
      const token = checked(await this.#source.read(signal));
      if (token !== this.#token) this.#previous = this.#token;
      this.#token = token;
      this.#readAt = this.#now();
      this.#failure = undefined;
      return token;
    } catch (cause) {
      const error = signal.aborted
        ? engineError("backend_unavailable", this.#engine, "was closed")
        : engineError("credential_missing", this.#engine, `has no token: ${messageOf(cause)}`, {
            cause,
            advice: this.#source.advice,
          });
      this.#failure = { error, at: this.#now() };
      throw error;
    }
  }
}

function checked(text: string): string {
  const token = text.trim();
  if (token === "") throw new Error("it is empty");
  if (token.length > MAX_LENGTH || !TOKEN.test(token))
    throw new Error("what was read is not one word of printable characters");
  return token;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : "it could not be read";
}
