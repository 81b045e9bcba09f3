import { createHmac, timingSafeEqual } from "node:crypto";
import { AbpError } from "../../contract/index.ts";
import type { Recognised } from "../exchange/admission.ts";
import type { CallHead } from "../exchange/call-head.ts";
import type { KeyHolder } from "../exchange/key-holder.ts";
import { queryOf } from "../exchange/query.ts";
import { tokenOf } from "./presented-token.ts";

/** How long an upload can go on at its address. */
const UPLOAD_KEY_MS = 24 * 3_600_000;
const FORM = /^abp_upload_([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]{43})$/;

export interface UploadPlace {
  readonly parentRun: string | undefined;
  /** The path of the endpoint, without its query. */
  readonly path: string;
  /** The value of the parameter that names the upload. */
  readonly id: string;
}

/** The key of an upload, as a call presents it. */
export interface PresentedUploadKey {
  /** The name of the key that began the upload. */
  readonly name: string;
  /** Whether it was issued for the key with this digest, for this very upload, and is still valid. */
  isOf(digest: Uint8Array): boolean;
}

/**
 * Keys for the rest of one upload. A vendor's address for that takes no other key, and some clients send none. The gateway's
 * address therefore holds a key of its own, as `?key=`. It stands for the key that began the upload, at this address alone, for
 * a day at most, and only as long as that key is valid.
 */
export class UploadKeys {
  readonly #secret: Uint8Array;
  readonly #now: () => number;

  /** All threads that serve one port share the secret. */
  constructor(secret: Uint8Array, now: () => number) {
    this.#secret = secret;
    this.#now = now;
  }

  /** The key for the rest of an upload. */
  issue(place: UploadPlace, holder: KeyHolder): string {
    const expiresAt = this.#now() + UPLOAD_KEY_MS;
    const facts = Buffer.from(JSON.stringify([holder.name, expiresAt])).toString("base64url");
    return `abp_upload_${facts}.${this.#sign(facts, place, holder.digest).toString("base64url")}`;
  }

  /** The key of an upload that a call presents in place of a key of the configuration; undefined if it presents none. */
  find(head: CallHead, { endpoint, path, parentRun }: Recognised): PresentedUploadKey | undefined {
    const parameter = endpoint.passed?.continues;
    if (parameter === undefined) return undefined;
    const [, facts, signature] = FORM.exec(tokenOf(head) ?? "") ?? [];
    const known = facts === undefined ? undefined : readFacts(facts);
    const id = queryOf(path).get(parameter);
    if (facts === undefined || signature === undefined || known === undefined || id === null)
      return undefined;
    const place = { parentRun, path: path.split("?", 1)[0]!, id };
    const given = Buffer.from(signature, "base64url");
    return {
      name: known.name,
      isOf: (digest) =>
        known.expiresAt > this.#now() && timingSafeEqual(given, this.#sign(facts, place, digest)),
    };
  }

  #sign(facts: string, { parentRun, path, id }: UploadPlace, digest: Uint8Array): Buffer {
    const holder = Buffer.from(digest).toString("hex");
    const text = JSON.stringify([facts, parentRun ?? null, path, id, holder]);
    return createHmac("sha256", this.#secret).update(text).digest();
  }
}

/** The error for the key of an upload that is not valid, or no longer. */
export function uploadKeyInvalid(): AbpError {
  return new AbpError("auth_invalid", "the key in the address of the upload is not valid, or no longer", {
    advice: "Begin the upload again with the key of the caller.",
  });
}

function readFacts(text: string): { readonly name: string; readonly expiresAt: number } | undefined {
  try {
    const [name, expiresAt] = JSON.parse(Buffer.from(text, "base64url").toString()) as unknown[];
    return typeof name === "string" && typeof expiresAt === "number" ? { name, expiresAt } : undefined;
  } catch {
    // Whatever it is, the gateway has not issued it.
    return undefined;
  }
}
