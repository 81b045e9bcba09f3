import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { AbpError, AgentEvent } from "../../contract/index.ts";
import { EventReader } from "./event-reader.ts";

const TS = "2026-01-15T10:00:00.000Z";
const now = () => new Date(Date.UTC(2026, 1, 1));

/** The event, or the code of the error. */
function read(value: unknown, mode: "mapped" | "passthrough" = "passthrough"): unknown {
  try {
    return new EventReader(mode, now).read(structuredClone(value));
  } catch (error) {
    return AbpError.is(error) ? error.code : String(error);
  }
}

const maybe = (value: fc.Arbitrary<unknown>) => fc.option(value, { nil: undefined });
const odd = fc.constantFrom<unknown>(
  null,
  5,
  1.5,
  2 ** 31,
  true,
  "text",
  [],
  {},
  undefined,
  "2026-02-30T10:00:00Z",
);
const text = fc.oneof(
  { weight: 5, arbitrary: fc.string() as fc.Arbitrary<unknown> },
  { weight: 1, arbitrary: odd },
);
const anyEvent = fc
  .record({
    ts: fc.oneof(fc.constantFrom<unknown>(TS, "2026-01-15T10:00:00+02:00", "2026-01-31T23:59:59Z"), odd),
    type: fc.constantFrom(...AgentEvent.options.map((option) => option.shape.type.value)),
    message: text,
    text,
    tool_name: text,
    tool_use_id: maybe(text),
    parent_tool_use_id: maybe(text),
    input: maybe(fc.jsonValue()),
    output: maybe(fc.jsonValue()),
    is_error: fc.oneof(fc.boolean() as fc.Arbitrary<unknown>, odd),
    path: text,
    summary: text,
    command: text,
    exit_code: fc.oneof(fc.integer() as fc.Arbitrary<unknown>, odd),
    output_preview: maybe(text),
    error_code: maybe(fc.constantFrom("backend_timeout", "BACKEND_TIMEOUT", "strange")),
    ext: maybe(fc.oneof(fc.dictionary(fc.string(), fc.jsonValue()) as fc.Arbitrary<unknown>, odd)),
  })
  .map((event) => Object.fromEntries(Object.entries(event).filter(([, value]) => value !== undefined)));

describe("EventReader", () => {
  it("says the same as the schema about every event", () => {
    let accepted = 0;
    fc.assert(
      fc.property(anyEvent, (event) => {
        const withTime = { ...event, ts: event["ts"] ?? now().toISOString() };
        const expected = AgentEvent.safeParse(withTime);
        const actual = read(event);
        if (expected.success) accepted += 1;
        expect(actual).toEqual(expected.success ? expected.data : "protocol_invalid_envelope");
      }),
      { numRuns: 3000, seed: 1 },
    );
    expect(accepted).toBeGreaterThan(200);
  });

  it("leaves out members that the contract does not name in mapped mode, and counts them", () => {
    const reader = new EventReader("mapped", now);
    const event = reader.read({ ts: TS, type: "warning", message: "m", ext: { a: 1 }, one: 1, two: 2 });
    expect(event).toEqual({ ts: TS, type: "warning", message: "m", ext: { a: 1 } });
    expect(reader.droppedMembers).toBe(2);
    expect(reader.read({ ts: TS, type: "tool_call", tool_name: "T", input: 1 })).toEqual({
      ts: TS,
      type: "tool_call",
      tool_name: "T",
      tool_use_id: null,
      parent_tool_use_id: null,
      input: 1,
    });
    expect(reader.droppedMembers).toBe(2);
  });

  it("adds a time if the sidecar gives none", () => {
    expect(read({ type: "warning", message: "m" })).toMatchObject({ ts: "2026-02-01T00:00:00.000Z" });
  });

  it("keeps an unknown type as a warning with the whole event", () => {
    const reader = new EventReader("mapped", now);
    const event = reader.read({ ts: TS, type: "usage", tokens: 1 });
    expect(event).toEqual({
      ts: TS,
      type: "warning",
      message: 'The sidecar sent an event of the unknown type "usage"',
      ext: { raw: { ts: TS, type: "usage", tokens: 1 } },
    });
    expect(reader.unknownTypes).toBe(1);
    expect(reader.read({ ts: 5, type: "x".repeat(100) }).ts).toBe("2026-02-01T00:00:00.000Z");
  });

  it.each([undefined, null, 5, "text", [], {}, { type: 5 }])("refuses %j", (value) => {
    expect(read(value)).toBe("protocol_invalid_envelope");
  });

  it("names the broken place", () => {
    expect(() => new EventReader("mapped", now).read({ ts: TS, type: "warning" })).toThrow(
      /\$\.message is required/,
    );
  });

  it("shortens a long unknown type to 64 characters, and replaces a time that is wrong", () => {
    const reader = new EventReader("passthrough", now);
    const first = reader.read({ ts: "yesterday", type: "x".repeat(65) });
    expect(first).toMatchObject({
      ts: "2026-02-01T00:00:00.000Z",
      message: `The sidecar sent an event of the unknown type "${"x".repeat(64)}"`,
    });
    reader.read({ type: "y" });
    expect([reader.unknownTypes, reader.droppedMembers]).toEqual([2, 0]);
  });

  it.each<[object, object]>([
    [{ type: "tool_result", tool_name: "T", output: null, is_error: false }, { tool_use_id: null }],
    [
      { type: "command_executed", command: "c" },
      { exit_code: null, output_preview: null },
    ],
    [{ type: "command_executed", command: "c", exit_code: 3, output_preview: "o" }, {}],
    [{ type: "error", message: "m", error_code: "backend_timeout" }, {}],
    [{ type: "file_changed", path: "p", summary: "s" }, {}],
    [{ type: "assistant_delta", text: "t", ext: null }, {}],
    [{ type: "run_started", message: "m" }, {}],
  ])("fills in what %j leaves out, in both modes", (given, added) => {
    const expected = { ts: TS, ...given, ...added };
    expect(read({ ts: TS, ...given }, "mapped")).toEqual(expected);
    expect(read({ ts: TS, ...given })).toEqual(expected);
  });

  it("keeps unknown members in passthrough mode and counts none", () => {
    const reader = new EventReader("passthrough", now);
    expect(reader.read({ ts: TS, type: "warning", message: "m", more: 1 })).toMatchObject({ more: 1 });
    expect(reader.droppedMembers).toBe(0);
  });

  it("drops unknown members of an event that only the schema recognises", () => {
    const reader = new EventReader("mapped", now);
    const ts = "2026-01-31T10:00:00Z";
    expect(reader.read({ ts, type: "warning", message: "m", more: 1 })).toEqual({
      ts,
      type: "warning",
      message: "m",
    });
    expect(reader.droppedMembers).toBe(1);
  });
});
