import { gzipSync } from "node:zlib";
import { Random } from "../dialects/random.ts";
import { type BodyKind, classify, cutIntoChunks, damageBytes, damageText } from "./fuzzed-damage.ts";
import { EventWriter } from "./fuzzed-events.ts";
import { JsonWriter } from "./fuzzed-json.ts";
import { type Filling, type FuzzedDialect, shapes } from "./fuzzed-shapes.ts";

export type { FuzzedDialect } from "./fuzzed-shapes.ts";

/** The dialects that bodies are made for. */
export const fuzzedDialects = Object.keys(shapes) as readonly FuzzedDialect[];

/** Bytes as they stand on the wire. */
export interface FuzzedBytes {
  readonly bytes: Uint8Array;
  /** The same bytes in the pieces that they arrive in. */
  readonly chunks: readonly Uint8Array[];
  /** Names and values in turn. */
  readonly headers: readonly string[];
}

/** A request that must reach an engine of the same dialect byte for byte. */
export interface FuzzedRequest extends FuzzedBytes {
  readonly method: "POST";
  readonly path: string;
  /** What the bytes are; the requests that are no JSON must be forwarded too. */
  readonly kind: BodyKind;
  /** The model that can be found in the body or the path; undefined if none can. */
  readonly model: string | undefined;
  /** Whether the body, if it can be read, or the path asks for a stream. */
  readonly stream: boolean;
}

/** A whole answer that must reach the caller byte for byte. */
export interface FuzzedResponse extends FuzzedBytes {
  readonly status: number;
  /** What the bytes are after their content encoding was taken off. */
  readonly kind: BodyKind;
}

/** A stream that must reach the caller byte for byte. */
export interface FuzzedStream extends FuzzedBytes {
  readonly status: 200;
  /** Whether every event is readable and the dialect's last one is there, ended by a blank line. */
  readonly isWhole: boolean;
}

const TEXTS = [
  "hello",
  "café",
  "東京の天気",
  "🙂🙃 emoji",
  "a\nb",
  'say "hi"',
  "x".repeat(300),
  "\u2028 é̃",
  "",
];
const JSON_TYPES = [
  "application/json",
  "application/json",
  "application/json; charset=utf-8",
  'Application/JSON;charset="UTF-8"',
];
const STREAM_TYPES = [
  "text/event-stream",
  "text/event-stream; charset=utf-8",
  "Text/Event-Stream;charset=UTF-8",
];
const FAILURES = [400, 401, 403, 404, 413, 422, 429, 500, 502, 503, 529];
const OPAQUE = ["<html><body>502 Bad Gateway</body></html>", "upstream connect error", "", "null", "[]"];
const BOM = "\uFEFF";

/** A request body with its head, the same for the same seed. */
export function fuzzedRequest(seed: number, dialect: FuzzedDialect): FuzzedRequest {
  const random = new Random(seed * 3 + 1);
  const shape = shapes[dialect];
  const filling = fill(random);
  const text = writeJson(random, () => shape.request(filling));
  const bytes = damage(random, text);
  const kind = classify(bytes);
  const [name, value] = shape.credential;
  const headers = ["content-type", random.pick(JSON_TYPES), name, value, "x-fuzz", String(seed)];
  return {
    method: "POST",
    path: shape.path(filling),
    headers,
    bytes,
    chunks: cutIntoChunks(bytes, random),
    kind,
    model: shape.hasModel ? findModel(bytes, kind, filling.model) : filling.model,
    stream: filling.stream,
  };
}

/** A whole answer, the same for the same seed; one in five is an error. */
export function fuzzedResponse(seed: number, dialect: FuzzedDialect): FuzzedResponse {
  const random = new Random(seed * 3 + 2);
  const filling = fill(random);
  const isOpaque = random.chance(0.1);
  const text = isOpaque ? random.pick(OPAQUE) : writeJson(random, () => shapes[dialect].response(filling));
  const plain = damage(random, text);
  const isPacked = random.chance(0.08);
  const bytes = isPacked ? gzipSync(plain) : plain;
  const headers = [
    ...["Content-Type", isOpaque ? "text/html" : random.pick(JSON_TYPES)],
    ...["X-Request-Id", `req_${seed}`, "x-Odd-CASE", "kept as it is"],
    ...(isPacked ? ["content-encoding", "gzip"] : []),
  ];
  const status = random.chance(0.2) ? random.pick(FAILURES) : 200;
  return { status, headers, bytes, chunks: cutIntoChunks(bytes, random), kind: classify(plain) };
}

/** A stream of events, the same for the same seed. */
export function fuzzedStream(seed: number, dialect: FuzzedDialect): FuzzedStream {
  const random = new Random(seed * 3 + 3);
  const events = shapes[dialect].events(fill(random));
  const writer = new EventWriter(random);
  const isBroken = random.chance(0.1);
  const isCut = random.chance(0.1);
  const brokenAt = random.below(events.length);
  // The stream may begin with a byte order mark, which its reader drops (WHATWG HTML section 9.2.6).
  let text = random.chance(0.05) ? BOM : "";
  for (const [index, [name, data]] of events.entries()) {
    text += writer.between();
    if (isBroken && index === brokenAt) text += writer.broken();
    text += writer.event(name, data);
  }
  const lacksBlankLine = random.chance(0.15);
  if (lacksBlankLine) text = text.replace(/(\r\n|\r|\n)+$/, random.pick(["", "\n"]));
  let bytes: Buffer = Buffer.from(text);
  if (isCut) bytes = bytes.subarray(0, 1 + random.below(bytes.length - 1));
  const isMangled = random.chance(0.05);
  if (isMangled) bytes = damageBytes(bytes, random);
  const headers = [
    "content-type",
    random.pick(STREAM_TYPES),
    "cache-control",
    "no-cache",
    "X-Fuzz",
    String(seed),
  ];
  const isWhole = !(isBroken || isCut || lacksBlankLine || isMangled);
  return { status: 200, headers, bytes, chunks: cutIntoChunks(bytes, random), isWhole };
}

function fill(random: Random): Filling {
  const texts = Array.from({ length: 1 + random.below(6) }, () => random.pick(TEXTS));
  return { model: `fuzz-model-${random.below(1000)}`, stream: random.chance(0.5), texts };
}

function writeJson(random: Random, make: () => Parameters<JsonWriter["write"]>[0]): string {
  const writer = new JsonWriter(random, random.pick([0, 0.1, 0.3, 0.6]));
  const start = random.chance(0.05) ? BOM : "";
  const end = random.chance(0.1) ? random.pick(["\n", "\r\n", "   ", "\n\n\t "]) : "";
  return `${start}${writer.gap()}${writer.write(make())}${writer.gap()}${end}`;
}

/** Leaves three quarters as they are. */
function damage(random: Random, text: string): Buffer {
  const lot = random.next();
  const bytes = Buffer.from(lot < 0.15 ? damageText(text, random) : text);
  return lot > 0.9 ? damageBytes(bytes, random) : bytes;
}

/** Looks for the model as an onlooker would: by parsing, or else for the plain member in the bytes. */
function findModel(bytes: Buffer, kind: BodyKind, planted: string): string | undefined {
  if (kind === "json") {
    const body: unknown = JSON.parse(bytes.toString("utf8"));
    return (body as { model?: string }).model;
  }
  const plain = new RegExp(`"model"\\s*:\\s*"${planted}"`);
  return plain.test(bytes.toString("latin1")) ? planted : undefined;
}
