import { AbpError } from "../../contract/index.ts";
import type { Engine } from "../../engines/index.ts";
import { findHeader } from "../../lib/index.ts";
import type { Admission } from "../exchange/admission.ts";
import { recognise } from "../routing/recognition.ts";

const RUN_PREFIX = /^\/r\/[0-9A-Za-z-]{1,64}(?=\/)/;

/** The gateway's own addresses, as the caller of one call reaches it. */
export class GatewayAddress {
  readonly #base: string | undefined;
  readonly #dialect: string;
  readonly #enginePath: string;

  constructor({ head }: Pick<Admission, "head">, engine: Pick<Engine, "dialect" | "location">) {
    const host = findHeader(head.headers, "host");
    const run = RUN_PREFIX.exec(head.target)?.[0] ?? "";
    this.#dialect = engine.dialect.id;
    this.#base = host === undefined ? undefined : `${schemeOf(head)}://${host}${run}/${engine.dialect.id}`;
    this.#enginePath = (URL.parse(engine.location)?.pathname ?? "").replace(/\/+$/, "");
  }

  /** The gateway's address for one of the vendor; undefined if it is no endpoint that the gateway serves. */
  replace(address: string): string | undefined {
    const url = URL.parse(address);
    if (this.#base === undefined || url === null || !/^https?:$/.test(url.protocol)) return undefined;
    const path = url.pathname + url.search;
    const prefix = this.#enginePath;
    const candidates =
      prefix !== "" && path.startsWith(`${prefix}/`) ? [path, path.slice(prefix.length)] : [path];
    const known = candidates.find((one) => this.#isKnown(one));
    return known === undefined ? undefined : this.#base + known;
  }

  /** The gateway's address of a path below its dialect. */
  of(path: string): string | undefined {
    return this.#base === undefined ? undefined : this.#base + path;
  }

  #isKnown(path: string): boolean {
    try {
      const target = `/${this.#dialect}${path}`;
      return recognise({ method: "GET", target, headers: [] }).endpoint.operation === "pass";
    } catch (error) {
      if (AbpError.is(error)) return false;
      throw error;
    }
  }
}

// A proxy in front of the gateway says how its own caller connected. It only changes the address that this caller is given.
function schemeOf({ headers }: Admission["head"]): string {
  return findHeader(headers, "x-forwarded-proto")?.trim().toLowerCase() === "https" ? "https" : "http";
}
