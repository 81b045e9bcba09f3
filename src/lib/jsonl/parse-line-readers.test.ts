import { beforeEach, describe, expect, it, vi } from "vitest";
import { parseFreeLine } from "./parse-line.ts";

const calls = vi.hoisted(() => ({ strict: [] as string[], escapes: [] as boolean[], measured: 0 }));

vi.mock("./compact-length.ts", async (importOriginal) => {
  const { compactLength } = await importOriginal<typeof import("./compact-length.ts")>();
  return {
    compactLength: (value: unknown, hasEscapes: boolean, depth: number) => {
      calls.escapes.push(hasEscapes);
      return compactLength(value, hasEscapes, depth);
    },
  };
});
vi.mock("./json-shape.ts", async (importOriginal) => {
  const shapes = await importOriginal<typeof import("./json-shape.ts")>();
  return {
    ...shapes,
    measureJson: (...args: Parameters<typeof shapes.measureJson>) => {
      calls.measured += 1;
      shapes.measureJson(...args);
    },
  };
});

vi.mock("../json/index.ts", async (importOriginal) => {
  const json = await importOriginal<typeof import("../json/index.ts")>();
  return {
    ...json,
    readJson: (text: string, options: object) => {
      calls.strict.push(text);
      return json.readJson(text, options);
    },
  };
});

const LONG = "x".repeat(2100);

describe("parseFreeLine", () => {
  beforeEach(() => {
    calls.strict = [];
    calls.escapes = [];
    calls.measured = 0;
    vi.spyOn(JSON, "parse").mockClear();
  });

  it.each([
    '{"t":"event","n":12}',
    '{"t": "event", "n": -1.5, "s": "\\n\\u00e9"}',
    `{"t":"${LONG}","o":{"a":[1,null]}}`,
    `{"t":"${"x".repeat(2041)}"}`,
    "5",
  ])("reads a usual line once, without the reader", (line) => {
    const parse = vi.mocked(JSON.parse);
    const value = parseFreeLine(line);
    expect(parse).toHaveBeenCalledTimes(1);
    expect(calls.strict).toEqual([]);
    expect(value).toEqual(JSON.parse(line));
  });

  it.each([
    '{"a":1e3}',
    `{"a":1e3,"b":"${LONG}"}`,
    "[".repeat(129) + "]".repeat(129),
    '{"a":"\\ud83d\\ude00"}',
  ])("leaves an unusual line to the reader", (line) => {
    parseFreeLine(line);
    expect(calls.strict).toEqual([line]);
  });

  it("measures a long line before it parses it", () => {
    const parse = vi.mocked(JSON.parse);
    const deep = `${"[".repeat(1100)}${"]".repeat(1100)}`;
    parseFreeLine(deep);
    expect([calls.measured, calls.strict]).toEqual([1, [deep]]);
    expect(parse).not.toHaveBeenCalledWith(deep);
  });

  it.each([
    ['{"t":"event"}', false, 0],
    ['{"t":"a\\n"}', true, 0],
    ['{"t": "event"}', false, 1],
  ])("measures %s only if it is not as short as it can be", (line, hasEscapes, measured) => {
    parseFreeLine(line);
    expect([calls.escapes, calls.measured]).toEqual([[hasEscapes], measured]);
  });

  it("reads 128 levels with spaces without the reader", () => {
    parseFreeLine(`${"[".repeat(128)} ${"]".repeat(128)}`);
    expect(calls.strict).toEqual([]);
  });
});
