import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { modelOf } from "./engines.ts";
import { readManifest } from "./manifest.ts";
import { engineDialects, parseOptions } from "./options.ts";

const manifest = readManifest();
const small = {
  places: { node: { installer: "npm", packages: { openai: "1.2.3" } } },
  clients: [{ name: "a", place: "node", program: "node/a.mjs", api: "openai", cases: ["text"] }],
};

describe("the manifest of clients", () => {
  it("names programs that exist, and a model for each API", () => {
    for (const { program, api } of manifest.clients) {
      expect(existsSync(join(import.meta.dirname, "programs", program)), program).toBe(true);
      expect(modelOf(api)).not.toBe("");
    }
    expect(() => modelOf("telegraph")).toThrow("telegraph has no model");
  });

  it("uses every place that it describes", () => {
    const used = new Set(manifest.clients.map(({ place }) => place));
    expect([...used].sort()).toEqual(Object.keys(manifest.places).sort());
  });

  it("rejects a version that is not exact, an unknown place and a repeated name", () => {
    const read = (change: object) => () => readManifest(JSON.stringify({ ...small, ...change }));
    expect(read({})()).toEqual(small);
    const loose = { node: { installer: "npm", packages: { openai: "^1.2.3" } } };
    expect(read({ places: loose })).toThrow("packages");
    expect(read({ clients: [{ ...small.clients[0], place: "elsewhere" }] })).toThrow(
      "a: there is no place elsewhere",
    );
    expect(read({ clients: [...small.clients, ...small.clients] })).toThrow("two clients are named a");
  });
});

describe("the options of the command", () => {
  it("choose all clients and engines by default", () => {
    expect(parseOptions([], manifest)).toEqual({
      clients: manifest.clients.map(({ name }) => name),
      engines: engineDialects,
      isJson: false,
      isHelp: false,
    });
  });

  it("choose clients by name or by the beginning of a name, and engines by name", () => {
    const options = parseOptions(
      ["--client", "openai-chat-ts", "--client", "vercel-*", "--engine", "kimi", "--keep", "here", "--json"],
      manifest,
    );
    expect(options.clients).toEqual([
      "openai-chat-ts",
      "vercel-openai",
      "vercel-responses",
      "vercel-anthropic",
      "vercel-google",
    ]);
    expect(options).toMatchObject({ engines: ["kimi"], keep: "here", isJson: true });
  });

  it("name what there is if something unknown is asked for", () => {
    expect(() => parseOptions(["--client", "x"], manifest)).toThrow(
      "--client: there is no x; there are openai-",
    );
    expect(() => parseOptions(["--client", "x*"], manifest)).toThrow("--client: there is no x*");
    expect(() => parseOptions(["--engine", "x"], manifest)).toThrow(
      "--engine: there is no x; there are claude",
    );
  });
});
