import type { Route } from "../../api/index.ts";
import { AbpError } from "../../contract/index.ts";
import type { Caller } from "../../gateway/index.ts";
import type { Once, OnceStore } from "../../storage/index.ts";

export const IDEMPOTENCY_KEY = "idempotency-key";

const KEY = /^[\x21-\x7e]{1,255}$/;

/** What a request says: its path and its body. */
export interface ContentDigest {
  /** SHA-256 in hexadecimal. The body has to be read before. */
  digest(): string;
  /** Reads the rest of the body. */
  finish(): Promise<void>;
}

/** A request with an idempotency key. */
export interface KeyedRequest {
  readonly scope: string;
  readonly key: string;
  readonly content: ContentDigest;
}

/** Reads the idempotency key of a request; undefined without the header. */
export function readKeyed(
  headers: Headers,
  route: Route,
  caller: Caller,
  content: ContentDigest,
): KeyedRequest | undefined {
  const key = headers.get(IDEMPOTENCY_KEY);
  if (key === null) return undefined;
  if (route.takesIdempotencyKey !== true) {
    throw new AbpError("validation_failed", "This route takes no idempotency key.", {
      where: IDEMPOTENCY_KEY,
    });
  }
  if (!KEY.test(key)) {
    throw new AbpError("validation_failed", "The idempotency key is not 1 to 255 visible ASCII characters.", {
      where: IDEMPOTENCY_KEY,
    });
  }
  return { scope: JSON.stringify([caller.tenant, caller.owner, route.name]), key, content };
}

/** Makes requests with an idempotency key have their effect once. */
export class Idempotency {
  readonly #store: () => OnceStore;
  readonly #now: () => number;
  /** The requests under way in this thread. The store keeps those of other threads apart. */
  readonly #underWay = new Set<string>();

  constructor(store: () => OnceStore, now: () => number) {
    this.#store = store;
    this.#now = now;
  }

  /**
   * Runs a request, and returns the JSON of the first answer instead if it had its effect before. Throws `idempotency_mismatch` for
   * another request with the same key, and `idempotency_in_flight` while one is under way.
   */
  async run<Answer>(
    keyed: KeyedRequest,
    serve: (once: (answer: unknown) => Once) => Promise<Answer>,
  ): Promise<{ readonly answer: Answer } | { readonly earlier: string }> {
    const { scope, key, content } = keyed;
    const name = `${scope}\n${key}`;
    if (this.#underWay.has(name)) {
      throw new AbpError("idempotency_in_flight", "A request with the same idempotency key is under way.", {
        where: IDEMPOTENCY_KEY,
        details: { retry_after_secs: 1 },
      });
    }
    this.#underWay.add(name);
    try {
      const earlier = await this.#store().find(scope, key);
      if (earlier !== undefined) {
        await content.finish();
        if (earlier.bodyDigest !== content.digest()) throw mismatch();
        return { earlier: earlier.answer };
      }
      const once = (answer: unknown): Once => ({
        scope,
        key,
        bodyDigest: content.digest(),
        answer: JSON.stringify(answer ?? null),
        at: new Date(this.#now()),
      });
      return { answer: await serve(once) };
    } catch (error) {
      const answer = repeatedAnswer(error);
      if (answer === undefined) throw error;
      return { earlier: answer };
    } finally {
      this.#underWay.delete(name);
    }
  }
}

// Another thread may have had the effect since the look-up.
function repeatedAnswer(error: unknown): string | undefined {
  if (!AbpError.is(error) || error.code !== "idempotency_repeated") return undefined;
  const answer = error.details["answer"];
  return typeof answer === "string" ? answer : undefined;
}

function mismatch(): AbpError {
  return new AbpError(
    "idempotency_mismatch",
    "The idempotency key was used before for another path or body.",
    { where: IDEMPOTENCY_KEY },
  );
}
