import { describe, expect, it } from "vitest";
import { StreamTranslator } from "../../../src/dialects/index.ts";
import { SseError, SseReader } from "../../../src/lib/index.ts";
import { list, object } from "../oracle/neutral.ts";
import { renderStream } from "../render-reply.ts";
import { bytesOf, dialectNamed, dialects, replyOptions, translateStream } from "../subjects.ts";
import { understand } from "../vendor-sdk.ts";
import { all, allPairs, ask, askOrRefuse, chatChunks, isAdmitted, sse, stream, textsIn } from "./stage.ts";

const odd = {
  id: "reply_1",
  model: "m",
  pieces: [{ is: "text", text: "Grüße aus 東京 👩‍👩‍👧‍👦 — ok" }],
  ending: "end",
  usage: { input: 5, output: 7, cacheRead: 0, reasoning: 0 },
} as const;

const claudeStart = {
  type: "message_start",
  message: {
    id: "m1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [],
    usage: { input_tokens: 1, output_tokens: 1 },
  },
};
const claudeText = [
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "so far" } },
];
const claudeEnd = [
  { type: "content_block_stop", index: 0 },
  {
    type: "message_delta",
    delta: { stop_reason: "end_turn", stop_sequence: null },
    usage: { output_tokens: 3 },
  },
  { type: "message_stop" },
];

