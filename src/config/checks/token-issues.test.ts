import { hash } from "node:crypto";
import { expect, it } from "vitest";
import type { ConfigIssue } from "../issue.ts";
import { loadConfig } from "../load.ts";
import { listTokenIssues } from "./token-issues.ts";

const SECRET = "canary-token-of-ada";

function issuesOf(text: string, env: Record<string, string> = {}, files: Record<string, string> = {}) {
  const readFile = (path: string) => {
    const found = path.endsWith("/backplane.toml") ? text : files[path];
    if (found === undefined) throw Object.assign(new Error("no such file"), { code: "ENOENT" });
    return found;
  };
  try {
    loadConfig({ cwd: "/work", home: "/home/ada", env, readFile, ignoreProjectConfig: true });
    return [];
  } catch (error) {
    const { code, details, message } = error as {
      code: string;
      message: string;
      details: { issues: object[] };
    };
    expect([code, `${message}${JSON.stringify(details)}`.includes(SECRET)]).toEqual([
      "config_invalid",
      false,
    ]);
    return details.issues;
  }
}

const ada = `[keys.ada]\ntoken = "${SECRET}"\n`;
const SHARED = "is also the token of `keys.ada`; each key needs its own";

it.each([
  ["in the file", `${ada}[keys.bob]\ntoken = "${SECRET}"\n`, {}, {}, "token", /backplane\.toml:4:1$/],
  [
    "as a digest",
    `${ada}[keys.bob]\ntoken_sha256 = "${hash("sha256", SECRET, "hex")}"\n`,
    {},
    {},
    "token_sha256",
    /backplane\.toml:4:1$/,
  ],
  ["in a variable", ada, { ABP_KEYS__BOB__TOKEN: SECRET }, {}, "token", /^ABP_KEYS__BOB__TOKEN$/],
  [
    "in a file that the key names",
    `${ada}[keys.bob]\ntoken_file = "/bob"\n`,
    {},
    { "/bob": `${SECRET}\n` },
    "token",
    /backplane\.toml:4:1$/,
  ],
])("one token under two keys is refused, the second %s", (_, text, env, files, member, where) => {
  expect(issuesOf(text, env, files)).toEqual([
    {
      message: `\`keys.bob.${member}\` ${SHARED}`,
      where: expect.stringMatching(where),
      key: `keys.bob.${member}`,
    },
  ]);
});

it("a short token is refused, wherever it comes from", () => {
  const message = "`keys.ada.token` is shorter than 8 characters";
  for (const issues of [
    issuesOf('[keys.ada]\ntoken = "x"\n'),
    issuesOf("", { ABP_KEYS__ADA__TOKEN: "1234567" }),
    issuesOf('[keys.ada]\ntoken_file = "/ada"\n', {}, { "/ada": "1234567\n" }),
  ])
    expect(issues).toEqual([expect.objectContaining({ message, key: "keys.ada.token" })]);
  expect(issuesOf('[keys.ada]\ntoken = "12345678"\n')).toEqual([]);
});

it.each<[string, [path: string, value: unknown][], ConfigIssue[]]>([
  ["a token that is no text", [["keys.ada.token", 5]], []],
  ["a token that is empty", [["keys.ada.token", ""]], []],
  ["a text below a token", [["keys.ada.token.x", "short"]], []],
  ["a text in place of the keys", [["keys", "short"]], []],
  ["a text in place of a key", [["keys.ada", "short"]], []],
  ["the token of something else", [["engines.ada.token", "short"]], []],
  [
    "a short token behind values that are none",
    [
      ["keys.ada.mode", "strict"],
      ["keys.ada.token.x", "y"],
      ["keys.ada.token", "short"],
    ],
    [
      {
        message: "`keys.ada.token` is shorter than 8 characters",
        where: "at keys.ada.token",
        key: "keys.ada.token",
      },
    ],
  ],
  [
    "the second of two equal tokens, whichever of their keys came first",
    [
      ["keys.bob.mode", "strict"],
      ["keys.ada.token", SECRET],
      ["keys.bob.token", SECRET],
    ],
    [{ message: `\`keys.bob.token\` ${SHARED}`, where: "at keys.bob.token", key: "keys.bob.token" }],
  ],
])("%s has the issues that it should have", (_, values, issues) => {
  const leaves = values.map(([path, value]) => ({
    path: path.split("."),
    value,
    origin: { layer: "user" as const, where: `at ${path}`, redacted: false },
  }));
  expect(listTokenIssues(leaves)).toStrictEqual(issues);
});
