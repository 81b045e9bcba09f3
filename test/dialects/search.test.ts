import { describe, expect, it } from "vitest";
import { type Dialect, StreamTranslator, translateReply } from "../../src/dialects/index.ts";
import { corpusExists, recordedReplies, recordedStreams } from "./corpus.ts";
import { expectNone } from "./failures.ts";
import { framesOf, oracleOf, wireOf } from "./oracle/index.ts";
import { findStreamFaults } from "./stream-grammar/index.ts";
import { bytesOf, dialects, replyOptions, translateStream } from "./subjects.ts";
import { unreadable } from "./unreadable.ts";

type Json = Record<string, unknown>;

const CITED = "天気 \u{1f327} is wet";
const TEXT = `Well: ${CITED}. 終わり`;
const PAGE = { url: "https://a.test/雨?x=1", title: "Rain \u{1f327}" };
const characters = (text: string) => [...text].length;
const range = { start_index: characters("Well: "), end_index: characters(`Well: ${CITED}`) };

const events = (list: readonly Json[]) =>
  list.map((one) => `event: ${String(one["type"])}\ndata: ${JSON.stringify(one)}\n\n`).join("");
const chunks = (list: readonly Json[]) => list.map((one) => `data: ${JSON.stringify(one)}\n\n`).join("");

/** An answer after one search, as each vendor gives it, whole and streamed. */
const answers: Readonly<
  Record<string, { body: Json; stream: string; hasRange: boolean; hasSearch: boolean }>
> = {
  claude: claudeAnswer(),
  codex: codexAnswer(),
  gemini: geminiAnswer(),
  openai: chatAnswer(),
};

function claudeAnswer() {
  const call = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "rain" } };
  const found = { type: "web_search_result", ...PAGE, page_age: "1 day", encrypted_content: "EsealedE" };
  const result = { type: "web_search_tool_result", tool_use_id: "srvtoolu_1", content: [found] };
  const citation = {
    type: "web_search_result_location",
    cited_text: "It rains.",
    ...PAGE,
    encrypted_index: "EindexE",
  };
  const texts = ["Well: ", CITED, ". 終わり"];
  const usage = { input_tokens: 5, output_tokens: 7, server_tool_use: { web_search_requests: 1 } };
  const head = { id: "msg_1", type: "message", role: "assistant", model: "claude-x" };
  const end = { stop_reason: "end_turn", stop_sequence: null };
  const block = (index: number, content_block: Json, deltas: Json[]) => [
    { type: "content_block_start", index, content_block },
    ...deltas.map((delta) => ({ type: "content_block_delta", index, delta })),
    { type: "content_block_stop", index },
  ];
  const text = (index: number) => {
    const cite = index === 3 ? [{ type: "citations_delta", citation }] : [];
    const piece = { type: "text_delta", text: texts[index - 2]! };
    return block(index, { type: "text", text: "" }, [...cite, piece]);
  };
  const stream = [
    {
      type: "message_start",
      message: {
        ...head,
        content: [],
        ...end,
        stop_reason: null,
        usage: { input_tokens: 5, output_tokens: 1 },
      },
    },
    ...block(0, { ...call, input: {} }, [{ type: "input_json_delta", partial_json: '{"query":"rain"}' }]),
    ...block(1, result, []),
    ...text(2),
    ...text(3),
    ...text(4),
    { type: "message_delta", delta: end, usage },
    { type: "message_stop" },
  ];
  const content = [
    call,
    result,
    ...texts.map((one, index) => ({
      type: "text",
      text: one,
      ...(index === 1 ? { citations: [citation] } : {}),
    })),
  ];
  return {
    body: { ...head, content, ...end, usage },
    stream: events(stream),
    hasRange: true,
    hasSearch: true,
  };
}