describe("transport, errors and state", () => {
  it.each(all)("H1, H2: a ping of claude keeps %s alive in its own words or is left out", async (to) => {
    const { text, neutral } = stream("claude", to, [
      claudeStart,
      { type: "ping" },
      ...claudeText,
      { type: "ping" },
      ...claudeEnd,
    ]);
    if (to === "claude") expect(text).toContain("event: ping");
    else expect(text).not.toMatch(/event: ping|"type":"ping"/);
    expect(textsIn(neutral.answers[0]?.said)).toEqual(["so far"]);
    expect((await understand(to, text)).text).toBe("so far");
  });

  it.each(["openai", "kimi", "copilot"])(
    "H4: a keepalive for %s is a comment line and no empty event",
    (to) => {
      const { text } = stream("claude", to, [claudeStart, { type: "ping" }, ...claudeText, ...claudeEnd]);
      expect(text).not.toMatch(/^: [^\n]*\n\n/m);
    },
  );

  it.each(allPairs)("H5: letters split between reads from %s reach %s whole", (from, to) => {
    const bytes = bytesOf(renderStream(from, odd, 1));
    const source = dialectNamed(from);
    const target = dialectNamed(to);
    const cuts = Array.from({ length: bytes.length - 1 }, (_, index) => index + 1);
    expect(translateStream(source, target, bytes, cuts)).toBe(translateStream(source, target, bytes));
  });

  it.each(all)(
    "H6: lines from %s may lack the space, end in CRLF or CR, and carry comments and other fields",
    (from) => {
      const to = from === "claude" ? "openai" : "claude";
      const text = renderStream(from, odd, 2);
      const expected = stream(from, to, text).text;
      const forms = [
        text.replaceAll("data: ", "data:").replaceAll("event: ", "event:"),
        text.replaceAll("\n", "\r\n"),
        text.replaceAll("\n", "\r"),
        `: comment first\n\n${text.replaceAll("\n\n", "\nid: 7\nretry: 10\n\n: more\n\n")}`,
      ];
      for (const form of forms) expect(stream(from, to, form).text).toBe(expected);
    },
  );

  it("H7: an event without end is a typed error and no endless buffer", () => {
    const translator = new StreamTranslator(dialectNamed("openai"), dialectNamed("claude"), replyOptions());
    const chunk = bytesOf("x".repeat(1024 * 1024));
    let text = translator.push(bytesOf("data: "));
    for (let index = 0; index < 24; index += 1) text += translator.push(chunk);
    expect(text).toContain("event: error");
    expect(() => {
      const reader = new SseReader(() => expect.fail("no event has ended"), 1000);
      for (let index = 0; index < 20; index += 1) reader.push(bytesOf("y".repeat(100)));
    }).toThrow(SseError);
  });

  it.each(all)("H10: an error in mid-stream is an error in the words of %s", async (to) => {
    const failing = [
      claudeStart,
      ...claudeText,
      { type: "error", error: { type: "overloaded_error", message: "the engine is overloaded" } },
    ];
    const { text, events, neutral } = stream("claude", to, failing);
    expect(neutral.failure).toContain("the engine is overloaded");
    expect(text).toContain("so far");
    if (to === "claude") expect(text).toContain("event: error\n");
    if (to === "codex")
      expect(events.some((event) => event["type"] === "response.failed" || event["type"] === "error")).toBe(
        true,
      );
    if (to === "codex" || to === "claude" || to === "openai")
      await expect(understand(to, text)).rejects.toThrow();
    for (const from of ["openai", "kimi"]) {
      const broken = sse([
        chatChunks([{ content: "so far" }], "stop")[0],
        { error: { message: "the model broke down", type: "server_error", code: 500 } },
      ]);
      expect(stream(from, to, broken).neutral.failure).toContain("the model broke down");
    }
  });

  it.each(all.filter((to) => to !== "codex"))(
    "H16: an earlier response that codex names is refused for %s",
    (to) => {
      const outcome = askOrRefuse("codex", to, {
        model: "m",
        input: "and then?",
        previous_response_id: "resp_0",
      });
      expect(outcome instanceof Error && isAdmitted(outcome, "previous")).toBe(true);
    },
  );

  it.each(all.filter((from) => from !== "codex"))(
    "H16: a stream from %s has one response id in every event of codex",
    (from) => {
      const { events } = stream(from, "codex", renderStream(from, odd, 3));
      const ids = new Set(
        events.flatMap((event) => (event["response"] === undefined ? [] : [object(event["response"])["id"]])),
      );
      expect(ids.size).toBe(1);
    },
  );

  it.each(all)("H17: a function_call_output in a list reaches %s with all its parts", (to) => {
    const input = [
      { type: "message", role: "user", content: "hi there" },
      { type: "function_call", call_id: "call_1", name: "f", arguments: "{}" },
      {
        type: "function_call_output",
        call_id: "call_1",
        output: [
          { type: "input_text", text: "part one" },
          { type: "input_text", text: "part two" },
        ],
      },
    ];
    const { neutral } = ask("codex", to, { model: "m", input });
    const shown = JSON.stringify(neutral.said.find((one) => one.kind === "tool_result"));
    expect(shown).toContain("part one");
    expect(shown).toContain("part two");
    for (const from of ["claude", "openai", "gemini"]) {
      const bodies: Record<string, unknown> = {
        claude: {
          model: "m",
          max_tokens: 9,
          messages: [
            { role: "user", content: "hi there" },
            { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "f", input: {} }] },
            {
              role: "user",
              content: [
                {
                  type: "tool_result",
                  tool_use_id: "toolu_1",
                  content: [{ type: "text", text: "part one" }],
                },
              ],
            },
          ],
        },
        openai: {
          model: "m",
          messages: [
            { role: "user", content: "hi there" },
            {
              role: "assistant",
              content: null,
              tool_calls: [{ id: "call_1", type: "function", function: { name: "f", arguments: "{}" } }],
            },
            { role: "tool", tool_call_id: "call_1", content: "part one" },
          ],
        },
        gemini: {
          contents: [
            { role: "user", parts: [{ text: "hi there" }] },
            { role: "model", parts: [{ functionCall: { name: "f", args: {} } }] },
            { role: "user", parts: [{ functionResponse: { name: "f", response: { output: "part one" } } }] },
          ],
        },
      };
      for (const item of list(ask(from, "codex", bodies[from]).body["input"]).map(object))
        if (item["type"] === "function_call_output") {
          const { output } = item;
          expect(
            typeof output === "string" || list(output).every((part) => object(part)["type"] === "input_text"),
          ).toBe(true);
        }
    }
  });

  it("H18: each dialect lists models in its own shape and reads its own list back", () => {
    const models = [{ id: "model-a", name: "Model A", created: 1_790_000_000 }, { id: "model-b" }];
    for (const dialect of dialects) {
      const body = dialect.writeModels(models);
      expect(dialect.readModels(body).map((one) => one.id)).toEqual(["model-a", "model-b"]);
      if (dialect.id === "gemini") expect(object(list(body["models"])[0])["name"]).toBe("models/model-a");
      else expect(list(body["data"])).toHaveLength(2);
      if (dialect.id === "claude") expect(object(list(body["data"])[0])["type"]).toBe("model");
      if (dialect.id === "openai")
        expect([body["object"], object(list(body["data"])[0])["object"]]).toEqual(["list", "model"]);
    }
  });
});
