import { hash } from "node:crypto";
import { AbpError, type BodyDigest, type CompatibilityMode } from "../../contract/index.ts";
import { type Dialect, detectDialects, type Members } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import { findHeader } from "../../lib/index.ts";
import type { Admission } from "../exchange.ts";
import { parseBody, type ScannedBody, scanBody } from "./call-body.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** What a caller asks for: its body, and what is read of it, no sooner than somebody needs it. */
export class CallRequest {
  readonly admission: Admission;
  readonly body: Buffer;
  /** What the caller speaks. */
  dialect: Dialect;
  /** Whether earlier turns were put in, so that the value is no longer what the body says. */
  isExpanded = false;
  #scanned: ScannedBody = { scan: undefined, model: undefined, streams: false };
  #digest: BodyDigest | undefined;
  #value: Members | undefined;

  constructor(admission: Admission, body: Buffer) {
    this.admission = admission;
    this.body = body;
    this.dialect = admission.recognised.dialect;
  }

  /** Looks for what decides the call's way; throws where the body is nested too deeply. */
  scan(maxDepth: number): void {
    this.#scanned = scanBody(this.body, maxDepth);
  }

  get scanned(): ScannedBody {
    return this.#scanned;
  }

  /** The model as the caller names it, in the path or in the body. */
  get model(): string | undefined {
    return this.admission.recognised.parameters["model"] ?? this.#scanned.model;
  }

  get streams(): boolean {
    return this.admission.recognised.endpoint.streams ?? this.#scanned.streams;
  }

  /** A header that the caller sent, by its lower-case name. */
  header(name: string): string | undefined {
    return findHeader(this.admission.head.headers, name);
  }

  /** The mode that the caller asks for by `X-ABP-Mode`. */
  get askedMode(): CompatibilityMode | undefined {
    const asked = this.header("x-abp-mode");
    if (asked === undefined || asked === "strict" || asked === "best_effort") return asked;
    throw new AbpError("validation_failed", "the header x-abp-mode is strict or best_effort", {
      where: "header x-abp-mode",
    });
  }

  /** The run that the call belongs to, or undefined when it is one by itself. */
  get parentRun(): string | undefined {
    const parent = this.admission.recognised.parentRun;
    return parent !== undefined && UUID.test(parent) ? parent : undefined;
  }

  get digest(): BodyDigest {
    this.#digest ??= { bytes: this.body.length, sha256: hash("sha256", this.body) };
    return this.#digest;
  }

  /** The body's value, with earlier turns in it where they were put in; throws where it cannot be read. */
  get value(): Members {
    this.#value ??= this.asSent;
    return this.#value;
  }

  /** Lets go of the value, which can be read again, while the answer is awaited. */
  releaseValue(): void {
    if (!this.isExpanded) this.#value = undefined;
  }

  /** The body's value as the caller sent it. */
  get asSent(): Members {
    return parseBody(this.body, this.#scanned);
  }

  /** Puts earlier turns in. */
  expand(value: Members): void {
    this.#value = value;
    this.isExpanded = true;
  }

  /** Whether the body can be read here; what an engine of the caller's own dialect gets is the engine's to judge. */
  isReadableFor(engine: Engine): boolean {
    const { alternatives } = this.admission.recognised;
    if (engine.dialect !== this.dialect && !alternatives.includes(engine.dialect)) return true;
    try {
      return this.value !== undefined;
    } catch (error) {
      if (!AbpError.is(error)) throw error;
      return false;
    }
  }

  /** Where vendors share a path, a body that reads better in the engine's own dialect is taken for it. */
  refineDialect(engine: Engine): void {
    const { alternatives, dialect } = this.admission.recognised;
    if (!alternatives.includes(engine.dialect)) return;
    if (!this.isReadableFor(engine)) {
      this.dialect = engine.dialect;
      return;
    }
    const scores = detectDialects(this.value);
    const scoreOf = (one: Dialect) => scores.find((found) => found.dialect === one)?.score ?? 0;
    if (scoreOf(engine.dialect) > scoreOf(dialect)) this.dialect = engine.dialect;
  }
}