function codexAnswer() {
  const sources = [{ type: "url", url: PAGE.url }];
  const search = {
    type: "web_search_call",
    id: "ws_1",
    status: "completed",
    action: { type: "search", query: "rain", queries: ["rain"], sources },
  };
  const annotation = { type: "url_citation", ...range, ...PAGE };
  const part = { type: "output_text", text: TEXT, annotations: [annotation], logprobs: [] };
  const message = { type: "message", id: "msg_1", role: "assistant", status: "completed", content: [part] };
  const usage = { input_tokens: 5, output_tokens: 7, total_tokens: 12 };
  const open = {
    id: "resp_1",
    object: "response",
    created_at: 1,
    model: "gpt-x",
    status: "in_progress",
    output: [],
  };
  const body = { ...open, status: "completed", output: [search, message], usage };
  const at = { item_id: "msg_1", output_index: 1, content_index: 0 };
  const { action: _, ...announced } = search;
  const list: Json[] = [
    { type: "response.created", response: open },
    { type: "response.output_item.added", output_index: 0, item: { ...announced, status: "in_progress" } },
    { type: "response.web_search_call.in_progress", output_index: 0, item_id: "ws_1" },
    { type: "response.web_search_call.searching", output_index: 0, item_id: "ws_1" },
    { type: "response.web_search_call.completed", output_index: 0, item_id: "ws_1" },
    { type: "response.output_item.done", output_index: 0, item: search },
    {
      type: "response.output_item.added",
      output_index: 1,
      item: { ...message, status: "in_progress", content: [] },
    },
    { type: "response.content_part.added", ...at, part: { ...part, text: "", annotations: [] } },
    ...[`Well: ${CITED}`, ". 終わり"].map((delta) => ({ type: "response.output_text.delta", ...at, delta })),
    { type: "response.output_text.annotation.added", ...at, annotation_index: 0, annotation },
    { type: "response.output_text.done", ...at, text: TEXT },
    { type: "response.content_part.done", ...at, part },
    { type: "response.output_item.done", output_index: 1, item: message },
    { type: "response.completed", response: body },
  ];
  const stream = events(list.map((one, sequence_number) => ({ ...one, sequence_number })));
  return { body, stream, hasRange: true, hasSearch: true };
}

function geminiAnswer() {
  const startIndex = Buffer.byteLength("Well: ");
  const segment = { startIndex, endIndex: startIndex + Buffer.byteLength(CITED), text: CITED };
  const groundingMetadata = {
    webSearchQueries: ["", "rain"],
    groundingChunks: [{ web: { uri: PAGE.url, title: PAGE.title } }],
    groundingSupports: [{ segment, groundingChunkIndices: [0] }],
    searchEntryPoint: { renderedContent: "<b>rain</b>" },
  };
  const usageMetadata = { promptTokenCount: 5, candidatesTokenCount: 7, totalTokenCount: 12 };
  const facts = { modelVersion: "gemini-3-pro", responseId: "r1" };
  const candidate = (text: string, more: Json) => ({
    candidates: [{ content: { parts: [{ text }], role: "model" }, index: 0, ...more }],
    ...facts,
  });
  const end = { finishReason: "STOP", groundingMetadata };
  return {
    body: { ...candidate(TEXT, end), usageMetadata },
    stream: chunks([candidate(TEXT.slice(0, 9), {}), { ...candidate(TEXT.slice(9), end), usageMetadata }]),
    hasRange: true,
    hasSearch: true,
  };
}

function chatAnswer() {
  const annotations = [{ type: "url_citation", url_citation: { ...range, ...PAGE } }];
  const head = { id: "c1", created: 1, model: "gpt-5-search-api" };
  const usage = { prompt_tokens: 5, completion_tokens: 7, total_tokens: 12 };
  const message = { role: "assistant", content: TEXT, refusal: null, annotations };
  const chunk = (delta: Json, finish_reason: string | null) => ({
    ...head,
    object: "chat.completion.chunk",
    choices: [{ index: 0, delta, finish_reason }],
  });
  const list = [
    chunk({ role: "assistant", content: TEXT.slice(0, 7) }, null),
    chunk({ content: TEXT.slice(7) }, null),
    chunk({ annotations }, null),
    chunk({}, "stop"),
    { ...head, object: "chat.completion.chunk", choices: [], usage },
  ];
  return {
    body: {
      ...head,
      object: "chat.completion",
      choices: [{ index: 0, message, logprobs: null, finish_reason: "stop" }],
      usage,
    },
    stream: `${chunks(list)}data: [DONE]\n\n`,
    hasRange: true,
    hasSearch: false,
  };
}

/** What a body shows its caller of searches and citations, read as that vendor's clients read it. */
interface Shown {
  readonly queries: readonly string[];
  readonly pages: readonly string[];
  /** The cited page, and the part of the answer that it supports; undefined if that lies outside the answer. */
  readonly cited: readonly (readonly [url: unknown, text: string | undefined])[];
  readonly searches: unknown;
  readonly stop: unknown;
}

const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : []);

function shownBy(caller: Dialect, body: Json): Shown {
  switch (wireOf(caller.id)) {
    case "messages":
      return shownByMessages(body);
    case "responses":
      return shownByResponses(body);
    case "gemini":
      return shownByGemini(body);
    default:
      return shownByChat(body);
  }
}

