import { createHash } from "node:crypto";
import { gunzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import {
  type FuzzedBytes,
  fuzzedDialects,
  fuzzedRequest,
  fuzzedResponse,
  fuzzedStream,
} from "./fuzzed-bodies.ts";

const SEEDS = Array.from({ length: 150 }, (_, seed) => seed);
const requests = fuzzedDialects.flatMap((dialect) => SEEDS.map((seed) => fuzzedRequest(seed, dialect)));
const responses = fuzzedDialects.flatMap((dialect) => SEEDS.map((seed) => fuzzedResponse(seed, dialect)));
const streams = fuzzedDialects.flatMap((dialect) => SEEDS.map((seed) => fuzzedStream(seed, dialect)));
const textOf = (bytes: Uint8Array) => Buffer.from(bytes).toString("latin1");
const share = <Item>(list: readonly Item[], fits: (item: Item) => boolean) =>
  list.filter(fits).length / list.length;

/** The data of each event by the rules of WHATWG HTML section 9.2.6, written without the reader that it may judge. */
function readData(bytes: Uint8Array): string[] {
  const lines = Buffer.from(bytes)
    .toString("utf8")
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/);
  const events: string[] = [];
  let data: string[] = [];
  for (const line of lines.slice(0, -1)) {
    if (line === "" && data.length > 0) {
      events.push(data.join("\n"));
      data = [];
    } else if (line.startsWith("data:")) data.push(line.slice(5).replace(/^ /, ""));
  }
  return events;
}

function deepest(value: unknown): number {
  if (value === null || typeof value !== "object") return 0;
  return 1 + Math.max(0, ...Object.values(value).map(deepest));
}

/** Everything about a body in few words, since comparing a long list of bytes one by one is slow. */
function outline(body: FuzzedBytes): unknown {
  const hash = createHash("sha256").update(body.bytes).digest("hex");
  return { ...body, bytes: hash, chunks: body.chunks.map((chunk) => chunk.length) };
}

