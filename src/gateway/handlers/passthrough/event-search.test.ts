import { describe, expect, it } from "vitest";
import { findDialect } from "../../../dialects/index.ts";
import { EventSearch, searchOf } from "./event-search.ts";

const search = new EventSearch({ eventMarkers: ['"a":{', '"b"'], callMarkers: ['"call"', '"b"'] });
const lines = (...data: readonly string[]) => data.map((one) => `data: ${one}\n\n`).join("");

describe("the search for events worth reading", () => {
  it("finds the lines with a marker, and counts all events", () => {
    const text = lines('{"x":1}', '{"a":{}}', '{"call":1}', '{"b":1}');
    const starts = [...text.matchAll(/data:/g)].map(({ index }) => index);
    const { facts, calls, events } = search.find(text);
    expect([...facts]).toEqual([starts[1], starts[3]]);
    expect([...calls]).toEqual([starts[2], starts[3]]);
    expect(events).toBe(4);
  });

  it("finds the first line and the last four of each marker, and every line with a call", () => {
    const text = lines(...Array.from({ length: 10 }, () => '{"a":{},"call":1}'));
    const starts = [...text.matchAll(/data:/g)].map(({ index }) => index);
    const { facts, calls } = search.find(text);
    expect([...facts]).toEqual([starts[0], ...starts.slice(-4)]);
    expect([...calls]).toEqual(starts);
  });

  it("names a line once that has a marker twice", () => {
    const { facts, calls } = search.find(lines('{"b":{"b":1}}'));
    expect([facts.size, calls.size]).toEqual([1, 1]);
  });

  it("counts events by their data, not by their other lines", () => {
    expect(search.find("event: x\ndata: {}\n\n: still here\n\nevent: y\r\ndata: {}\r\n\r\n").events).toBe(2);
    expect(search.find("").events).toBe(0);
  });

  it("takes the characters of markers as they are", () => {
    const odd = new EventSearch({ eventMarkers: ['"$x.y"', "(", "[a]"], callMarkers: [] });
    expect(odd.find(lines('"$x.y"', '"$xzy"', "(", "a", "[a]")).facts.size).toBe(3);
  });

  it("is made once for each dialect", () => {
    const claude = findDialect("claude");
    expect(searchOf(claude)).toBe(searchOf(claude));
    expect(searchOf(claude)).not.toBe(searchOf(findDialect("openai")));
  });
});