function shownByMessages(body: Json): Shown {
  const content = list(body["content"]);
  const calls = content.filter(({ type, name }) => type === "server_tool_use" && name === "web_search");
  const results = content.filter(({ type }) => type === "web_search_tool_result");
  expect(results.map((one) => one["tool_use_id"])).toEqual(calls.map(({ id }) => id));
  return {
    queries: calls.map(({ input }) => (input as { query: string }).query),
    pages: results.flatMap((one) => list(one["content"]).map(({ url }) => String(url))),
    cited: content.flatMap(({ text, citations }) =>
      list(citations).map(({ url }) => [url, text as string] as const),
    ),
    searches: ((body["usage"] as Json)["server_tool_use"] as Json | undefined)?.["web_search_requests"],
    stop: body["stop_reason"],
  };
}

function shownByResponses(body: Json): Shown {
  const output = list(body["output"]);
  const calls = output.filter(({ type }) => type === "web_search_call");
  const actions = calls.map(({ action }) => action as Json);
  const parts = output.flatMap(({ content }) => list(content));
  return {
    queries: actions.flatMap(({ queries }) => queries as string[]),
    pages: actions.flatMap(({ sources }) => list(sources).map(({ url }) => String(url))),
    cited: parts.flatMap(({ text, annotations }) =>
      list(annotations).map((one) => [one["url"], sliceCharacters(text as string, one)] as const),
    ),
    searches: calls.length,
    stop: body["status"],
  };
}

function shownByGemini(body: Json): Shown {
  const [candidate] = list(body["candidates"]);
  const metadata = (candidate?.["groundingMetadata"] ?? {}) as Json;
  const pages = list(metadata["groundingChunks"]).map(({ web }) => String((web as Json)["uri"]));
  const texts = list((candidate?.["content"] as Json | undefined)?.["parts"]);
  const bytes = Buffer.from(
    texts.map(({ text, thought }) => (thought === true ? "" : (text ?? ""))).join(""),
  );
  const cited = list(metadata["groundingSupports"]).flatMap(({ segment, groundingChunkIndices }) => {
    const {
      startIndex = 0,
      endIndex,
      text,
    } = segment as { startIndex?: number; endIndex: number; text: string };
    expect(bytes.subarray(startIndex, endIndex).toString()).toBe(text);
    return (groundingChunkIndices as number[]).map((index) => [pages[index], text] as const);
  });
  const queries = (metadata["webSearchQueries"] ?? []) as string[];
  return { queries, pages, cited, searches: queries.length, stop: candidate?.["finishReason"] };
}

function shownByChat(body: Json): Shown {
  const [choice] = list(body["choices"]);
  const message = choice?.["message"] as Json;
  const calls = list(message["tool_calls"]).map(({ id }) => String(id));
  expect(calls.filter((id) => /^(srvtoolu|ws)_/.test(id))).toEqual([]);
  return {
    queries: [],
    pages: [],
    cited: list(message["annotations"]).map(({ url_citation: one }) => {
      const citation = one as Json;
      return [citation["url"], sliceCharacters(message["content"] as string, citation)] as const;
    }),
    searches: undefined,
    stop: choice?.["finish_reason"],
  };
}

function sliceCharacters(text: string, { start_index: start, end_index: end }: Json): string | undefined {
  const all = [...text];
  // Some vendors cite pages for no part of the answer.
  if (start === undefined && end === undefined) return "";
  if (typeof start !== "number" || typeof end !== "number" || end > all.length) return undefined;
  return all.slice(start, end).join("");
}

/** A stream as the caller's clients put it together; the oracle of chat leaves the annotations out. */
function collapsed(caller: Dialect, written: string): Json {
  const frames = framesOf(bytesOf(written));
  const body = oracleOf(caller.id).collapse(frames) as Json;
  if (wireOf(caller.id) !== "chat") return body;
  const deltas = frames
    .filter(({ data }) => data !== "[DONE]")
    .flatMap(({ data }) => list((JSON.parse(data) as Json)["choices"]));
  const annotations = deltas.flatMap(({ delta }) => list((delta as Json)["annotations"]));
  const [choice] = list(body["choices"]);
  return { ...body, choices: [{ ...choice, message: { ...(choice?.["message"] as Json), annotations } }] };
}

const memory = { ...replyOptions().memory, asked: { searchSources: true } };

const routes = Object.entries(answers).flatMap(([id, answer]) =>
  dialects
    .filter((caller) => wireOf(caller.id) !== wireOf(id))
    .map((caller) => [id, caller.id, answer, caller] as const),
);

