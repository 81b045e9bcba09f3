import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { loadConfig } from "../load.ts";
import { interpolate } from "./interpolation.ts";

describe("interpolation", () => {
  test.each([
    ["a variable is put in", `Bearer \${TOKEN}!`, { TOKEN: "t" }, "Bearer t!"],
    ["several variables are put in", `\${A}\${B}-\${A}`, { A: "1", B: "2" }, "12-1"],
    ["a default stands in for an unset variable", `\${A:-x y}`, {}, "x y"],
    ["a default stands in for an empty variable", `\${A:-x}`, { A: "" }, "x"],
    ["a set variable wins over its default", `\${A:-x}`, { A: "1" }, "1"],
    ["a default may be empty", `[\${A:-}]`, {}, "[]"],
    ["an empty variable without a default is taken as it is", `[\${A}]`, { A: "" }, "[]"],
    ["a value is not looked into again", `\${A}`, { A: `\${B}` }, `\${B}`],
  ])("%s", (_, source, environment, text) => {
    expect(interpolate(source, environment)).toEqual({ text, substituted: true, problems: [] });
  });

  test.each([
    ["an escape gives the plain characters", `$\${A}`, `\${A}`],
    ["dollar signs and names alone are plain text", "$5 $HOME {A} $$", "$5 $HOME {A} $$"],
  ])("%s and counts as no substitution", (_, source, text) => {
    expect(interpolate(source, { A: "secret" })).toEqual({ text, substituted: false, problems: [] });
  });

  test("every missing variable is named", () => {
    const { problems } = interpolate(`\${ONE} \${TWO} \${THREE:-3}`, {});
    expect(problems).toEqual([
      "needs the environment variable ONE, which is not set",
      "needs the environment variable TWO, which is not set",
    ]);
  });

  test.each([`\${`, `\${}`, `\${1A}`, `\${A`, `\${A-x}`, `\${A B}`])("%s is not an expression", (source) => {
    expect(interpolate(source, { A: "1" })).toStrictEqual({
      text: source,
      substituted: false,
      problems: ["contains a `${` that is not followed by a variable: write `$${` for a plain `${`"],
    });
  });

  test("any text comes back from its escaped form", () => {
    const piece = fc.oneof(fc.string(), fc.constantFrom("$", "{", "}", `\${`, `$\${`, "A", ":-"));
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const text = pieces.join("");
        const escaped = text.replaceAll(`\${`, `$$\${`);
        expect(interpolate(escaped, {})).toEqual({ text, substituted: false, problems: [] });
      }),
    );
  });
});

describe("variables in a configuration file", () => {
  test("are replaced in the tables of a list as well, and the whole value counts as secret", () => {
    const text = `[engines.a]\npreset = 'sim'\nfallback = ['b', { engine = '\${NAME}', model = 'm' }]`;
    const readFile = () => text;
    const env = { NAME: "c" };
    const { config, origins } = loadConfig({ cwd: "/p", home: "/h", configFile: "/p/b.toml", env, readFile });
    expect(config.engines["a"]?.fallback).toEqual(["b", { engine: "c", model: "m" }]);
    expect(origins.get("engines.a.fallback")).toMatchObject({ redacted: true });
  });
});
