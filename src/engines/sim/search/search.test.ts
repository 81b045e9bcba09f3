import { describe, expect, it } from "vitest";
import { findDialect } from "../../../dialects/index.ts";
import { openTestSim, post, readStream, send } from "../fixtures/calling.ts";
import { openStrict } from "../strict/index.ts";

const PROMPT = "sim: search cats & dogs\nsim: say Found it.";
const TEXT = "Found it. Simulated finding 1 – about cats & dogs. Simulated finding 2 – about cats & dogs.";

async function ask(dialect: string, path: string, body: object) {
  const { status, text, headers } = await send(
    openTestSim(findDialect(dialect)),
    post(path, JSON.stringify(body)),
  );
  expect(status, text).toBe(200);
  expect(headers["x-abp-simulated"]).toBe("true");
  return text;
}

async function askEvents(dialect: string, path: string, body: object) {
  const answered = await send(openTestSim(findDialect(dialect)), post(path, JSON.stringify(body)));
  const events = answered.text
    .split("\n")
    .filter((line) => line.startsWith("data: {"))
    .map((line) => JSON.parse(line.slice(6)));
  return { events, read: readStream(findDialect(dialect), answered) };
}

const claude = (more: object = {}) => ({
  model: "claude-sonnet-4-5",
  max_tokens: 100,
  messages: [{ role: "user", content: PROMPT }],
  tools: [
    { type: "web_search_20250305", name: "web_search" },
    { name: "other", input_schema: { type: "object" } },
  ],
  ...more,
});
const codex = (more: object = {}) => ({
  model: "gpt-5",
  input: PROMPT,
  tools: [{ type: "web_search" }, { type: "function", name: "other", parameters: null, strict: false }],
  ...more,
});
const gemini = (more: object = {}) => ({
  contents: [{ role: "user", parts: [{ text: PROMPT }] }],
  tools: [{ googleSearch: {} }],
  ...more,
});
const GEMINI = "/v1beta/models/gemini-3.8-flash";

describe("a search that the request forces", () => {
  it.each([
    [
      "claude",
      "/v1/messages",
      claude({ tool_choice: { type: "tool", name: "web_search" } }),
      "server_tool_use",
    ],
    ["codex", "/v1/responses", codex({ tool_choice: { type: "web_search" } }), "web_search_call"],
  ])("is made by the %s simulator, and is no call of the caller", async (dialect, path, body, unit) => {
    const text = await ask(dialect, path, body);
    expect(text).toContain(`"type":"${unit}"`);
    expect(text).not.toMatch(/"type":"(tool_use|function_call)"/);
  });
});