describe.each(routes)("an answer of %s after a search, given to %s", (id, _, answer, caller) => {
  const engine = dialects.find((one) => one.id === id)!;
  const whole = translateReply(engine, caller, answer.body, replyOptions(memory));
  const written = translateStream(engine, caller, bytesOf(answer.stream), [], replyOptions(memory));
  const streamed = collapsed(caller, written);
  const shown = shownBy(caller, whole.body);
  const isChat = wireOf(caller.id) === "chat";

  it("cites the page for its part of the answer, in the caller's units", () => {
    // Messages cites whole blocks.
    const part = caller.id !== "claude" || id === "claude" ? CITED : TEXT;
    expect(shown.cited).toEqual([[PAGE.url, part]]);
  });

  it("shows the search in the caller's own form", () => {
    expect(shown.queries).toEqual(isChat || !answer.hasSearch ? [] : ["rain"]);
    if (!isChat && answer.hasSearch) expect(shown.pages).toEqual([PAGE.url]);
    if (caller.id === "claude") expect(shown.searches).toBe(1);
    expect(["end_turn", "completed", "STOP", "stop"]).toContain(shown.stop);
  });

  it("shows the same in a stream", () => {
    expect(shownBy(caller, streamed)).toEqual(shown);
  });

  it("streams in the order that the caller's grammar asks for", () => {
    const translator = new StreamTranslator(engine, caller, replyOptions(memory));
    const text = translator.push(bytesOf(answer.stream)) + translator.end();
    expect(findStreamFaults(caller.id, text)).toEqual([]);
  });

  it("is counted alike, whole and streamed, mapped and passed through", () => {
    const translator = new StreamTranslator(engine, caller, replyOptions(memory));
    translator.push(bytesOf(answer.stream));
    translator.end();
    expect(whole.reply.usage?.serverTools).toEqual({ web_search: 1 });
    expect(translator.usage?.serverTools).toEqual({ web_search: 1 });
    expect(engine.observe(answer.body).usage?.serverTools).toEqual({ web_search: 1 });
    const frames = framesOf(bytesOf(answer.stream)).filter(({ data }) => data !== "[DONE]");
    const counts = frames.map(({ data }) => engine.observe(JSON.parse(data) as Json).usage?.serverTools);
    expect(counts.findLast((one) => one !== undefined)).toEqual({ web_search: 1 });
  });

  it("loses nothing of it in silence", () => {
    const fateOf = (feature: string) =>
      whole.report.entries.find((one) => one.feature === feature)?.disposition;
    expect(fateOf("citation")).toBe("mapped");
    if (answer.hasSearch) expect(fateOf("search")).toBe(isChat ? "disclosed" : "mapped");
    if (id !== "claude")
      expect(fateOf("citation.range")).toBe(caller.id === "claude" ? "disclosed" : "mapped");
    expect(fateOf("opaque")).toBeUndefined();
    if (id === "gemini")
      expect(whole.report.entries).toContainEqual(
        expect.objectContaining({
          path: expect.stringContaining("groundingMetadata") as string,
          disposition: "disclosed",
        }),
      );
  });
});

describe.skipIf(!corpusExists)("recorded answers after searches", () => {
  const features = ["web_search", "citations", "web_fetch", "server_tool"];
  const isSearched = ({ facts }: { facts: { features: readonly string[] } }) =>
    facts.features.some((one) => features.includes(one));

  const enginesFor = (caller: Dialect) => dialects.filter((one) => wireOf(one.id) !== wireOf(caller.id));

  it.each(dialects.map((one) => [one.id, one] as const))(
    "given to %s show cited parts that lie in the answer",
    (_, caller) => {
      const failures = enginesFor(caller).flatMap((engine) =>
        recordedReplies(engine.id)
          .filter((one) => isSearched(one) && !unreadable.has(one.name))
          .flatMap((one) => {
            const { body } = translateReply(engine, caller, one.body(), replyOptions(memory));
            const { cited } = shownBy(caller, body);
            return cited.some(([, text]) => text === undefined) ? [one.name] : [];
          }),
      );
      expectNone(failures);
    },
  );

  it.each(dialects.map((one) => [one.id, one] as const))(
    "given to %s show the same whole and streamed",
    (_, caller) => {
      const failures = enginesFor(caller)
        .filter((engine) => wireOf(engine.id) !== "chat")
        .flatMap((engine) =>
          recordedStreams(engine.id)
            .filter((one) => isSearched(one) && !unreadable.has(one.name))
            .flatMap((one) => {
              const bytes = one.bytes();
              const body = oracleOf(engine.id).collapse(framesOf(bytes));
              const whole = shownBy(caller, translateReply(engine, caller, body, replyOptions(memory)).body);
              const written = translateStream(engine, caller, bytes, [], replyOptions(memory));
              const streamed = shownBy(caller, collapsed(caller, written));
              const [left, right] = [JSON.stringify(streamed), JSON.stringify(whole)];
              return left === right ? [] : [`${one.name}: ${left.slice(0, 400)} <> ${right.slice(0, 400)}`];
            }),
        );
      expectNone(failures);
    },
  );
});
