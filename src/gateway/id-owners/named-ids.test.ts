import { expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { fakeEngine } from "../fixtures/engines.ts";
import { MemoryResources } from "../fixtures/memory-resources.ts";
import { admissionTo, testCaller } from "../fixtures/test-context.ts";
import { checkNamedIds, type NamingCall } from "./named-ids.ts";

const PATHS: Readonly<Record<string, string>> = {
  openai: "/openai/v1/chat/completions",
  codex: "/codex/v1/responses",
  claude: "/claude/v1/messages",
  gemini: "/gemini/v1beta/models/m:generateContent",
};

const YOURS = [
  "file-yours",
  "file_yours",
  "vs_yours",
  "files/yours",
  "container_yours",
  "cntr_yours",
  "skill_yours",
  "audio_yours",
  "ft:yours",
];

async function ask(
  dialect: string,
  body: unknown,
  more: Parameters<typeof testCaller>[0] = {},
  engineOf = {},
  call: Partial<NamingCall> = {},
) {
  const resources = new MemoryResources(async () => undefined);
  for (const id of ["file-mine", "file_mine", "vs_mine", "files/mine", "cachedContents/mine"])
    await resources.of("key:dev").keep([{ engine: "made", id }]);
  for (const id of [...YOURS]) await resources.of("key:you").keep([{ engine: "made", id }]);
  const caller = testCaller({ isOnlyKey: false, ...more });
  const engine = fakeEngine("e", dialect, { isSimulated: false, ...engineOf });
  const text = typeof body === "string" ? body : JSON.stringify(body);
  return checkNamedIds(
    { admission: admissionTo(PATHS[dialect]!, [], caller), body: Buffer.from(text), ...call },
    [engine],
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
  ["gemini", { contents: [{ parts: [{ functionCall: { args: { fileUri: "files/yours" } } }] }] }, "passed"],
  [
    "gemini",
    { contents: [{ parts: [{ functionResponse: { response: { uri: "files/yours" } } }] }] },
    "passed",
  ],
  ["gemini", { contents: [{ parts: [{ text: "files/yours" }] }] }, "passed"],
  ["claude", { tools: [{ input_schema: { examples: [{ file_id: "file_yours" }] } }] }, "passed"],
  ["claude", { container: "container_unknown" }, "passed"],
  ["claude", { container: { id: "container_yours", skills: [{ skill_id: "pptx" }] } }, "resource_not_found"],
  ["claude", { container: { skills: [{ skill_id: "skill_yours" }] } }, "resource_not_found"],
  ["codex", { tools: [{ type: "code_interpreter", container: "cntr_yours" }] }, "resource_not_found"],
  ["codex", { input: [{ type: "code_interpreter_call", container_id: "cntr_yours" }] }, "resource_not_found"],
  ["codex", { prompt: { id: "pmpt_any", variables: { x: "file-yours" } } }, "resource_not_found"],
  ["codex", { prompt: "pmpt_any", prompt_cache_key: "file-yours" }, "passed"],
  ["openai", { messages: [{ role: "assistant", audio: { id: "audio_yours" } }] }, "resource_not_found"],
  ["openai", { file: { file_id: `file-yours${" ".repeat(9000)}` } }, "validation_failed"],
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

it("a prompt of the console is for keys with the group `prompts`", async () => {
  const body = { prompt: { id: "pmpt_any" } };
  expect(await ask("codex", body, { endpoints: ["prompts"] })).toBe("passed");
  expect(await ask("codex", body, { endpoints: ["files"] })).toBe("resource_not_found");
});

it("a model that another key trained is not found, and the vendor's own are", async () => {
  const of = (model: string) => ask("openai", {}, {}, {}, { model });
  expect(await of("ft:yours")).toBe("resource_not_found");
  expect(await of("ft:yours:ckpt-step-10")).toBe("resource_not_found");
  expect(await of("ft:unknown")).toBe("passed");
  expect(await of("gpt-5")).toBe("passed");
});

it("a request is checked as it will be sent, with the turns that were put in", async () => {
  const turn = { input: [{ content: [{ type: "input_file", file_id: "file-yours" }] }] };
  expect(await ask("codex", { conversation: "conv_1" }, {}, {}, { expanded: turn })).toBe(
    "resource_not_found",
  );
  expect(await ask("codex", turn, {}, {}, { expanded: { input: "hi" } })).toBe("passed");
});

it("a body that vendors may read in another way is refused", async () => {
  const doubt = new AbpError("input_invalid_json", "lenient");
  expect(await ask("gemini", "{fileUri:'files/yours'}", {}, {}, { doubt })).toBe("input_invalid_json");
  expect(await ask("gemini", "{}", { isOnlyKey: true }, {}, { doubt })).toBe("passed");
});

it("every engine that may get the request is looked at, and another vendor's only for addresses of its own files", async () => {
  const resources = new MemoryResources(async () => undefined);
  await resources.of("key:you").keep([{ engine: "made", id: "files/yours" }]);
  await resources.of("key:you").keep([{ engine: "made", id: "file-yours" }]);
  const of = (body: unknown, ...engines: string[]) =>
    checkNamedIds(
      {
        admission: admissionTo("/openai/v1/chat/completions", [], testCaller({ isOnlyKey: false })),
        body: Buffer.from(JSON.stringify(body)),
      },
      engines.map((id) => fakeEngine(id, id, { isSimulated: false })),
      resources.of("key:dev"),
    ).then(
      () => "passed",
      (error: { code: string }) => error.code,
    );
  expect(await of(chat("file-yours"), "claude")).toBe("passed");
  expect(await of(chat("file-yours"), "claude", "openai")).toBe("resource_not_found");
  const picture = (url: string) => ({ messages: [{ content: [{ type: "image_url", image_url: { url } }] }] });
  const own = "https://generativelanguage.googleapis.com/v1beta/files/yours";
  expect(await of(picture(own), "gemini")).toBe("resource_not_found");
  expect(await of(picture(own), "claude")).toBe("passed");
  expect(await of(picture("https://pages.test/files/yours"), "gemini")).toBe("passed");
  expect(await of(chat("files/yours"), "gemini")).toBe("passed");
});

it.each([
  ["claude", { tools: [{ type: "code_execution_20250825", name: "code_execution" }] }, true],
  ["claude", { messages: [] }, false],
  ["codex", { tools: [{ type: "code_interpreter", container: { type: "auto" } }] }, true],
])("%s: the answer to %j may show new ids: %s", async (dialect, body, expected) => {
  const call = {
    admission: admissionTo(PATHS[dialect]!, [], testCaller({ isOnlyKey: false })),
    body: Buffer.from(JSON.stringify(body)),
  };
  const engine = fakeEngine("e", dialect, { isSimulated: false });
  expect(await checkNamedIds(call, [engine], { find: async () => [] })).toBe(expected);
});
