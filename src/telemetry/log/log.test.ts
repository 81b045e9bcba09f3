import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { bareCall, finishedCall } from "./fixtures/call.ts";
import { type Log, type LogOptions, openLog } from "./log.ts";

const now = (): Date => new Date("2026-01-02T03:04:05.678Z");

function open(options: Partial<LogOptions> = {}): {
  log: Log;
  lines: string[];
  last(): Record<string, unknown>;
} {
  const lines: string[] = [];
  const log = openLog({
    level: "trace",
    form: "json",
    write: (line) => void lines.push(line),
    now,
    ...options,
  });
  return { log, lines, last: () => JSON.parse(lines.at(-1) ?? "null") };
}

describe("the log", () => {
  test("writes one JSON object a line, with time, level, message and fields", () => {
    const { log, lines } = open();
    log.warn("the engine is slow", { engine: "claude", latency_ms: 12 });
    expect(lines).toEqual([
      '{"level":"warn","time":"2026-01-02T03:04:05.678Z","engine":"claude","latency_ms":12,"message":"the engine is slow"}\n',
    ]);
  });

  test("writes messages of its level and more important ones only", () => {
    const { log, lines } = open({ level: "info" });
    for (const level of ["error", "warn", "info", "debug", "trace"] as const) log[level](level);
    expect(lines.map((line) => JSON.parse(line).message)).toEqual(["error", "warn", "info"]);
    expect([log.isWritten("info"), log.isWritten("debug")]).toEqual([true, false]);
  });

  test("a child's messages have its fields, and its children's too", () => {
    const { log, last } = open();
    log.child({ run_id: "r1" }).child({ attempt: 2 }).info("sent", { bytes: 3 });
    expect(last()).toMatchObject({ run_id: "r1", attempt: 2, bytes: 3 });
  });

  test("a field cannot forge the level, the time or the message", () => {
    const { log, last } = open();
    log.info("true", { level: "error", time: "x", message: "false" });
    expect(last()).toMatchObject({ level: "info", message: "true", level_: "error", message_: "false" });
  });

  test("a message is taken as it stands, format marks and line breaks included", () => {
    const { log, lines, last } = open();
    log.info("100%s\n{}");
    expect(lines[0]?.trimEnd()).not.toContain("\n");
    expect(last()).toMatchObject({ message: "100%s\n{}" });
  });

  test("errors are logged with their code, stack and every cause", () => {
    const { log, last } = open();
    const cause = Object.assign(new TypeError("inner"), { code: "ECONNRESET" });
    log.error("failed", { error: new AbpError("config_invalid", "outer", { cause, details: { n: 1 } }) });
    expect(last()["error"]).toMatchObject({
      name: "AbpError",
      code: "config_invalid",
      message: "outer",
      details: { n: 1 },
      cause: { name: "TypeError", message: "inner", code: "ECONNRESET" },
      stack: expect.stringContaining("log.test.ts"),
    });
    log.error("failed", { error: new AggregateError([new Error("a"), "b"], "both") });
    expect(last()["error"]).toMatchObject({ errors: [{ message: "a" }, "b"] });
  });

  test("whatever the fields are, a line comes out and nothing is thrown", () => {
    const { log, lines } = open();
    const cycle: Record<string, unknown> = {};
    cycle["self"] = cycle;
    const thrower = Object.defineProperty({}, "x", {
      enumerable: true,
      get: () => {
        throw new Error("no");
      },
    });
    log.info("m", { cycle });
    log.info("m", { thrower });
    log.info("m", { body: new Uint8Array(5), url: new URL("http://h/"), big: 10n, f: () => 1 });
    expect(JSON.parse(lines[2] ?? "")).toMatchObject({ body: "[5 bytes]", url: "http://h/", big: "10" });
    fc.assert(
      fc.property(
        fc.anything({ withMap: true, withDate: true, withBigInt: true, withSet: true }),
        (value) => {
          log.info("m", { value });
          expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ message: "m" });
        },
      ),
    );
    expect(() => openLog({ level: "info", form: "json", write: () => fail() }).info("m")).not.toThrow();
  });

  test("a long text is cut after its secrets are hidden", () => {
    const { log, lines } = open({ secrets: ["canary-7f3k9"] });
    log.info("m", { text: `${"a ".repeat(4091)}canary-7f3k9${" b".repeat(9000)}` });
    expect(lines[0]?.length).toBeLessThan(9000);
    expect(lines[0]).not.toContain("canary");
  });

  test("for a terminal it is one line that no message can break or colour", () => {
    const { log, lines } = open({ form: "text" });
    log.error("bad\n\u001b[31mthing", { run_id: "r-1", text: "two words", error: new Error("inner\nline") });
    expect(lines).toEqual([
      '03:04:05.678 ERROR bad [31mthing run_id=r-1 text="two words" error="Error: inner\\nline"\n',
    ]);
    const coloured = open({ form: "text", colour: true });
    coloured.log.warn("m");
    expect(coloured.lines).toEqual(["03:04:05.678 \u001b[33mWARN \u001b[39m m\n"]);
  });

  test("a field named as the prototype is a field, and cannot forge the message", () => {
    const { log, lines } = open();
    const prototype = JSON.parse('{"__proto__":{"message":"false"}}') as Record<string, unknown>;
    log.info("true", { ...prototype, engine: "claude" });
    expect(lines[0]).toContain('"__proto__":{"message":"false"},"engine":"claude","message":"true"}');
  });

  test("neither messages nor calls load a library", () => {
    const script = `
      const { openLog } = await import(${JSON.stringify(new URL("./index.ts", import.meta.url).href)});
      const { createRequire } = await import("node:module");
      const loaded = () => Object.keys(createRequire(import.meta.url).cache);
      const before = loaded();
      const log = openLog({ level: "info", form: "json", write: () => {} });
      log.call({ key: "k", dialect: "d", engine: "e", mode: "mapped", durationMs: 1, losses: 0, runId: "r" });
      log.info("m", { error: new Error("e") });
      process.stdout.write(JSON.stringify(loaded().filter((path) => !before.includes(path))));`;
    const output = execFileSync(process.execPath, ["--input-type=module", "-e", script], {
      encoding: "utf8",
    });
    expect(JSON.parse(output)).toEqual([]);
  });
});