describe("fuzzed bodies", () => {
  it("are the same for the same seed, and their chunks are the whole", () => {
    for (const make of [fuzzedRequest, fuzzedResponse, fuzzedStream]) {
      for (const dialect of fuzzedDialects) {
        for (const seed of SEEDS.slice(0, 20)) {
          const body = make(seed, dialect);
          expect(outline(make(seed, dialect))).toEqual(outline(body));
          expect(Buffer.concat(body.chunks).equals(body.bytes)).toBe(true);
          expect(body.chunks.every((chunk) => chunk.length > 0)).toBe(true);
          expect(body.headers.length % 2).toBe(0);
        }
      }
    }
  });

  it("are mostly JSON, and always some that are no JSON and some that are no UTF-8", () => {
    for (const list of [requests, responses] as readonly (readonly { readonly kind: string }[])[]) {
      expect(share(list, ({ kind }) => kind === "json")).toBeGreaterThan(0.6);
      expect(share(list, ({ kind }) => kind === "not_json")).toBeGreaterThan(0.08);
      expect(share(list, ({ kind }) => kind === "not_utf8")).toBeGreaterThan(0.05);
    }
  });

  it("name a model that can be found in most requests, also if the body is broken", () => {
    expect(share(requests, ({ model }) => model?.startsWith("fuzz-model-") === true)).toBeGreaterThan(0.9);
    const broken = requests.filter(({ kind }) => kind !== "json");
    expect(share(broken, ({ model }) => model !== undefined)).toBeGreaterThan(0.5);
  });

  it("would mostly not survive being parsed and written again", () => {
    const readable = requests.filter(({ kind }) => kind === "json");
    const isChanged = ({ bytes }: { bytes: Uint8Array }) =>
      JSON.stringify(JSON.parse(Buffer.from(bytes).toString("utf8"))) !== Buffer.from(bytes).toString("utf8");
    expect(share(readable, isChanged)).toBeGreaterThan(0.7);
  });

  it.each([
    ["a number with a trailing zero", /[:[,]\s*1\.0\s*[,}\]]/],
    ["an exponent", /[:[,]\s*1e3\s*[,}\]]/],
    ["a negative zero", /[:[,]\s*-0\s*[,}\]]/],
    ["an integer beyond 2^53", /9007199254740993/],
    ["a long decimal", /0\.1000000000000000055511151231257827/],
    ["an escaped plain letter", /\\u006[1-9a-f]/i],
    ["an escaped solidus", /\\\//],
    ["a lone surrogate", /"lone \\ud800"/],
    ["an empty name", /"":/],
    ["an unknown member", /"x_unknown"/],
    ["a byte order mark", /^\xEF\xBB\xBF/],
    ["a line end of two characters", /\{\r\n/],
    ["white space at the end", /\}\s+$/],
    ["a name written twice", /"(max_tokens|messages|input|contents|tools)"\s*:[\s\S]*"\1"\s*:/],
    ["a decoy of the model", /"model"\s*:\s*"decoy-in-a-member"/],
    ["a huge string", /x{70000}/],
    ["an escaped name", /"[a-z_]*\\u00[a-z0-9_\\]*"\s*:/i],
  ])("hold %s", (_, pattern) => {
    expect(requests.some(({ bytes }) => pattern.test(textOf(bytes)))).toBe(true);
  });

  it("nest up to a hundred levels and no deeper", () => {
    const depths = requests
      .filter(({ kind }) => kind === "json")
      .map(({ bytes }) => deepest(JSON.parse(Buffer.from(bytes).toString("utf8"))));
    expect(Math.max(...depths)).toBeGreaterThan(80);
    expect(Math.max(...depths)).toBeLessThanOrEqual(100);
  });

  it("hold packed answers, which open to what their kind says", () => {
    const packed = responses.filter(({ headers }) => headers.includes("gzip"));
    expect(packed.length).toBeGreaterThan(10);
    for (const { bytes, kind } of packed) {
      if (kind === "json") JSON.parse(gunzipSync(bytes).toString("utf8"));
    }
  });
});

describe("fuzzed streams", () => {
  it("are whole in most cases, and then every event's data is JSON or the end mark", () => {
    const whole = streams.filter(({ isWhole }) => isWhole);
    expect(whole.length / streams.length).toBeGreaterThan(0.5);
    for (const { bytes } of whole) {
      const events = readData(bytes);
      expect(events.length).toBeGreaterThan(0);
      for (const data of events) if (data !== "[DONE]") JSON.parse(data);
    }
  });

  it.each([
    ["CRLF", /\r\n\r\n/],
    ["CR alone", /[^\n]\r[^\n]/],
    ["no space after the colon", /data:\{/],
    ["a space after the colon", /data: \{/],
    ["a comment", /(^|\n|\r): keep-alive/],
    ["data over several lines", /data: ?\{(\r\n|\r|\n)data:/],
    ["a field without a value", /(\n|\r)novalue(\n|\r)/],
    ["an event named after its data", /data:[^\r\n]*(\r\n|\r|\n)event:/],
    ["a byte order mark", /^\xEF\xBB\xBF/],
    ["no blank line at the end", /[^\r\n]$/],
  ])("hold %s", (_, pattern) => {
    expect(streams.some(({ bytes }) => pattern.test(textOf(bytes)))).toBe(true);
  });

  it("are cut within characters and within line ends", () => {
    const isCutCharacter = streams.some(({ chunks }) => chunks.some((chunk) => (chunk[0]! & 0xc0) === 0x80));
    const isCutLineEnd = streams.some(({ chunks }) =>
      chunks.some((chunk, at) => chunk[0] === 0x0a && chunks[at - 1]?.at(-1) === 0x0d),
    );
    expect([isCutCharacter, isCutLineEnd]).toEqual([true, true]);
  });
});
