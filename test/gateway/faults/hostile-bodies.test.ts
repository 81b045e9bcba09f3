import { connect } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampled } from "../../fault-size.ts";
import { scanErrorAnswers } from "./error-answers.ts";
import { answerWhole } from "./raw-upstream.ts";
import { callTo, SPEAKERS, type SpeechName, speeches } from "./speech.ts";
import { openStack, type Stack } from "./stack.ts";

const MILLION = 1_000_000;
const members = (count: number): string => Array.from({ length: count }, (_, at) => `"k${at}":0`).join(",");
/** Beyond the limit of a body, and short when it is packed. */
const zeros = Buffer.alloc(1_000_000);

/** The start of a valid request, open for one more member. */
const opened = (caller: SpeechName): string => JSON.stringify(speeches[caller].request(false)).slice(0, -1);

/** Bodies that no translation may take, made for a caller's dialect. */
const hostile: Readonly<Record<string, (caller: SpeechName) => string | Uint8Array>> = {
  "nested a million deep": (caller) => `${opened(caller)},"x":${"[".repeat(MILLION)}${"]".repeat(MILLION)}}`,
  "nested a million objects deep": (caller) =>
    `${opened(caller)},"x":${'{"a":'.repeat(MILLION)}1${"}".repeat(MILLION)}}`,
  "with a million members": (caller) => `${opened(caller)},${members(MILLION)}}`,
  "nested ten thousand deep": (caller) => `${opened(caller)},"x":${"[".repeat(10_000)}${"]".repeat(10_000)}}`,
  "with a hundred thousand members": (caller) => `${opened(caller)},${members(100_000)}}`,
  "nested and never closed": (caller) => `${opened(caller)},"x":${"[".repeat(MILLION)}`,
  "with __proto__ at its top": (caller) => `${opened(caller)},"__proto__":{"polluted":true}}`,
  "with __proto__ within": (caller) => `${opened(caller)},"x":{"y":[{"__proto__":{"polluted":true}}]}}`,
  "with an escaped __proto__": (caller) => `${opened(caller)},"\\u005f_proto__":{"polluted":true}}`,
  "with a member twice": (caller) => `${opened(caller)},"x":1,"x":2}`,
  "with a member twice, once escaped": (caller) => `${opened(caller)},"x":1,"\\u0078":2}`,
  "with a member twice, far within": (caller) => `${opened(caller)},"a":[{"b":{"c":1,"d":2,"c":3}}]}`,
  "with half of a surrogate pair": (caller) => `${opened(caller)},"x":"\\ud800"}`,
  "with half of a surrogate pair for a name": (caller) => `${opened(caller)},"\\udc00":1}`,
  "that is no UTF-8": (caller) =>
    Buffer.concat([
      Buffer.from(`${opened(caller)},"x":"`),
      Buffer.from([0xff, 0xc0, 0x80]),
      Buffer.from('"}'),
    ]),
  "that is no JSON": () => "not JSON at all",
  "that is cut off": (caller) => opened(caller),
  "with something after its end": (caller) => `${opened(caller)}} trailing`,
  "that is a list": () => "[]",
  "that is null": () => "null",
  "that is a number": () => "1",
  "that is only white space": () => "  \n ",
  "with a control character in a text": (caller) => `${opened(caller)},"x":"a\u0001b"}`,
  "with a comment": (caller) => `/* hi */ ${opened(caller)}}`,
  "with a comma too many": (caller) => `${opened(caller)},}`,
};

describe("G09: a body", () => {
  let stack: Stack;
  beforeAll(async () => {
    stack = await openStack((exchange) => answerWhole(exchange, 200, JSON.stringify(speeches.claude.reply)));
  });
  afterAll(() => stack.close());

  const otherThan = (caller: SpeechName): SpeechName => (caller === "claude" ? "openai" : "claude");

  it.each(Object.keys(hostile))(
    "%s is refused in the caller's words before anything is sent",
    async (name) => {
      const before = stack.upstream.exchanges.length;
      // The largest come from one caller by default.
      const callers = sampled(SPEAKERS, (caller) => caller === "claude" || !name.includes("million"));
      for (const caller of callers) {
        const answer = await stack.call(
          callTo(caller, otherThan(caller), false, { body: hostile[name]!(caller) }),
        );
        const status = /^with a (?:million|hundred thousand) members$/.test(name) ? 413 : 400;
        expect([caller, answer.status, answer.text.slice(0, 200)]).toEqual([
          caller,
          status,
          expect.anything(),
        ]);
        expect(speeches[caller].isError(JSON.parse(answer.text))).toBe(true);
        expect(answer.header("x-should-retry")).toBe("false");
        expect(answer.text.length).toBeLessThan(4096);
      }
      expect(stack.upstream.exchanges).toHaveLength(before);
      expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
      expect(stack.reports).toEqual([]);
    },
  );

  it.each(["9007199254740993", "-0", "1e999", "0.1000000000000000055"])(
    "with the number %s, which JavaScript would change, is served, and the loss of its member is named",
    async (number) => {
      for (const caller of SPEAKERS.filter((one) => one !== "claude")) {
        const answer = await stack.call(
          callTo(caller, "claude", false, { body: `${opened(caller)},"x":${number}}` }),
        );
        expect([caller, answer.status]).toEqual([caller, 200]);
        expect(answer.header("x-abp-loss")).toContain("disclosed $.x");
      }
      expect(stack.reports).toEqual([]);
    },
  );

  it("with many unknown members is served, and its receipt stays small", async () => {
    const answer = await stack.call(
      callTo("openai", "claude", false, { body: `${opened("openai")},${members(25_000)}}` }),
    );
    expect(answer.status).toBe(200);
    expect(answer.headers.join("").length).toBeLessThan(16 * 1024);
    const receipt = await stack.receiptOf(answer);
    expect(JSON.stringify(receipt).length).toBeLessThan(1024 * 1024);
    expect(JSON.stringify(receipt.mapping)).toContain("further entries are left out");
    expect(stack.reports).toEqual([]);
  });

  it("with an odd answer pollutes nothing on its way back", async () => {
    const before = stack.upstream.script;
    const text = JSON.stringify(speeches.claude.reply).replace(
      "{",
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},',
    );
    stack.upstream.script = (exchange) => answerWhole(exchange, 200, text);
    for (const caller of SPEAKERS) await stack.call(callTo(caller, "claude", false));
    stack.upstream.script = before;
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(stack.reports).toEqual([]);
  });
});

