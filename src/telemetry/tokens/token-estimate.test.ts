import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { corpusExists, recordings } from "../../../test/dialects/corpus.ts";
import type { Block, Conversation, Tool } from "../../contract/index.ts";
import { findDialect, type Members, Origins } from "../../dialects/index.ts";
import { readImageSize } from "./image-size.ts";
import { estimateText } from "./text-estimate.ts";
import { estimateTokens } from "./token-estimate.ts";

function ask(content: Block[], tools: Tool[] = [], system: Block[] = []): Conversation {
  return { model: "m", system, tools, messages: [{ role: "user", content }], sampling: {}, stop: [] };
}

const image = (data: string, detail?: string): Block => ({
  type: "image",
  source: { kind: "base64", mediaType: "image/png", data },
  ...(detail === undefined ? {} : { detail }),
});

function png(width: number, height: number): string {
  const bytes = Buffer.alloc(32);
  bytes.write("\u0089PNG\r\n\u001a\n", "latin1");
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes.toString("base64");
}

describe("the estimate of a text", () => {
  test.each([
    ["English prose", "The quick brown fox jumps over the lazy dog and runs away.", 4],
    ["Chinese", "敏捷的棕色狐狸跳过了懒狗今天天气很好我们去公园散步吧", 1.5],
    ["Russian", "Съешьжеещёэтихмягкихфранцузскихбулок", 2.5],
  ])("%s has about as many characters a token as is said of it", (_, text, characters) => {
    expect(text.length / estimateText(text)).toBeCloseTo(characters, 0);
  });

  test("the parts of a text add up to the whole", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (left, right) => {
        expect(estimateText(left + right)).toBeCloseTo(estimateText(left) + estimateText(right), 6);
      }),
    );
  });
});

describe("the estimate of a conversation", () => {
  const base = estimateTokens(ask([]));

  test("grows with the system text, messages, tool calls, results and schemas", () => {
    const text: Block = { type: "text", text: "a".repeat(400) };
    expect(estimateTokens(ask([text])) - base).toBe(100);
    expect(estimateTokens(ask([], [], [text])) - base).toBe(100);
    const result: Block = { type: "tool_result", id: "1", kind: "function", content: [text] };
    expect(estimateTokens(ask([result])) - base).toBe(108);
    const call: Block = {
      type: "tool_use",
      id: "1",
      name: "f",
      kind: "function",
      input: { a: "b".repeat(400) },
    };
    expect(estimateTokens(ask([call])) - base).toBeGreaterThan(100);
    const parameters = { type: "object", properties: { a: { description: "a".repeat(400) } } };
    expect(estimateTokens(ask([], [{ kind: "function", name: "f", parameters }])) - base).toBeGreaterThan(
      100,
    );
    const output = { kind: "json_schema" as const, schema: parameters };
    expect(estimateTokens({ ...ask([]), output }) - base).toBeGreaterThan(100);
  });

  const words = (tokens: number): string => "a".repeat(4 * tokens);
  const text: Block = { type: "text", text: words(100) };
  test.each<[string, Block, number]>([
    ["a text", text, 100],
    ["a refusal", { type: "refusal", text: words(100) }, 100],
    ["a thought", { type: "thinking", text: words(100) }, 100],
    ["a sealed thought", { type: "thinking", text: words(100), sealed: words(30) }, 30],
    ["a hidden thought", { type: "redacted_thinking", data: words(20) }, 20],
    [
      "a call with its text",
      { type: "tool_use", id: "1", name: words(2), kind: "function", input: {}, inputText: words(5) },
      15,
    ],
    [
      "a call with its value",
      { type: "tool_use", id: "1", name: words(2), kind: "function", input: "aa" },
      12,
    ],
    ["a result", { type: "tool_result", id: "1", kind: "function", content: [text, text] }, 208],
    [
      "a document with title and context",
      { type: "document", title: words(1), context: words(2), source: { kind: "text", text: words(3) } },
      6,
    ],
    ["a video at an address", { type: "video", source: { kind: "url", url: "https://h/v" } }, 17_700],
    ["sound at an address", { type: "audio", source: { kind: "url", url: "https://h/a" } }, 1920],
    ["a block that is not known", { type: "opaque", value: words(4) } as Block, 5],
  ])("counts %s", (_, block, tokens) => {
    expect(estimateTokens(ask([block])) - base).toBe(tokens);
  });

  test.each<[string, Tool, number]>([
    ["a function", { kind: "function", name: words(3), description: words(5), parameters: {} }, 17],
    ["a function without a description", { kind: "function", name: words(3), parameters: {} }, 12],
    ["a tool of the vendor", { kind: "server", value: "aaaa" } as unknown as Tool, 10],
  ])("counts %s", (_, tool, tokens) => {
    expect(estimateTokens(ask([], [tool])) - base).toBe(tokens);
  });

  test("counts the frame of the prompt and of each message", () => {
    expect(base).toBe(7);
    expect(estimateTokens({ ...ask([]), messages: [] })).toBe(3);
  });

  test("an image counts by its tiles, after scaling, and little in low detail", () => {
    const tokens = (block: Block): number => estimateTokens(ask([block])) - base;
    expect(tokens(image(png(512, 512)))).toBe(255);
    // The example of OpenAI's guide: 2048 by 4096 becomes 768 by 1536, six tiles.
    expect(tokens(image(png(2048, 4096)))).toBe(1105);
    expect(tokens(image(png(30_000, 30_000)))).toBe(765);
    expect(tokens(image("????"))).toBe(765);
    expect(tokens(image(png(4000, 4000), "low"))).toBe(85);
    expect(tokens({ type: "image", source: { kind: "url", url: "https://h/i.png" } })).toBe(765);
  });

  test("documents count by their text or pages, sound by its seconds, and never by their base64", () => {
    const document = (data: string, mediaType: string): Block => ({
      type: "document",
      source: { kind: "base64", mediaType, data: Buffer.from(data).toString("base64") },
    });
    expect(estimateTokens(ask([document("a".repeat(400), "text/plain")])) - base).toBe(100);
    const pdf = `%PDF /Type /Pages /Type /Page /Type/Page ${"x".repeat(100_000)}`;
    expect(estimateTokens(ask([document(pdf, "application/pdf")])) - base).toBe(4500);
    const audio: Block = {
      type: "audio",
      source: { kind: "base64", mediaType: "audio/mp3", data: Buffer.alloc(160_000).toString("base64") },
    };
    expect(estimateTokens(ask([audio])) - base).toBeCloseTo(320, -1);
  });
});

