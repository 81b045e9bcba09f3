import { describe, expect, it } from "vitest";
import { loadConfig } from "../../src/config/index.ts";
import { AbpError } from "../../src/contract/index.ts";
import { checkConfig } from "../../src/daemon/index.ts";
import { type Block, blocks, documents, listBlocks } from "./documents.ts";
import { jsonKindOf } from "./json-kinds.ts";

const LANGUAGES = new Set(["sh", "console", "json", "toml", "ts", "python", "text", "mermaid"]);
/** Blocks that show frames in both directions have no language. */
const FRAMES = /^[<>] \{/;

const of = (language: string) => blocks.filter((block) => block.language === language);
const named = (list: readonly Block[]) => list.map((one) => [`${one.document}:${one.line}`, one] as const);

describe("the blocks of the documents", () => {
  it("are found in every document, in every form of a fence", () => {
    expect(documents).toEqual(expect.arrayContaining(["README.md", "docs/gateway.md", "hosts/README.md"]));
    expect(blocks.length).toBeGreaterThan(80);
    expect(listBlocks("a.md", "x\n  ```json\n  {}\n  ```\n~~~toml\na = 1\n~~~\n")).toEqual([
      { document: "a.md", line: 3, language: "json", text: "{}" },
      { document: "a.md", line: 6, language: "toml", text: "a = 1" },
    ]);
    expect(() => listBlocks("a.md", "```sh\n")).toThrow("a.md:2");
  });

  it("have a language that a test knows", () => {
    const unknown = blocks.filter(
      ({ language, text }) => !LANGUAGES.has(language) && !(language === "" && FRAMES.test(text)),
    );
    expect(unknown.map(({ document, line, language }) => `${document}:${line} ${language}`)).toEqual([]);
  });
});

/** Faults that a part of a configuration has by itself: the rest of the file is the reader's. */
const OUTSIDE_THE_PART = /names the engine .* which is not configured/;

/** The problems and warnings of a part of `backplane.toml`, in the place of the user's own file. */
function faultsOfToml(text: string): string[] {
  const env = Object.fromEntries(
    [...text.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => [name!, `value-of-${name}`]),
  );
  const readFile = (path: string) => {
    if (path === "/home/ada/.config/abp/backplane.toml") return text;
    if (path.startsWith("/run/secrets/")) return "a-secret-of-a-file";
    throw Object.assign(new Error("no such file"), { code: "ENOENT" });
  };
  const check = (config: Parameters<typeof checkConfig>[0]) => checkConfig(config, { env });
  try {
    const { warnings } = loadConfig({ cwd: "/work", home: "/home/ada", env, readFile, check });
    return warnings.map(({ message }) => message);
  } catch (error) {
    if (!AbpError.is(error)) throw error;
    const issues = error.details["issues"] as { message: string }[];
    return issues.map(({ message }) => message).filter((message) => !OUTSIDE_THE_PART.test(message));
  }
}

it("no block with another language is JSON", () => {
  const unnamed = blocks.filter(({ language, text }) => !["json", "sh"].includes(language) && isJson(text));
  expect(unnamed.map(({ document, line }) => `${document}:${line}`)).toEqual([]);
});

function isJson(text: string): boolean {
  try {
    return typeof JSON.parse(text) === "object";
  } catch {
    return false; // No JSON.
  }
}

describe("a TOML block", () => {
  it.each(named(of("toml")))("%s is a valid part of backplane.toml", (_, { text }) => {
    expect(faultsOfToml(text)).toEqual([]);
  });

  it("with a fault would be found", () => {
    expect(faultsOfToml('prot = 1\n[engines.a]\npreset = "sim"')).toEqual([
      expect.stringContaining("`prot`"),
    ]);
    expect(faultsOfToml('[engines.a]\ndialect = "openai"')).toEqual([expect.stringContaining("base_url")]);
  });
});

describe("a JSON block", () => {
  it.each(named(of("json")))("%s is a document that its schema accepts", (_, { text }) => {
    const value: unknown = JSON.parse(text);
    const kind = jsonKindOf(value);
    expect(kind?.name).toBeDefined();
    expect(() => kind!.check(text)).not.toThrow();
  });

  it("with a fault would be found", () => {
    expect(() => jsonKindOf({ disallowed_tools: ["x"] })!.check('{"disallowed_tools":"x"}')).toThrow();
    expect(jsonKindOf({ some: "thing" })).toBeUndefined();
  });
});
