import { describe, expect, test } from "vitest";
import { listRedirects } from "./credential-guard.ts";
import type { LayerName, Leaf } from "./layer.ts";

/** The layers in the order of their strength. */
const ORDER: readonly LayerName[] = ["user", "project", "environment", "flag"];

type Values = Readonly<Record<string, unknown>>;

function check(layers: Partial<Record<LayerName, Values>>, isProjectFound = true): string[] {
  const leaves = ORDER.map((layer) =>
    Object.entries(layers[layer] ?? {}).map(
      ([key, value]): Leaf => ({
        path: key.split("."),
        value,
        origin: { layer, where: `${layer}:${key}`, redacted: false },
      }),
    ),
  );
  return listRedirects(leaves, { isProjectFound }).map(({ where }) => where);
}

const KEY = "engines.e.api_key";
const URL_ = "engines.e.base_url";
const PRESET = "engines.e.preset";

describe("the credential of an engine", () => {
  test.each<[string, Partial<Record<LayerName, Values>>, string[]]>([
    [
      "a project's address for the user's key",
      { user: { [KEY]: "k" }, project: { [URL_]: "u" } },
      [`project:${URL_}`],
    ],
    [
      "a project's address in place of the user's",
      { user: { [KEY]: "k", [URL_]: "a" }, project: { [URL_]: "b" } },
      [`project:${URL_}`],
    ],
    [
      "a project's address for the user's headers, which may be keys",
      { user: { "engines.e.headers": ["authorization: x"] }, project: { [URL_]: "b" } },
      [`project:${URL_}`],
    ],
    [
      "a project's address for a key of the environment",
      { environment: { [KEY]: "k" }, project: { [URL_]: "u" } },
      [`project:${URL_}`],
    ],
    [
      "a project's address for a key of a flag",
      { flag: { [KEY]: "k" }, project: { [URL_]: "u" } },
      [`project:${URL_}`],
    ],
    [
      "the user's address for a key of the environment",
      { environment: { [KEY]: "k" }, user: { [URL_]: "u" } },
      [`user:${URL_}`],
    ],
    [
      "another vendor for the user's key",
      { user: { [KEY]: "k", [PRESET]: "anthropic" }, project: { [PRESET]: "openrouter" } },
      [`project:${PRESET}`],
    ],
    [
      "headers, dialect, preset and private addresses for a key that goes to the user's address",
      {
        user: { [KEY]: "k", [URL_]: "u" },
        project: {
          [PRESET]: "compatible",
          "engines.e.dialect": "claude",
          "engines.e.headers": ["x-target-url: evil"],
          "engines.e.allow_private": true,
          "engines.e.credential": "key",
        },
      },
      [
        `project:${PRESET}`,
        "project:engines.e.dialect",
        "project:engines.e.credential",
        "project:engines.e.headers",
        "project:engines.e.allow_private",
      ],
    ],
    [
      "a project's address for the keys of callers",
      { user: { "engines.e.credential": "caller", [URL_]: "a" }, project: { [URL_]: "b" } },
      [`project:${URL_}`],
    ],
    [
      "an engine of the project's own for the keys of callers",
      { project: { "engines.e.credential": "caller", [URL_]: "b" } },
      [`project:${URL_}`],
    ],
  ])("is not given away by %s", (_, layers, places) => {
    expect(check(layers)).toEqual(places);
  });

  test.each<[string, Partial<Record<LayerName, Values>>]>([
    ["beside its address in the same file", { project: { [KEY]: "k", [URL_]: "u" } }],
    ["beside its address in the user's file", { user: { [KEY]: "k", [URL_]: "u" } }],
    ["of a file, at an address of the environment", { user: { [KEY]: "k" }, environment: { [URL_]: "u" } }],
    ["of a project, at the user's address", { project: { [KEY]: "k" }, user: { [URL_]: "u" } }],
    ["that is overridden beside the address", { user: { [KEY]: "k" }, project: { [KEY]: "p", [URL_]: "u" } }],
    ["at the address of its preset", { environment: { [KEY]: "k" }, project: { [PRESET]: "anthropic" } }],
    [
      "at the address of a preset that both files state",
      {
        user: { [KEY]: "k", [PRESET]: "anthropic" },
        project: { [PRESET]: "anthropic", "engines.e.headers": ["a: b"] },
      },
    ],
    [
      "of callers, at a preset's address",
      { project: { "engines.e.credential": "caller", [PRESET]: "anthropic" } },
    ],
    [
      "with settings that send it nowhere else",
      {
        user: { [KEY]: "k", [URL_]: "u" },
        project: {
          "engines.e.models": ["m"],
          "engines.e.fallback": ["f"],
          "engines.e.retries": 0,
          "engines.e.allow_private": false,
          "engines.e.credential": "none",
        },
      },
    ],
    [
      "of the environment, in the dialect of the user's file",
      { environment: { [KEY]: "k", [URL_]: "u" }, user: { "engines.e.dialect": "openai" } },
    ],
    [
      "at the address of a preset that the environment chose",
      { user: { [KEY]: "k", [PRESET]: "anthropic" }, environment: { [PRESET]: "openrouter" } },
    ],
    ["beside a table of another kind", { user: { [KEY]: "k" }, project: { "others.e.base_url": "u" } }],
    ["beside a value within a value", { user: { [KEY]: "k" }, project: { "engines.e.base_url.x": "u" } }],
    ["with a list of headers that is empty", { user: { "engines.e.headers": [] }, project: { [URL_]: "u" } }],
    ["of another engine", { user: { [KEY]: "k" }, project: { "engines.f.base_url": "u" } }],
    ["that is none", { user: { "engines.e.credential": "none" }, project: { [URL_]: "u" } }],
  ])("is used %s", (_, layers) => {
    expect(check(layers)).toEqual([]);
  });

  test("of callers may go to the address of a file that the user named", () => {
    expect(check({ project: { "engines.e.credential": "caller", [URL_]: "b" } }, false)).toEqual([]);
  });

  test("is named in the message with both places, and without its value", () => {
    const leaf = (layer: LayerName, member: string, value: string): Leaf => ({
      path: ["engines", "e", member],
      value,
      origin: { layer, where: `${layer}.toml:1:1`, redacted: false },
    });
    const layers = [[leaf("user", "api_key", "canary")], [leaf("project", "base_url", "http://evil")]];
    const [issue] = listRedirects(layers, { isProjectFound: true });
    const rule =
      "and comes from a less trusted place: set it where the credential is set, or give the engine another name";
    expect(issue).toStrictEqual({
      message: `\`engines.e.base_url\` decides where \`engines.e.api_key\` (user.toml:1:1) goes, ${rule}`,
      where: "project.toml:1:1",
      key: "engines.e.base_url",
    });
    const ofCallers = [[leaf("project", "credential", "caller"), leaf("project", "base_url", "http://evil")]];
    expect(listRedirects(ofCallers, { isProjectFound: true })).toStrictEqual([
      {
        message: `\`engines.e.base_url\` decides where the callers' own keys goes, ${rule}`,
        where: "project.toml:1:1",
        key: "engines.e.base_url",
      },
    ]);
  });
});

