import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { recognise } from "./recognition.ts";

const { resolve } = createRequire(import.meta.url);

/** The folder of an installed package. Its exports do not name it, so it is cut from the path of its entry. */
function folderOf(packageName: string): string {
  const entry = resolve(packageName);
  return entry.slice(0, entry.lastIndexOf(packageName) + packageName.length);
}

/** Every method and path in the resource files of an SDK that is generated from the vendor's description of its API. */
function pathsOf(packageName: string): string[] {
  const folder = join(folderOf(packageName), "resources");
  const found = new Set<string>();
  for (const file of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
    if (!file.endsWith(".mjs")) continue;
    const text = readFileSync(join(folder, file), "utf8");
    for (const [, method, path] of text.matchAll(
      /_client\.(getAPIList|get|post|put|patch|delete)\(\s*(?:path)?\s*[`'"](\/[^`'"]*)[`'"]([^;]*)/g,
    )) {
      const isPost = method === "getAPIList" && text.includes("method: 'post'");
      const name = method === "getAPIList" ? "GET" : method!.toUpperCase();
      found.add(`${isPost ? "ANY" : name} ${path!.replaceAll(/\$\{[^}]*\}/g, "x_1")}`);
    }
  }
  return [...found].sort();
}

function isKnown(method: string, target: string, headers: readonly string[]): boolean {
  const methods = method === "ANY" ? ["GET", "POST"] : [method];
  return methods.some((one) => {
    try {
      return recognise({ method: one, target, headers }).endpoint !== undefined;
    } catch (error) {
      if (AbpError.is(error)) return false;
      throw error;
    }
  });
}

describe("every path of a vendor's SDK is an endpoint", () => {
  it.each([
    ["openai", "/v1", ["authorization", "Bearer k"], 350],
    ["@anthropic-ai/sdk", "", ["x-api-key", "k", "anthropic-version", "2023-06-01"], 200],
  ])("of %s", (name, root, headers, least) => {
    const paths = pathsOf(name);
    expect(paths.length).toBeGreaterThan(least);
    const unknown = paths.filter((one) => {
      const [method = "", path = ""] = one.split(" ");
      return !isKnown(method, root + path, headers);
    });
    expect(unknown).toEqual([]);
  });

  it("of @google/genai", () => {
    const text = readFileSync(join(folderOf("@google/genai"), "dist", "node", "index.mjs"), "utf8");
    const templates = [
      ...[...text.matchAll(/formatMap\(\s*'([^']*)'/g)].map(([, path]) => path!),
      ...[...text.matchAll(/pathToFunc\("\/([^"]*)"\)/g)].map(([, path]) => path!),
    ];
    const fill: Readonly<Record<string, string>> = {
      name: "files/x1",
      model: "models/m",
      models_url: "models",
      file_search_store_name: "fileSearchStores/s1",
      parent: "fileSearchStores/s1",
      operationName: "models/m/operations/o1",
      resourceName: "models/m",
      api_version: "v1beta",
    };
    const unknown = new Set<string>();
    for (const template of templates) {
      // Vertex AI has these below its projects.
      if (/^batchPredictionJobs|tuningJobs:/.test(template)) continue;
      const path = template
        .replace(/^(\w+)\/\{name\}/, "$1/x1")
        .replaceAll(/\{(\w+)\}/g, (_, name: string) => fill[name] ?? "x1")
        .replace(/\?.*$/, "");
      const target = /^(?:upload|v1beta)\//.test(path) ? `/${path}` : `/v1beta/${path}`;
      const methods = ["GET", "POST", "PATCH", "DELETE"];
      if (!methods.some((method) => isKnown(method, target, ["x-goog-api-key", "k"]))) unknown.add(target);
    }
    expect([...unknown]).toEqual([]);
    expect(templates.length).toBeGreaterThan(60);
    const socket = "/ws/google.ai.generativelanguage.v1beta.GenerativeService.BidiGenerateContent";
    expect(isKnown("GET", socket, [])).toBe(true);
  });
});
