import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { loadUndici } from "./undici.ts";

const load = createRequire(import.meta.url);
const whole = load("undici") as ReturnType<typeof loadUndici> & { errors: { HTTPParserError: unknown } };

/** Loads modules like `require`, except for these. */
function loadWithout(replaced: Record<string, () => unknown>) {
  const loaded: string[] = [];
  return {
    loaded,
    load: (id: string): unknown => {
      loaded.push(id);
      return replaced[id] === undefined ? load(id) : replaced[id]();
    },
  };
}

function missing(): never {
  throw Object.assign(new Error("no such file"), { code: "MODULE_NOT_FOUND" });
}

describe("loading undici", () => {
  it("loads the pool and the errors alone", () => {
    const { loaded, load: loadFile } = loadWithout({});
    const parts = loadUndici(loadFile);
    expect(loaded).toEqual(["undici/lib/dispatcher/pool.js", "undici/lib/core/errors.js"]);
    expect(parts.Pool).toBe(whole.Pool);
    expect(parts.HTTPParserError).toBe(whole.errors.HTTPParserError);
  });

  it.each(["undici/lib/dispatcher/pool.js", "undici/lib/core/errors.js"])(
    "loads the whole package when %s is missing",
    (file) => {
      const { loaded, load: loadFile } = loadWithout({ [file]: missing });
      const parts = loadUndici(loadFile);
      expect(loaded.at(-1)).toBe("undici");
      expect(new parts.Pool("http://127.0.0.1:1")).toBeInstanceOf(whole.Pool);
      expect(parts.HTTPParserError).toBe(whole.errors.HTTPParserError);
    },
  );

  it.each<[string, string, unknown]>([
    ["the pool", "undici/lib/dispatcher/pool.js", {}],
    ["the error", "undici/lib/core/errors.js", {}],
  ])("loads the whole package when the file of %s exports something else", (_, file, found) => {
    const { load: loadFile } = loadWithout({ [file]: () => found });
    const parts = loadUndici(loadFile);
    expect(parts.Pool).toBe(whole.Pool);
    expect(parts.HTTPParserError).toBe(whole.errors.HTTPParserError);
  });

  it("fails with the error of the package when that is missing too", () => {
    const { load: loadFile } = loadWithout({
      "undici/lib/dispatcher/pool.js": () => {
        throw new Error("first");
      },
      undici: () => {
        throw new Error("undici is not installed");
      },
    });
    expect(() => loadUndici(loadFile)).toThrow("undici is not installed");
  });
});