describe("a search of the Claude simulator", () => {
  it("is a call, its results, cited text and a count", async () => {
    const reply = JSON.parse(await ask("claude", "/v1/messages", claude()));
    const types = reply.content.map((block: { type: string }) => block.type);
    expect(types).toEqual(["server_tool_use", "web_search_tool_result", "text", "text", "text"]);
    const [call, result, said, cited] = reply.content;
    expect(call).toMatchObject({ name: "web_search", input: { query: "cats & dogs" } });
    expect(call.id).toMatch(/^srvtoolu_/);
    expect(result.tool_use_id).toBe(call.id);
    expect(result.content).toHaveLength(2);
    expect(result.content[0]).toMatchObject({
      type: "web_search_result",
      url: "https://example.com/cats-%26-dogs/1",
      title: "Result 1 for cats & dogs",
      page_age: null,
    });
    expect(said).toEqual({ type: "text", text: "Found it.", citations: null });
    expect(cited.citations).toEqual([
      {
        type: "web_search_result_location",
        url: result.content[0].url,
        title: result.content[0].title,
        encrypted_index: expect.stringMatching(/^E/),
        cited_text: "Simulated finding 1 – about cats & dogs.",
      },
    ]);
    expect(reply.usage.server_tool_use).toEqual({ web_search_requests: 1, web_fetch_requests: 0 });
    expect(reply.stop_reason).toBe("end_turn");
  });

  it("is accepted by the strict engine when it comes back, and not without its seal", async () => {
    const { content } = JSON.parse(await ask("claude", "/v1/messages", claude()));
    const replayed = (blocks: unknown) =>
      claude({
        messages: [
          { role: "user", content: "hi" },
          { role: "assistant", content: blocks },
          { role: "user", content: "go on" },
        ],
      });
    const check = openStrict("claude")!;
    expect(check("/v1/messages", replayed(content))).toBeUndefined();
    const foreign = structuredClone(content);
    foreign[1].content[0].encrypted_content = "a snippet of another engine";
    expect(check("/v1/messages", replayed(foreign))?.message).toMatch(/Invalid `encrypted_content`/);
    const missing = structuredClone(content);
    delete missing[1].content[0].encrypted_content;
    expect(check("/v1/messages", replayed(missing))?.message).toMatch(/encrypted_content: Field required/);
  });

  it("streams the call's arguments, the results whole, and citations", async () => {
    const { events, read } = await askEvents("claude", "/v1/messages", claude({ stream: true }));
    expect(read.faults).toEqual([]);
    const starts = events.filter(({ type }) => type === "content_block_start");
    expect(starts.map(({ content_block }) => content_block.type)).toEqual([
      "server_tool_use",
      "web_search_tool_result",
      "text",
      "text",
      "text",
    ]);
    expect(starts[0].content_block.input).toEqual({});
    const json = events.map(({ delta }) => delta?.partial_json ?? "").join("");
    expect(JSON.parse(json)).toEqual({ query: "cats & dogs" });
    expect(events.map(({ delta }) => delta?.text ?? "").join("")).toBe(TEXT);
    expect(events.filter(({ delta }) => delta?.type === "citations_delta")).toHaveLength(2);
    const last = events.find(({ type }) => type === "message_delta");
    expect(last.usage.server_tool_use.web_search_requests).toBe(1);
  });

  it("stays within the allowed domains and the number of uses", async () => {
    const tool = {
      type: "web_search_20250305",
      name: "web_search",
      allowed_domains: ["docs.test"],
      max_uses: 1,
    };
    const messages = [{ role: "user", content: "sim: search one\nsim: search two" }];
    const reply = JSON.parse(await ask("claude", "/v1/messages", claude({ tools: [tool], messages })));
    expect(reply.content[1].content[0].url).toBe("https://docs.test/one/1");
    expect(reply.content[3].content).toEqual({
      type: "web_search_tool_result_error",
      error_code: "max_uses_exceeded",
    });
    expect(reply.usage.server_tool_use.web_search_requests).toBe(1);
  });

  it("is made without a directive if nothing else can be called", async () => {
    const tools = [{ type: "web_search_20250305", name: "web_search", max_uses: 8 }];
    const messages = [{ role: "user", content: "Perform a web search for the query: node releases" }];
    const reply = JSON.parse(await ask("claude", "/v1/messages", claude({ tools, messages })));
    expect(reply.content[0].input).toEqual({ query: "node releases" });
  });

  it("is not made if the request does not offer it, or forbids tools", async () => {
    for (const more of [{ tools: undefined }, { tool_choice: { type: "none" } }]) {
      const reply = JSON.parse(await ask("claude", "/v1/messages", claude(more)));
      expect(reply.content).toEqual([{ type: "text", text: "Found it.", citations: null }]);
    }
  });
});

describe("a search of the Responses simulator", () => {
  it("is an item, and annotations that point into the text", async () => {
    const reply = JSON.parse(await ask("codex", "/v1/responses", codex()));
    const [search, message] = reply.output;
    expect(search).toMatchObject({
      type: "web_search_call",
      status: "completed",
      action: { type: "search", query: "cats & dogs", queries: ["cats & dogs"] },
    });
    expect(search.action.sources).toBeUndefined();
    const { text, annotations } = message.content[0];
    expect(text).toBe(TEXT);
    expect(annotations).toHaveLength(2);
    const { start_index, end_index, url } = annotations[1];
    expect(text.slice(start_index, end_index)).toBe(" Simulated finding 2 – about cats & dogs.");
    expect(url).toBe("https://example.com/cats-%26-dogs/2");
  });

  it("shows its sources if the request includes them", async () => {
    const include = ["web_search_call.action.sources"];
    const reply = JSON.parse(await ask("codex", "/v1/responses", codex({ include })));
    expect(reply.output[0].action.sources).toEqual([
      { type: "url", url: "https://example.com/cats-%26-dogs/1" },
      { type: "url", url: "https://example.com/cats-%26-dogs/2" },
    ]);
  });

  it("streams the steps of the search and its annotations", async () => {
    const { events, read } = await askEvents("codex", "/v1/responses", codex({ stream: true }));
    expect(read.faults).toEqual([]);
    const types = events.map(({ type }) => type);
    expect(types.filter((type: string) => type.startsWith("response.web_search_call"))).toEqual([
      "response.web_search_call.in_progress",
      "response.web_search_call.searching",
      "response.web_search_call.completed",
    ]);
    expect(types.filter((type: string) => type.endsWith("annotation.added"))).toHaveLength(2);
    expect(events.map(({ sequence_number }) => sequence_number)).toEqual(events.map((_, index) => index));
    const { response } = events.at(-1);
    const whole = JSON.parse(await ask("codex", "/v1/responses", codex()));
    const bare = (output: { id: string }[]) => output.map((item) => ({ ...item, id: undefined }));
    expect(bare(response.output)).toEqual(bare(whole.output));
  });
});