describe("the line of a call", () => {
  test("is one JSON object with the time, or one line of text", () => {
    const { log, lines, last } = open();
    log.call(finishedCall);
    expect(lines[0]?.endsWith("}\n")).toBe(true);
    expect(last()).toMatchObject({ level: "info", time: "2026-01-02T03:04:05.678Z", key: "dev", losses: 2 });
    const text = open({ form: "text" });
    text.log.call(bareCall);
    expect(text.lines).toEqual(["03:04:05.678 INFO  claude passthrough total 0 ms run=r1\n"]);
    const coloured = open({ form: "text", colour: true });
    coloured.log.call({ ...bareCall, status: 500 });
    expect(coloured.lines[0]).toContain("\u001b[33mWARN \u001b[39m claude");
  });

  test("is written at its own level", () => {
    const { log, lines } = open({ level: "warn" });
    log.call(finishedCall);
    expect(lines).toEqual([]);
    log.call({ ...finishedCall, status: 502 });
    log.call({ ...finishedCall, status: 400, error: { code: "validation_failed", where: "model" } });
    expect(lines.map((line) => JSON.parse(line).message)).toEqual(["call failed", "call refused"]);
    const silent = open({ level: "error" });
    silent.log.call({ ...finishedCall, status: 502 });
    expect(silent.lines).toEqual([]);
  });

  test("has the fields of a child log", () => {
    const { log, last } = open({ secrets: ["canary-7f3k9"] });
    log.child({ thread: 2, note: "canary-7f3k9", level: "error" }).call(bareCall);
    expect(last()).toMatchObject({ thread: 2, note: "[redacted]", level: "info", level_: "error" });
    const text = open({ form: "text" });
    text.log.child({ thread: 2 }).call(bareCall);
    expect(text.lines[0]).toBe("03:04:05.678 INFO  claude passthrough total 0 ms run=r1 thread=2\n");
  });

  test("is safe whatever the caller and the engine send", () => {
    const secret = "canary-7f3k9";
    for (const form of ["json", "text"] as const) {
      const { log, lines } = open({ form, secrets: [secret] });
      const entry = { ...finishedCall, requestedModel: `m\n{"level":"error"}`, servedModel: `x${secret}` };
      log.call({ ...entry, runId: secret, error: { code: "c", where: `a.sk-ant-abcdefghijk\u001b[2J` } });
      expect(lines).toHaveLength(1);
      expect(lines[0]!.indexOf("\n")).toBe(lines[0]!.length - 1);
      expect(lines[0]).not.toMatch(/canary|sk-ant|\p{Cc}(?!$)/u);
      log.call({ ...entry, requestedModel: "m".repeat(1_000_000) });
      expect(lines[1]!.length).toBeLessThan(1000);
    }
  });

  test("never throws", () => {
    const { log } = open({ write: () => fail() });
    expect(() => log.call(finishedCall)).not.toThrow();
  });
});

