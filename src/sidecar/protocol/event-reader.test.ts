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

  it("adds a time where the sidecar gives none", () => {
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

  it.each([null, 5, "text", [], {}, { type: 5 }])("refuses %j", (value) => {
    expect(read(value)).toBe("protocol_invalid_envelope");
  });

  it("names the broken place", () => {
    expect(() => new EventReader("mapped", now).read({ ts: TS, type: "warning" })).toThrow(
      /\$\.message is required/,
    );
  });
});
