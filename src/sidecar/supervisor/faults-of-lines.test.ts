import { describe, expect, it } from "vitest";
import { faultSize } from "../../../test/fault-size.ts";
import { runToEnd, startFixture, textsOf } from "../fixtures/start-fixture.ts";

/** Runs a sidecar that writes these lines; `@` stands for the run id, `+` at the end for a regular final. */
async function runLines(argument: string, settings = {}, behaviour = "lines") {
  const sidecar = await startFixture(behaviour, settings, argument);
  const result = await runToEnd(sidecar);
  await sidecar.close();
  return { ...result, texts: textsOf(result), record: sidecar.record() };
}

const delta = (text: string) =>
  `{"t":"event","ref_id":"@","event":{"type":"assistant_delta","text":${text}}}`;

describe("the lines of a sidecar", () => {
  it("S10 ignores frames of an unknown kind and says how many", async () => {
    const { error, texts, record } = await runLines(`${delta('"a"')}\n{"t":"dance","ref_id":"@"}\n+`);
    expect(error).toBeUndefined();
    expect(texts).toEqual(["a", "done"]);
    expect(record["violations"]).toEqual({ unknown_frame: 1 });
  });

  it("S10 drops unknown members in mapped mode and says how many", async () => {
    const line =
      '{"t":"event","ref_id":"@","x":1,"event":{"type":"assistant_delta","text":"a","mood":"good"}}\n+';
    const { events, record } = await runLines(line);
    expect(events[0]).toEqual({ ts: "1970-01-01T00:00:00.000Z", type: "assistant_delta", text: "a" });
    expect(record["dropped_members"]).toBe(1);
  });

  it("S10 keeps unknown members in passthrough mode", async () => {
    const line = '{"t":"event","ref_id":"@","event":{"type":"assistant_delta","text":"a","mood":"good"}}\n+';
    const sidecar = await startFixture("lines", {}, line);
    const { events } = await runToEnd(sidecar, { mode: "passthrough" });
    await sidecar.close();
    expect(events[0]).toMatchObject({ text: "a", mood: "good" });
  });

  it("keeps an event of an unknown type as a warning", async () => {
    const { events, record } = await runLines(
      '{"t":"event","ref_id":"@","event":{"type":"usage","tokens":5}}\n+',
    );
    expect(events[0]).toMatchObject({ type: "warning", ext: { raw: { type: "usage", tokens: 5 } } });
    expect(record.violations).toEqual({ unknown_event_type: 1 });
  });

  it("S11 keeps the bytes of a partial line when the sidecar crashes", async () => {
    const { error, texts, record } = await runLines("", {}, "partial-then-crash");
    const hex = Buffer.from('{"t":"event","ref_id":"').toString("hex");
    expect(error).toMatchObject({
      code: "sidecar_exited_without_final",
      details: { exit: { code: 9, signal: null }, incomplete_line_hex: hex },
    });
    expect(record.incomplete_line_hex).toBe(hex);
    expect(texts).toEqual(["before"]);
  });

  it("S11 quotes at most 1 KiB of a partial line", async () => {
    const { record } = await runLines(
      "x".repeat(5000),
      { exitGraceMs: 200, drainMs: 200, killGraceMs: 200 },
      "lines-then-exit",
    );
    expect(record.incomplete_line_hex).toHaveLength(1024);
  });

  it("S12 accepts a final without line feed at the end of the output, and notes it", async () => {
    const { claim, record } = await runLines("", {}, "final-without-line-feed");
    expect(claim).toMatchObject({ outcome: "complete", usage: { input_tokens: 3 } });
    expect(record.violations).toEqual({ missing_line_feed: 1 });
  });

  it("S13 ends a sidecar that writes a line longer than the limit, with bounded memory", async () => {
    const before = process.memoryUsage().rss;
    const { error } = await runLines("", { maxLineBytes: faultSize(1, 8) * 1024 * 1024 }, "endless-line");
    expect(error?.code).toBe("sidecar_line_too_long");
    expect(process.memoryUsage().rss - before).toBeLessThan(64 * 1024 * 1024);
  });

  it("S17 decodes a character whose bytes arrive in two reads", async () => {
    const line = `${delta('"aé😀日b"').replace("@", "run-1")}\n`;
    const { texts } = await runLines(Buffer.from(line).toString("hex"), {}, "bytes");
    expect(texts).toEqual(["aé😀日b", "done"]);
  });

  it("S17 refuses bytes that are not UTF-8", async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"t":"event","x":"'),
      Buffer.from([0xff]),
      Buffer.from('"}\n'),
    ]);
    const { error, texts } = await runLines(bytes.toString("hex"), {}, "bytes");
    expect(error).toMatchObject({ code: "protocol_invalid_envelope", details: { rule: "invalid-utf8" } });
    expect(texts).toEqual([]);
  });

  it("S18 takes CRLF, blank lines, carriage returns between tokens and U+2028 in strings", async () => {
    const { texts } = await runLines(`\r\n\n  \t\n${delta('\r"a\u2028b"')}\r\n${delta('"c\\u0000d"')}\n+`);
    expect(texts).toEqual(["a\u2028b", "c\u0000d", "done"]);
  });

  it("S18 refuses a raw NUL and a raw carriage return in a string", async () => {
    for (const text of ['"a\u0001b"', '"a\rb"']) {
      expect((await runLines(`${delta(text)}\n+`)).error?.code).toBe("protocol_invalid_envelope");
    }
  });

  it("S19 refuses a line with a name twice in an object", async () => {
    const line = '{"t":"event","ref_id":"@","t":"final","event":{}}';
    const { error } = await runLines(`${line}\n+`, { skippableLines: 5 });
    expect(error).toMatchObject({ code: "protocol_invalid_envelope", details: { rule: "duplicate-key" } });
  });

  it.each([
    ["a prototype", '{"__proto__":{"admin":1}}'],
    ["deep nesting", `{"x":${"[".repeat(20_000)}${"]".repeat(20_000)}}`],
    ["a large integer", '{"x":9007199254740993}'],
    ["half a surrogate pair", '{"x":"\\ud800"}'],
  ])("S19 takes %s in a free field as it came", async (_, ext) => {
    const line = `{"t":"event","ref_id":"@","event":{"type":"warning","message":"x","ext":${ext}}}`;
    const { error, events } = await runLines(`${line}\n+`);
    expect(error).toBeUndefined();
    expect(JSON.stringify(events[0]?.ext).replace(/\{"abp_raw_json":"(.*?)"\}/, "$1").length).toBeGreaterThan(
      Math.min(ext.length, 10),
    );
    expect(({} as Record<string, unknown>)["admin"]).toBeUndefined();
  });

  it("S19 refuses a line with a million names by its size", async () => {
    const names = Array.from({ length: 3000 }, (_, index) => `"name${index}":${index}`).join(",");
    const { error } = await runLines(`{"t":"event",${names}}\n+`, { maxLineBytes: 20_000 });
    expect(error?.code).toBe("sidecar_line_too_long");
  });

  it.each([
    ["protocol_missing_ref_id", '{"t":"event","event":{"type":"warning","message":"x"}}'],
    ["protocol_invalid_envelope", '{"t":"event","ref_id":"@","event":{"type":"warning"}}'],
    ["protocol_invalid_envelope", '{"t":"event","ref_id":"@","event":null}'],
    ["protocol_invalid_envelope", '{"t":"final","ref_id":"@","receipt":{"outcome":"great"}}'],
    ["protocol_invalid_envelope", '{"t":"final","ref_id":"@"}'],
    ["protocol_invalid_envelope", '{"kind":"event"}'],
    ["protocol_invalid_envelope", "[1,2]"],
    ["protocol_invalid_envelope", "Traceback (most recent call last):"],
    ["protocol_unexpected_message", '{"t":"run","id":"x"}'],
  ])("ends the run with %s at %s", async (code, line) => {
    expect((await runLines(`${line}\n+`)).error?.code).toBe(code);
  });
});