describe("G08: a body", () => {
  let stack: Stack;
  const LIMIT = 64 * 1024;
  beforeAll(async () => {
    stack = await openStack((exchange) => answerWhole(exchange, 200, JSON.stringify(speeches.claude.reply)), {
      gateway: { max_body_bytes: LIMIT },
    });
  });
  afterAll(() => stack.close());

  const sized = (bytes: number): string => {
    const start = '{"model":"test-model","pad":"';
    return `${start}${"x".repeat(bytes - start.length - 2)}"}`;
  };

  it("of exactly the limit is taken, and one byte more is not", async () => {
    const taken = await stack.call(callTo("claude", "claude", false, { body: sized(LIMIT) }));
    const refused = await stack.call(callTo("claude", "claude", false, { body: sized(LIMIT + 1) }));
    expect([taken.status, refused.status]).toEqual([200, 413]);
    expect(speeches.claude.isError(JSON.parse(refused.text))).toBe(true);
    expect(stack.upstream.exchanges).toHaveLength(1);
  });

  it("whose length is a lie is refused before it is sent", async () => {
    const { path, headers } = callTo("claude", "claude", false);
    const before = stack.upstream.exchanges.length;
    const answer = await stack.call({
      path,
      headers: [...headers, "content-length", "99999999999"],
      body: "{}",
    });
    expect(answer.status).toBe(413);
    expect(stack.upstream.exchanges).toHaveLength(before);
  });

  it("without an end is refused as soon as it is too large", async () => {
    const { path, headers } = callTo("claude", "claude", false);
    const before = stack.upstream.exchanges.length;
    const lines = headers.map((value, at) => (at % 2 === 0 ? `${value}: ` : `${value}\r\n`)).join("");
    const socket = connect({ port: Number(new URL(stack.baseUrl).port), host: "127.0.0.1" });
    let text = "";
    let sent = 0;
    socket.on("data", (chunk) => (text += chunk.toString("latin1")));
    socket.on("error", () => undefined);
    const chunk = `1000\r\n${"x".repeat(4096)}\r\n`;
    socket.write(`POST ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\ntransfer-encoding: chunked\r\n${lines}\r\n`);
    const timer = setInterval(() => {
      sent += 4096;
      socket.write(chunk);
    }, 1);
    await new Promise((resolve) => socket.on("close", resolve));
    clearInterval(timer);
    expect(text).toMatch(/^HTTP\/1\.1 413 /);
    // What was on its way when it was refused is read and dropped, and no more than that.
    expect(sent).toBeLessThan(LIMIT + 2 * 1024 * 1024);
    expect(stack.upstream.exchanges).toHaveLength(before);
  });

  it.each([
    ["gzip", gzipSync(zeros)],
    ["br", brotliCompressSync(zeros)],
    ["gzip, gzip", gzipSync(gzipSync(zeros))],
    ["deflate", Buffer.from("x")],
  ])("that is packed as %s is refused unopened", async (encoding, body) => {
    const before = stack.upstream.exchanges.length;
    const answer = await stack.call(
      callTo("claude", "claude", false, { body, headers: ["content-encoding", encoding] }),
    );
    expect(answer.status).toBe(415);
    expect(stack.upstream.exchanges).toHaveLength(before);
  });

  it("G08: an answer that is packed is passed on unopened, and is no answer if it must be read", async () => {
    const bomb = gzipSync(zeros);
    const before = stack.upstream.script;
    stack.upstream.script = (exchange) =>
      answerWhole(exchange, 200, bomb, ["content-type", "application/json", "content-encoding", "gzip"]);
    const passed = await stack.call(callTo("claude", "claude", false));
    const mapped = await stack.call(callTo("openai", "claude", false));
    stack.upstream.script = before;
    expect(passed.body.equals(bomb)).toBe(true);
    expect(mapped.status).toBe(503);
    expect(speeches.openai.isError(JSON.parse(mapped.text))).toBe(true);
  });
});

describe("G27: the errors of all these", () => {
  it("tell nothing of our insides", () => {
    const { scanned, leaks } = scanErrorAnswers();
    expect(scanned).toBeGreaterThan(80);
    expect(leaks).toEqual([]);
  });
});