function fail(): never {
  throw new Error("the terminal is gone");
}

describe("secrets", () => {
  const canary = "c4nary/Zebra+quartz lime?37";
  const encodings: Record<string, (text: string) => string> = {
    plain: (text) => text,
    JSON: (text) => JSON.stringify(JSON.stringify(text)),
    "a URL": encodeURIComponent,
    "a URL in lower case": (text) => encodeURIComponent(text).replace(/%../g, (one) => one.toLowerCase()),
    "a form": (text) => new URLSearchParams({ q: text }).toString(),
    base64: (text) => Buffer.from(text).toString("base64"),
    base64url: (text) => Buffer.from(text).toString("base64url"),
    "base64 of a longer text": (text) => Buffer.from(`user:${text}, and more`).toString("base64"),
    "base64 of JSON": (text) => Buffer.from(JSON.stringify({ k: [text] })).toString("base64url"),
  };
  const places: Record<string, (text: string) => [string, Record<string, unknown>]> = {
    "the message": (text) => [`sent ${text} on`, {}],
    "a header's value": (text) => ["m", { headers: { "x-other": text } }],
    "a list of headers": (text) => ["m", { headers: ["x-other", text] }],
    Headers: (text) => ["m", { headers: new Headers({ "x-other": encodeURI(text) }) }],
    "a Map's key and value": (text) => ["m", { map: new Map([[text, text]]) }],
    "a field's name": (text) => ["m", { [text]: 1 }],
    "a URL's query": (text) => ["m", { url: `https://h/p?q=${text}` }],
    "a URL object": (text) => ["m", { url: new URL(`https://h/p?q=${encodeURIComponent(text)}`) }],
    "an error": (text) => ["m", { error: new Error(text) }],
    "the cause of an error": (text) => [
      "m",
      { error: new Error("outer", { cause: new Error("middle", { cause: new Error(`got ${text}`) }) }) },
    ],
    "a string as cause": (text) => ["m", { error: new Error("outer", { cause: text }) }],
    "details of an error": (text) => [
      "m",
      { error: new AbpError("config_invalid", "x", { details: { deep: [{ text }] } }) },
    ],
    "nested objects": (text) => ["m", { a: [{ b: { c: [text] } }] }],
  };

  /** What a reader could make out of a line: the text, and what its escapes and base64 runs stand for. */
  function readings(line: string): string[] {
    const unescaped = [line, line.replaceAll("\\", "")];
    const decoded = unescaped.map((text) => {
      try {
        return decodeURIComponent(text.replaceAll("+", "%20"));
      } catch {
        return text;
      }
    });
    const runs = (line.match(/[\w+/-]{8,}/g) ?? []).map((run) =>
      Buffer.from(run, "base64").toString("latin1"),
    );
    return [...unescaped, ...decoded, ...runs];
  }

  describe.each(Object.keys(places))("in %s", (place) => {
    test.each(Object.keys(encodings))("G10: a known secret as %s is never written", (encoding) => {
      const { log, lines } = open({ secrets: [canary] });
      const [message, fields] = places[place]!(encodings[encoding]!(canary));
      log.child(fields).error(message, fields);
      log.error(message, fields);
      const terminal = open({ secrets: [canary], form: "text" });
      terminal.log.error(message, fields);
      expect(lines).toHaveLength(2);
      for (const line of [...lines, ...terminal.lines])
        for (const reading of readings(line)) {
          expect(reading).not.toContain(canary);
          expect(reading).not.toContain("Zebra+quartz");
        }
    });
  });

  test("G10: without being known, secrets are hidden by their names and forms", () => {
    const { log, lines } = open();
    log.info("Authorization: Bearer hunter2hunter2", {
      headers: ["x-api-key", "hunter2", "Authorization", "hunter2", "accept", "text/plain"],
      request: { headers: new Headers({ "x-goog-api-key": "hunter2", cookie: "a=hunter2" }) },
      url: new URL("https://user:hunter2@h/?api_key=hunter2&page=2"),
      error: new Error("m", { cause: { token: "hunter2", text: "password=hunter2" } }),
      key: "sk-ant-api03-hunter2hunter2",
    });
    expect(lines[0]).not.toContain("hunter2");
    expect(lines[0]).toContain("text/plain");
    expect(lines[0]).toContain("page=2");
  });
});
