import fc from "fast-check";
import { expect, it } from "vitest";
import { RawEvents } from "./raw-events.ts";

function split(bytes: Buffer, cuts: readonly number[]) {
  const events = new RawEvents();
  const places = [...new Set(cuts.map((cut) => Math.min(cut, bytes.length)))].sort((a, b) => a - b);
  const chunks = [0, ...places].map((from, index) => bytes.subarray(from, places[index] ?? bytes.length));
  return [...chunks.flatMap((chunk) => events.push(chunk)), ...events.end()];
}

it("splits a stream into events with their names and data, and keeps comments and the rest", () => {
  const text = ": hi\n\nevent: a\ndata: {}\n\ndata: x\r\n\r\ndata: rest";
  expect(split(Buffer.from(text), [])).toEqual([
    { text: ": hi\n\n", data: undefined, event: undefined },
    { text: "event: a\ndata: {}\n\n", data: "{}", event: "a" },
    { text: "data: x\r\n\r\n", data: "x", event: undefined },
    { text: "data: rest", data: "rest", event: undefined },
  ]);
});

it("changes no byte of a stream, however its bytes are cut", () => {
  const part = fc.constantFrom(
    "data: ",
    "event: x",
    "é😀",
    "\r",
    "\n",
    "\r\n",
    "\n\n",
    "\r\n\r\n",
    ":",
    "\uFEFF",
    "{}",
  );
  fc.assert(
    fc.property(
      fc.array(part, { maxLength: 30 }),
      fc.array(fc.nat(200), { maxLength: 20 }),
      (parts, cuts) => {
        const bytes = Buffer.from(parts.join(""));
        const texts = split(bytes, cuts).map(({ text }) => text);
        expect(texts.join("")).toBe(bytes.toString("utf8"));
      },
    ),
  );
});

it("gives each event with the bytes that end it, and waits for the rest of an end", () => {
  const events = new RawEvents();
  const push = (text: string) => events.push(Buffer.from(text)).map((event) => event.text);
  expect(push("data: a\n\ndata: b\n")).toEqual(["data: a\n\n"]);
  expect(push("\ndata: c\r\r")).toEqual(["data: b\n\n"]);
  expect(push("data: d\r\n\r")).toEqual(["data: c\r\r"]);
  expect(push("\ndata: e\r\r\n")).toEqual(["data: d\r\n\r\n", "data: e\r\r"]);
  expect(push("\n")).toEqual(["\n\n"]);
  expect(events.end()).toEqual([]);
});
