import { AbpError, type BodyDigest, type CompatibilityMode } from "../../contract/index.ts";
import { type Dialect, detectDialects, type Members } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import { findHeader, type HeaderList, textLength } from "../../lib/index.ts";
import { digestBody } from "../bytes/body-digest.ts";
import type { Admission } from "../exchange/admission.ts";
import { parentRunOf } from "../exchange/parent-run.ts";

import { LONG_BODY_BYTES, LongBodyRead, MANY_VALUES } from "../slices/long-body-read.ts";
import type { SliceQueue } from "../slices/slice-queue.ts";
import {
  hasTooManyValues,
  openLongParse,
  openScan,
  parseBody,
  readMembers,
  readScan,
  type ScannedBody,
  scanBody,
} from "./call-body.ts";
import { ownBody } from "./hosted-body.ts";

const COMPATIBILITY_HEADER = "x-abp-compatibility";
const REPAIR_HEADER = "x-abp-repair";

/** The limits of a body that is read. */
interface BodyLimits {
  readonly maxDepth: number;
  readonly maxBodyValues: number;
}

/** The thread that the answer to a call belongs to. */
export interface CallThread {
  /** The answer that it continues; undefined for a new thread. */
  readonly previousId: string | undefined;
}

/** A caller's request. The body is parsed on demand, because a passthrough call never needs that. */
export class CallRequest {
  readonly admission: Admission;
  /** In the vendor's own form if the call came under a cloud's path; else as the caller sent it. */
  body: Buffer;
  /** What was changed for that form, for the receipt. */
  changes: readonly string[] = [];
  /** The caller's dialect. */
  dialect: Dialect;
  /** Whether earlier turns were inserted, so that `value` differs from the body. */
  isExpanded = false;
  /** The conversation that the request continues, if the gateway keeps it. */
  conversation: string | undefined;
  /** The thread that the answer belongs to, if the gateway keeps it. */
  thread: CallThread | undefined;
  /** Whether the answer may show ids of things that the vendor makes for the call and that belong to the caller. */
  makesThings = false;
  #scanned: ScannedBody = { scan: undefined, model: undefined, streams: false };
  #digest: BodyDigest | undefined;
  #value: Members | undefined;
  #expandedLength = 0;
  /** The parsed body of a long request while it is needed. */
  #sent: Members | undefined;
  /** Why the body cannot be parsed, once that is known. */
  #fault: AbpError | undefined;
  #maxValues = Number.POSITIVE_INFINITY;

  constructor(admission: Admission, body: Buffer) {
    this.admission = admission;
    this.body = body;
    this.dialect = admission.recognised.dialect;
  }