describe.skipIf(!corpusExists)("against recorded calls of OpenAI's", () => {
  test("most estimates of text and tools are near what was billed, and rather above it than below", () => {
    const plain = new Set(["text", "thinking", "refusal", "tool_use", "tool_result"]);
    const ratios = recordings()
      .filter(
        ({ facts }) => ["openai", "azure"].includes(facts.vendor) && !facts.streaming && facts.status === 200,
      )
      .flatMap((recording) => {
        const body = recording.request();
        const dialect = findDialect(recording.dialect);
        const billed = dialect.observe((recording.body() ?? {}) as Members).usage?.input;
        if (body === undefined || billed === undefined || billed < 100) return [];
        const { previous, vendor, ...read } = dialect.readRequest(body, {
          origins: new Origins(),
          ...recording.reading(),
        });
        // What the server adds by itself, from its own tools, stored prompts or earlier responses, nobody can count.
        const isWhole = previous === undefined && vendor === undefined;
        const blocks = [...read.system, ...read.messages.flatMap((message) => message.content)];
        const isPlain = blocks.every((one) => plain.has(one.type));
        const isOwn = read.tools.every((tool) => tool.kind !== "server");
        return isWhole && isPlain && isOwn ? [estimateTokens(read) / billed] : [];
      })
      .sort((left, right) => left - right);
    expect(ratios.length).toBeGreaterThan(10);
    const at = (share: number): number => ratios[Math.floor((ratios.length - 1) * share)]!;
    expect(at(0.5)).toBeGreaterThan(0.9);
    expect(at(0.5)).toBeLessThan(1.4);
    expect(at(0.1)).toBeGreaterThan(0.4);
    expect(at(0.9)).toBeLessThan(2);
  });
});

describe("the size of an image", () => {
  const read = (...bytes: (string | number[])[]): unknown =>
    readImageSize(
      Buffer.concat(
        bytes.map((part) => (typeof part === "string" ? Buffer.from(part, "latin1") : Buffer.from(part))),
      ).toString("base64"),
    );

  test("is read from the headers of PNG, GIF, JPEG and WebP", () => {
    const size = { width: 300, height: 200 };
    expect(readImageSize(png(300, 200))).toEqual(size);
    expect(read("GIF89a", [0x2c, 1, 200, 0, 0, 0])).toEqual(size);
    const segment = [0xff, 0xe0, 0, 4, 1, 2];
    expect(read([0xff, 0xd8], segment, [0xff, 0xff, 0xc2, 0, 17, 8, 0, 200, 1, 0x2c, 3, 0])).toEqual(size);
    expect(read("RIFF\0\0\0\0WEBPVP8X", [10, 0, 0, 0, 0, 0, 0, 0, 0x2b, 1, 0, 199, 0, 0])).toEqual(size);
    expect(read("RIFF\0\0\0\0WEBPVP8 ", new Array(10).fill(0), [0x2c, 1, 200, 0])).toEqual(size);
    const bits = 299 | (199 << 14);
    const packed = [bits & 255, (bits >> 8) & 255, (bits >> 16) & 255, (bits >> 24) & 255];
    expect(read("RIFF\0\0\0\0WEBPVP8L", [0, 0, 0, 0, 0x2f], packed, [0, 0, 0, 0, 0])).toEqual(size);
  });

  test("is unknown for anything else, and no bytes make it fail", () => {
    const marks = fc.constantFrom("\u0089PNG", "GIF89a", "\u00ff\u00d8\u00ff", "RIFF\0\0\0\0WEBPVP8L", "");
    fc.assert(
      fc.property(marks, fc.uint8Array({ maxLength: 64 }), (mark, rest) => {
        const data = Buffer.concat([Buffer.from(mark, "latin1"), rest]).toString("base64");
        const size = readImageSize(data);
        if (size !== undefined) expect(Math.min(size.width, size.height)).toBeGreaterThan(0);
      }),
    );
    expect(readImageSize("")).toBeUndefined();
    expect(read("BM", [1, 2, 3])).toBeUndefined();
  });
});