describe("a search of the Gemini simulator", () => {
  it("is metadata with offsets in bytes", async () => {
    const reply = JSON.parse(await ask("gemini", `${GEMINI}:generateContent`, gemini()));
    const { content, groundingMetadata } = reply.candidates[0];
    expect(groundingMetadata.webSearchQueries).toEqual(["cats & dogs"]);
    expect(groundingMetadata.groundingChunks).toHaveLength(2);
    const { startIndex, endIndex, text } = groundingMetadata.groundingSupports[1].segment;
    const bytes = Buffer.from(content.parts[0].text);
    expect(bytes.subarray(startIndex, endIndex).toString()).toBe(text);
    expect(groundingMetadata.groundingSupports[1].groundingChunkIndices).toEqual([1]);
    const { promptTokenCount, candidatesTokenCount } = reply.usageMetadata;
    expect(Math.min(promptTokenCount, candidatesTokenCount)).toBeGreaterThan(0);
    expect(reply.usageMetadata).toEqual({
      promptTokenCount,
      candidatesTokenCount,
      totalTokenCount: promptTokenCount + candidatesTokenCount,
    });
  });

  it("comes with the last chunk of a stream, as events and as an array", async () => {
    const { events, read } = await askEvents("gemini", `${GEMINI}:streamGenerateContent?alt=sse`, gemini());
    expect(read.faults).toEqual([]);
    expect(events.map(({ candidates }) => candidates[0].content.parts[0].text).join("")).toBe(TEXT);
    expect(events.map(({ candidates }) => candidates[0].groundingMetadata !== undefined).indexOf(true)).toBe(
      events.length - 1,
    );
    const whole = JSON.parse(await ask("gemini", `${GEMINI}:generateContent`, gemini()));
    const { promptTokenCount } = whole.usageMetadata;
    const usages = events.map(({ usageMetadata }) => usageMetadata);
    expect(usages.pop()).toEqual(whole.usageMetadata);
    for (const usage of usages)
      expect(usage).toEqual({ promptTokenCount, totalTokenCount: promptTokenCount });
    const array = JSON.parse(await ask("gemini", `${GEMINI}:streamGenerateContent`, gemini()));
    expect(array).toHaveLength(events.length);
  });
});

describe("a search of the Chat simulators", () => {
  const messages = [{ role: "user", content: PROMPT }];

  it("is annotations at OpenAI", async () => {
    const body = { model: "gpt-4o-search-preview", messages, web_search_options: {} };
    const reply = JSON.parse(await ask("openai", "/v1/chat/completions", body));
    const { content, annotations } = reply.choices[0].message;
    const { start_index, end_index } = annotations[0].url_citation;
    expect(content.slice(start_index, end_index)).toBe(" Simulated finding 1 – about cats & dogs.");
    const { events } = await askEvents("openai", "/v1/chat/completions", { ...body, stream: true });
    expect(events.map(({ choices }) => choices[0]?.delta.content ?? "").join("")).toBe(TEXT);
  });

  it("is a call at Kimi that the caller returns before the answer", async () => {
    const tools = [{ type: "builtin_function", function: { name: "$web_search" } }];
    const body = { model: "kimi-k2.6", messages, tools, thinking: { type: "disabled" } };
    const reply = JSON.parse(await ask("kimi", "/v1/chat/completions", body));
    const { message, finish_reason } = reply.choices[0];
    expect(finish_reason).toBe("tool_calls");
    const [call] = message.tool_calls;
    expect(call.function.name).toBe("$web_search");
    const echo = { role: "tool", tool_call_id: call.id, content: call.function.arguments };
    const next = { ...body, messages: [...messages, message, echo] };
    const answer = JSON.parse(await ask("kimi", "/v1/chat/completions", next));
    expect(answer.choices[0].message.content).toBe("Found it.");
    expect(answer.choices[0].finish_reason).toBe("stop");
  });
});