  /** The length of the body, or about that of its value if earlier turns were put in. */
  get length(): number {
    return Math.max(this.body.length, this.#expandedLength);
  }

  /** Whether the body takes too long for one event-loop turn. */
  get isLong(): boolean {
    return this.length > LONG_BODY_BYTES || this.valueCount > MANY_VALUES;
  }

  /** Scans the body: a long one in slices, after which the call gets a turn of its own. Throws as `readScan`. */
  open(slices: SliceQueue, { maxDepth, maxBodyValues }: BodyLimits): Promise<void> | undefined {
    if (this.body.length > LONG_BODY_BYTES)
      return this.scanInSlices(slices, maxDepth, maxBodyValues).then(() => slices.turn());
    this.scan(maxDepth, maxBodyValues);
    return this.isLong ? slices.turn() : undefined;
  }

  /**
   * Finds the members that decide the route. `maxValues` bounds the bodies that are parsed later. Throws as `readScan`.
   */
  scan(maxDepth: number, maxValues = Number.POSITIVE_INFINITY): void {
    this.#maxValues = maxValues;
    this.#scanned = scanBody(this.body, maxDepth, this.#scannedMembers);
    this.#takeOwnForm(maxDepth);
  }

  /** Does the same for a long body, and computes its digest, in slices between which other calls are served. */
  async scanInSlices(slices: SliceQueue, maxDepth: number, maxValues: number): Promise<void> {
    this.#maxValues = maxValues;
    const read = new LongBodyRead(this.body, openScan(this.body, maxDepth, this.#scannedMembers));
    await slices.run(read);
    this.#digest = read.digest;
    this.#scanned = readScan(this.body, read.scanner.result, maxDepth);
    this.#takeOwnForm(maxDepth);
  }

  get #scannedMembers(): readonly string[] {
    const { hosted } = this.admission.recognised.endpoint;
    const ofState = this.#stateNames ?? [];
    return hosted?.members === undefined ? ofState : [...ofState, ...hosted.members];
  }

  #takeOwnForm(maxDepth: number): void {
    const { endpoint, parameters } = this.admission.recognised;
    if (endpoint.hosted === undefined) return;
    const { body, changes } = ownBody(this.body, this.#scanned, endpoint.hosted, parameters["hosted_model"]);
    if (changes.length === 0) return;
    // The digest is that of the caller's bytes.
    this.#digest ??= digestBody(this.body);
    this.body = body;
    this.changes = changes;
    this.#scanned = scanBody(body, maxDepth, this.#scannedMembers);
  }

  get scanned(): ScannedBody {
    return this.#scanned;
  }

  /**
   * The model that decides the route. Throws `input_invalid_json` if it would have to be read from a body that other
   * readers may read differently.
   */
  get routedModel(): string | undefined {
    const { doubt } = this.#scanned;
    if (doubt !== undefined && this.admission.recognised.parameters["model"] === undefined) throw doubt;
    return this.model;
  }

  /** The model as the caller names it, in the path or in the body. */
  get model(): string | undefined {
    return this.admission.recognised.parameters["model"] ?? this.#scanned.model;
  }

  /** The place where the caller names the model. */
  get modelPlace(): string {
    return this.admission.recognised.parameters["model"] === undefined ? "$.model" : "model in the path";
  }

  /** Whether the call is one of a model, and not one that fetches or deletes a response. */
  get isModelCall(): boolean {
    const { operation } = this.admission.recognised.endpoint;
    return (
      operation === "generate" ||
      operation === "count_tokens" ||
      operation === "search" ||
      operation === "embed"
    );
  }

  /** What the path says of the request, for dialects that put it there. */
  get pathFacts(): { readonly model?: string; readonly stream?: boolean } {
    const { endpoint, parameters } = this.admission.recognised;
    return {
      ...(parameters["model"] === undefined ? {} : { model: parameters["model"] }),
      ...(endpoint.streams === undefined ? {} : { stream: endpoint.streams }),
    };
  }

  get streams(): boolean {
    return this.admission.recognised.endpoint.streams ?? this.#scanned.streams;
  }

  /** The members that say which earlier answer the request continues, without the rest of the body. */
  get stateMembers(): Members {
    return readMembers(this.body, this.#scanned, this.#stateNames ?? []);
  }

  get #stateNames(): readonly string[] | undefined {
    return this.dialect.state?.members ?? this.dialect.threads?.members;
  }

  /** A header that the caller sent, by its lower-case name. */
  header(name: string): string | undefined {
    return findHeader(this.admission.head.headers, name);
  }

  /** The compatibility that the caller requests; `X-ABP-Mode` is the header's former name. */
  get compatibility(): CompatibilityMode | undefined {
    const name = this.header(COMPATIBILITY_HEADER) === undefined ? "x-abp-mode" : COMPATIBILITY_HEADER;
    const value = this.header(name);
    if (value === undefined || value === "strict" || value === "best_effort") return value;
    throw new AbpError("validation_failed", `the header ${name} must be strict or best_effort`, {
      where: `header ${name}`,
    });
  }

  /** Whether the caller asks for a repair of JSON that the gateway emulates; undefined if it says nothing of it. */
  get asksForRepair(): boolean | undefined {
    const value = this.header(REPAIR_HEADER);
    if (value === undefined) return undefined;
    if (value === "once" || value === "never") return value === "once";
    throw new AbpError("validation_failed", `the header ${REPAIR_HEADER} must be once or never`, {
      where: `header ${REPAIR_HEADER}`,
    });
  }

  /** The run that the call belongs to; undefined if it is a run of its own. */
  get parentRun(): string | undefined {
    return parentRunOf(this.admission);
  }

  get digest(): BodyDigest {
    this.#digest ??= digestBody(this.body);
    return this.#digest;
  }

  /** The parsed body, with earlier turns if they were inserted; throws if it is not valid JSON. */
  get value(): Members {
    this.#value ??= this.asSent;
    return this.#value;
  }

  /** Parses the body now. Throws as `value`. */
  readValue(): void {
    this.#value ??= this.asSent;
  }

  /**
   * Parses the body, a long one in slices between which other calls are served, so that `value` costs nothing later. What
   * comes next has a turn of its own. A body that cannot be parsed throws only when its value is asked for.
   */
  async readInSlices(slices: SliceQueue): Promise<void> {
    if (this.#sent !== undefined || this.#fault !== undefined) return;
    try {
      const parse = openLongParse(this.body, this.#scanned, this.#maxValues);
      if (parse === undefined) this.#sent = this.asSent;
      else {
        await slices.run(parse);
        this.#sent = parse.members;
      }
      this.#value ??= this.#sent;
      await slices.turn();
    } catch (error) {
      if (!AbpError.is(error)) throw error;
      this.#fault = error;
    }
  }

  /** Frees the parsed body while the engine works; it is parsed again on demand. */
  releaseValue(): void {
    this.#sent = undefined;
    if (!this.isExpanded) this.#value = undefined;
  }

  /** The parsed body as the caller sent it. */
  get asSent(): Members {
    if (this.#fault !== undefined) throw this.#fault;
    return this.#sent ?? parseBody(this.body, this.#scanned, this.#maxValues);
  }

  /** What was taken out if earlier turns were put in, and the answer repeats; undefined if they were not. */
  get repeated(): Members | undefined {
    const { repeats } = this.admission;
    const { state } = this.dialect;
    const ofState = this.isExpanded && state !== undefined ? state.echoOf(this.asSent) : undefined;
    return ofState === undefined ? repeats : { ...ofState, ...repeats };
  }

  /** Replaces the value by one with earlier turns. */
  expand(value: Members): void {
    this.#value = value;
    this.isExpanded = true;
    this.#expandedLength = textLength(value, Number.POSITIVE_INFINITY);
  }

  /** How many values the scan counted; 0 if the body is no JSON object. */
  get valueCount(): number {
    return this.#scanned.scan?.valueCount ?? 0;
  }

  /** Whether the body has more values than may be read; it can then only be passed through. */
  get isOpaque(): boolean {
    const { scan } = this.#scanned;
    return scan !== undefined && hasTooManyValues(scan, this.#maxValues);
  }

  /** Whether the body can be parsed. For an engine of another dialect it must be, so parsing then throws instead. */
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

  /** Whether a call to the engine needs the parsed body. */
  isReadBy({ dialect, keepsResponses, turnHeaders }: Engine): boolean {
    const keepsHere = this.dialect.state !== undefined && !keepsResponses;
    const isCounted = this.admission.recognised.endpoint.operation === "count_tokens";
    return dialect !== this.dialect || keepsHere || isCounted || turnHeaders !== undefined;
  }

  /** Takes the engine's dialect if the engine itself serves an endpoint that has another form for engines that do not. */
  useFormFor(engine: Engine): void {
    const { dialect, endpoint } = this.admission.recognised;
    if (endpoint.form === undefined || endpoint.operation !== "generate") return;
    this.dialect = engine.keepsResponses && engine.dialect.id === dialect.id ? engine.dialect : dialect;
  }

  /** If several vendors share a path, takes the engine's dialect if the headers and the body fit it better. */
  refineDialect(engine: Engine): void {
    const { alternatives, dialect } = this.admission.recognised;
    if (!alternatives.includes(engine.dialect)) return;
    // Vendors that share the path of embeddings share their form.
    if (this.admission.recognised.endpoint.operation === "embed" || !this.isReadableFor(engine)) {
      this.dialect = engine.dialect;
      return;
    }
    const scores = detectDialects(this.value, { headers: byName(this.admission.head.headers) });
    const scoreOf = (one: Dialect) => scores.find((found) => found.dialect === one)?.score ?? 0;
    if (scoreOf(engine.dialect) > scoreOf(dialect)) this.dialect = engine.dialect;
  }
}

function byName(headers: HeaderList): Readonly<Record<string, string>> {
  const named: Record<string, string> = {};
  for (let index = 0; index < headers.length; index += 2)
    named[headers[index]!.toLowerCase()] ??= headers[index + 1]!;
  return named;
}
