import { expect, it } from "vitest";
import { fakeEngine } from "../fixtures/engines.ts";
import { MemoryResources } from "../fixtures/memory-resources.ts";
import { admissionTo, testCaller } from "../fixtures/test-context.ts";
import { checkGeneratedNames } from "./generated-names.ts";

const PATHS: Readonly<Record<string, string>> = {
  openai: "/openai/v1/chat/completions",
  codex: "/codex/v1/responses",
  claude: "/claude/v1/messages",
  gemini: "/gemini/v1beta/models/m:generateContent",
};

async function ask(
  dialect: string,
  body: unknown,
  more: Parameters<typeof testCaller>[0] = {},
  engineOf = {},
) {
  const resources = new MemoryResources(async () => undefined);
  for (const id of ["file-mine", "file_mine", "vs_mine", "files/mine", "cachedContents/mine"])
    await resources.of("key:dev").keep([{ engine: "made", id }]);
  for (const id of ["file-yours", "file_yours", "vs_yours", "files/yours"])
    await resources.of("key:you").keep([{ engine: "made", id }]);
  const caller = testCaller({ isOnlyKey: false, ...more });
  const engine = fakeEngine("e", dialect, { isSimulated: false, ...engineOf });
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return checkGeneratedNames(
    { admission: admissionTo(PATHS[dialect]!, [], caller), body: Buffer.from(text) },
    engine,
    resources.of("key:dev"),
  ).then(
    () => "passed",
    (error: { code: string }) => error.code,
  );
}

const chat = (id: string) => ({
  messages: [{ role: "user", content: [{ type: "file", file: { file_id: id } }] }],
});

it.each([
  ["openai", chat("file-mine"), "passed"],
  ["openai", chat("file-yours"), "resource_not_found"],
  ["openai", chat("file-unknown"), "resource_not_found"],
  ["openai", { metadata: { file_id: "file-yours" } }, "passed"],
  ["openai", '{"file":{"file\\u005fid":"file-yours"}}', "resource_not_found"],
  [
    "codex",
    { tools: [{ type: "file_search", vector_store_ids: ["vs_mine", "vs_yours"] }] },
    "resource_not_found",
  ],
  ["codex", { input: [{ content: [{ type: "input_file", file_id: "file-mine" }] }] }, "passed"],
  [
    "claude",
    { messages: [{ content: [{ source: { type: "file", file_id: "file_yours" } }] }] },
    "resource_not_found",
  ],
  ["claude", { messages: [{ content: [{ type: "tool_use", input: { file_id: "file_yours" } }] }] }, "passed"],
  [
    "gemini",
    { contents: [{ parts: [{ fileData: { fileUri: "https://g.test/v1beta/files/mine" } }] }] },
    "passed",
  ],
  [
    "gemini",
    { contents: [{ parts: [{ file_data: { file_uri: "https://g.test/v1beta/files/yours" } }] }] },
    "resource_not_found",
  ],
  [
    "gemini",
    { contents: [{ parts: [{ fileData: { fileUri: "https://pages.test/files/yours" } }] }] },
    "passed",
  ],
  ["gemini", { cachedContent: "cachedContents/other" }, "resource_not_found"],
])("%s: %j is %s", async (dialect, body, expected) => {
  expect(await ask(dialect, body)).toBe(expected);
});

it("a single key, a credential of the caller's own, a simulated engine and another vendor are not checked", async () => {
  const body = chat("file-yours");
  expect(await ask("openai", body, { isOnlyKey: true })).toBe("passed");
  expect(await ask("openai", body, {}, { usesCallerKey: true })).toBe("passed");
  expect(await ask("openai", body, {}, { isSimulated: true })).toBe("passed");
  expect(await ask("openai", body, {}, { dialect: fakeEngine("x", "claude").dialect })).toBe("passed");
  expect(await ask("openai", body, {}, { dialect: fakeEngine("x", "codex").dialect })).toBe(
    "resource_not_found",
  );
});