describe("a caller's key", () => {
  test("of the user's file is not changed by a project", () => {
    const layers = {
      user: { "keys.ada.token": "a", "keys.ada.engines": ["x"] },
      project: { "keys.ada.engines": [], "keys.bob.token": "b" },
    };
    expect(check(layers)).toEqual(["project:keys.ada.engines"]);
  });

  test("is not changed by an empty entry of its name", () => {
    expect(check({ user: { "keys.ada.token": "a" }, project: { "keys.ada": {} } })).toEqual([]);
  });

  test("of a file may be changed by a variable", () => {
    expect(check({ project: { "keys.ada.token": "a" }, environment: { "keys.ada.token": "b" } })).toEqual([]);
    expect(check({ user: { "keys.ada.token": "a" }, environment: { "keys.ada.token": "b" } })).toEqual([]);
  });
});

test("a changed key and a changed backend are named in the message with both places, the keys first", () => {
  const leaf = (layer: LayerName, path: string): Leaf => ({
    path: path.split("."),
    value: "x",
    origin: { layer, where: `${layer}.toml:1:1`, redacted: false },
  });
  const of = (layer: LayerName) => [leaf(layer, "backends.b.type"), leaf(layer, "keys.ada.token")];
  const issue = (key: string, thing: string) => ({
    message:
      `\`${key}\` changes a ${thing} of user.toml:1:1, which is trusted more: ` +
      `give your ${thing} another name`,
    where: "project.toml:1:1",
    key,
  });
  expect(listRedirects([of("user"), of("project")], { isProjectFound: false })).toStrictEqual([
    issue("keys.ada.token", "key"),
    issue("backends.b.type", "backend"),
  ]);
});

describe("a backend", () => {
  test("of the user's file is not changed by a project, which could send the user's variables to its own program", () => {
    const layers = {
      user: { "backends.a.type": "sidecar", "backends.a.pass_env": ["KEY"], "backends.a.command": "agent" },
      project: {
        "backends.a.command": "./evil",
        "backends.a.pass_env": ["OTHER"],
        "backends.b.command": "x",
      },
    };
    expect(check(layers)).toEqual(["project:backends.a.command", "project:backends.a.pass_env"]);
  });

  test("of a project's file may be changed by a variable", () => {
    const layers = { project: { "backends.a.command": "x" }, environment: { "backends.a.command": "y" } };
    expect(check(layers)).toEqual([]);
  });
});

describe("the credential of the search provider", () => {
  const [key, url, provider] = ["api_key", "base_url", "provider"].map(
    (one) => `tools.web_search.${one}`,
  ) as [string, string, string];

  test.each<[string, Partial<Record<LayerName, Values>>, string[]]>([
    ["a project's address", { user: { [key]: "k" }, project: { [url]: "u" } }, [`project:${url}`]],
    [
      "a project's provider",
      { user: { [key]: "k", [provider]: "perplexity" }, project: { [provider]: "tavily" } },
      [`project:${provider}`],
    ],
    ["its own address", { user: { [key]: "k", [url]: "u", [provider]: "tavily" } }, []],
  ])("does not go to %s unasked", (_, layers, issues) => {
    expect(check(layers)).toEqual(issues);
  });
});
