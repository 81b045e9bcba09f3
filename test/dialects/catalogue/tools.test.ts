import { describe, expect, it } from "vitest";
import { generateScene } from "../generate.ts";
import { list, object } from "../oracle/neutral.ts";
import { renderRequest } from "../render-request.ts";
import {
  all,
  allPairs,
  answer,
  ask,
  askOrRefuse,
  callsIn,
  chatReply,
  claudeReply,
  geminiReply,
  isAdmitted,
  stream,
  weatherSchema,
  withTools,
} from "./stage.ts";

function chat(...messages: unknown[]) {
  return { model: "m", messages };
}

const claudeTool = { name: "get_weather", description: "weather", input_schema: weatherSchema };
const question = { role: "user", content: "Is it warm?" };

describe("tool calls, results and tools that the vendor runs", () => {
  it("D10: an id that claude rejects is mapped for the call and its result, and back again", () => {
    const id = "functions.Bash:0";
    const body = chat(
      question,
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id, type: "function", function: { name: "Bash", arguments: "{}" } }],
      },
      { role: "tool", tool_call_id: id, content: "done" },
    );
    const { neutral, memory } = ask("kimi", "claude", body);
    const [made] = callsIn(neutral.said);
    const result = neutral.said.find((one) => one.kind === "tool_result");
    expect(String(made?.["id"])).toMatch(/^[a-zA-Z0-9_-]+$/);
    expect(result?.facts["id"]).toBe(made?.["id"]);
    expect(ask("kimi", "claude", body).body).toEqual(ask("kimi", "claude", body).body);
    const reply = claudeReply(
      [{ type: "tool_use", id: String(made?.["id"]), name: "Bash", input: {} }],
      "tool_use",
    );
    expect(callsIn(answer("claude", "kimi", reply, memory).neutral.answers[0]?.said)[0]?.["id"]).toBe(id);
  });

  it.each(allPairs)("D11: a long id from %s fits %s and stays with its result", (from, to) => {
    const id = `call_${"a1".repeat(60)}`;
    const turns = [
      { who: "user", parts: ["Is it warm?"] },
      { who: "assistant", pieces: [{ is: "call", id, name: "get_weather", input: { city: "Bern" } }] },
      { who: "tools", results: [{ id, name: "get_weather", text: "sunny" }] },
    ];
    const { neutral } = ask(from, to, withTools(from, { turns }));
    const [made] = callsIn(neutral.said);
    const result = neutral.said.find((one) => one.kind === "tool_result");
    expect(result?.facts["id"]).toBe(made?.["id"]);
    // Kimi, Copilot and Gemini name no limit.
    if (["claude", "codex", "openai"].includes(to))
      expect(String(made?.["id"]).length).toBeLessThanOrEqual(64);
  });

  it.each(allPairs)(
    "D12: parallel results from %s stay together, first and in the order of the calls in %s",
    (from, to) => {
      const calls = ["one", "two", "three"].map((city, index) => ({
        is: "call",
        id: `call_${index}`,
        name: "get_weather",
        input: { city },
      }));
      const results = [2, 0, 1].map((index) => ({
        id: `call_${index}`,
        name: "get_weather",
        text: `answer ${index}`,
      }));
      const turns = [
        { who: "user", parts: ["Is it warm?"] },
        { who: "assistant", pieces: calls },
        { who: "tools", results },
        { who: "user", parts: ["And now?"] },
      ];
      const { body, neutral } = ask(from, to, withTools(from, { turns }));
      const kinds = neutral.said.filter((one) => one.who !== "instruction").map((one) => one.kind);
      expect(kinds).toEqual([
        "text",
        "tool_call",
        "tool_call",
        "tool_call",
        "tool_result",
        "tool_result",
        "tool_result",
        "text",
      ]);
      if (to === "claude" || to === "gemini") {
        const answered = neutral.said
          .filter((one) => one.kind === "tool_result")
          .map((one) => JSON.stringify(one.facts["content"]));
        answered.forEach((text, index) => {
          expect(text).toContain(`answer ${index}`);
        });
        const roles = list(body["messages"] ?? body["contents"]).map((turn) => object(turn)["role"]);
        roles.forEach((role, index) => {
          if (index > 0) expect(role).not.toBe(roles[index - 1]);
        });
      }
    },
  );

  it.each(allPairs)("D13: calls and results from %s are all there in %s", (from, to) => {
    for (let seed = 0; seed < 20; seed += 1) {
      const scene = generateScene(seed);
      const outcome = askOrRefuse(from, to, renderRequest(from, scene).body);
      if (outcome instanceof Error) continue;
      const calls = scene.turns.flatMap((turn) =>
        turn.who === "assistant" ? turn.pieces.filter((piece) => piece.is === "call") : [],
      );
      expect(callsIn(outcome.neutral.said)).toHaveLength(calls.length);
      expect(outcome.neutral.said.filter((one) => one.kind === "tool_result")).toHaveLength(calls.length);
    }
  });

  it.each(all)("D14: empty arguments are an empty object for %s", (to) => {
    const message = {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_1", type: "function", function: { name: "f", arguments: "" } }],
    };
    const { neutral } = ask(
      "openai",
      to,
      chat(question, message, { role: "tool", tool_call_id: "call_1", content: "done" }),
    );
    expect(callsIn(neutral.said).map((call) => call["input"])).toEqual([{}]);
    expect(
      callsIn(answer("openai", to, chatReply(message, "tool_calls")).neutral.answers[0]?.said)[0]?.["input"],
    ).toEqual({});
    expect(
      callsIn(
        answer("gemini", to, geminiReply([{ functionCall: { name: "f" } }], "STOP")).neutral.answers[0]?.said,
      )[0]?.["input"],
    ).toEqual({});
  });

  it.each(all.filter((to) => to !== "claude"))("D15: a failed result is marked or named for %s", (to) => {
    const body = {
      model: "m",
      max_tokens: 9,
      tools: [claudeTool],
      messages: [
        question,
        { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "get_weather", input: {} }] },
        {
          role: "user",
          content: [
            { type: "tool_result", tool_use_id: "toolu_1", content: "no such place", is_error: true },
          ],
        },
      ],
    };
    const outcome = askOrRefuse("claude", to, body);
    if (outcome instanceof Error) return expect(isAdmitted(outcome, "tool_result.error")).toBe(true);
    const result = outcome.neutral.said.find((one) => one.kind === "tool_result");
    const isMarked =
      result?.facts["error"] === true || /error/i.test(JSON.stringify(result?.facts["content"]));
    expect(isMarked || isAdmitted(outcome, "tool_result.error")).toBe(true);
    return undefined;
  });

  it.each(all.filter((to) => to !== "codex"))(
    "D16: a freeform tool is a function for %s and a freeform call again for codex",
    (to) => {
      const patch = '*** Begin Patch\n+ "quoted" line\n*** End Patch';
      const body = {
        model: "m",
        input: [
          { type: "message", role: "user", content: [{ type: "input_text", text: "patch it" }] },
          { type: "custom_tool_call", call_id: "call_0", name: "apply_patch", input: patch },
          { type: "custom_tool_call_output", call_id: "call_0", output: "ok then" },
        ],
        tools: [
          {
            type: "custom",
            name: "apply_patch",
            description: "Edits files",
            format: { type: "grammar", syntax: "lark", definition: "start: LINE" },
          },
        ],
      };
      const outcome = askOrRefuse("codex", to, body);
      if (outcome instanceof Error) return expect(isAdmitted(outcome, "tool.custom")).toBe(true);
      const isNative = outcome.neutral.tools[0]?.["kind"] === "custom";
      const [made] = callsIn(outcome.neutral.said);
      expect(made?.["input"]).toEqual(isNative ? patch : { input: patch });
      if (isNative) return undefined;
      const replies: Record<string, unknown> = {
        claude: claudeReply(
          [{ type: "tool_use", id: "toolu_9", name: "apply_patch", input: { input: patch } }],
          "tool_use",
        ),
        gemini: geminiReply(
          [{ functionCall: { id: "g9", name: "apply_patch", args: { input: patch } } }],
          "STOP",
        ),
      };
      const message = {
        tool_calls: [
          {
            id: "call_9",
            type: "function",
            function: { name: "apply_patch", arguments: JSON.stringify({ input: patch }) },
          },
        ],
      };
      const reply = replies[to] ?? chatReply(message, "tool_calls");
      const item = object(list(answer(to, "codex", reply, outcome.memory).body["output"])[0]);
      expect([item["type"], item["input"]]).toEqual(["custom_tool_call", patch]);
      if (to === "gemini") {
        const streamed = stream("gemini", "codex", [reply], outcome.memory);
        expect(callsIn(streamed.neutral.answers[0]?.said)[0]?.["input"]).toBe(patch);
      }
      return undefined;
    },
  );

  const searching = [
    { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "weather" } },
    {
      type: "web_search_tool_result",
      tool_use_id: "srvtoolu_1",
      content: [
        { type: "web_search_result", url: "https://example.com", title: "t", encrypted_content: "ZW5j" },
      ],
    },
    { type: "text", text: "It is warm." },
  ];

  it("D17: a server tool's call and result stay one unit, in order", () => {
    const messages = [
      question,
      { role: "assistant", content: searching },
      { role: "user", content: "and tomorrow?" },
    ];
    expect(ask("claude", "claude", { model: "m", max_tokens: 9, messages }).body["messages"]).toEqual(
      messages,
    );
    const shown = searching.map((block) => (block.type === "text" ? { citations: null, ...block } : block));
    expect(answer("claude", "claude", claudeReply(searching, "end_turn")).body["content"]).toEqual(shown);
    for (const to of all.filter((one) => one !== "claude")) {
      const outcome = askOrRefuse("claude", to, { model: "m", max_tokens: 9, messages });
      expect(isAdmitted(outcome, "tool_use.server")).toBe(true);
      expect(outcome).not.toBeInstanceOf(Error);
      if (!(outcome instanceof Error)) {
        expect(callsIn(outcome.neutral.said)).toEqual([]);
        const said = outcome.neutral.said.filter(({ who }) => who === "assistant");
        expect(JSON.stringify(said)).toContain("https://example.com");
        expect(JSON.stringify(outcome.body)).not.toContain("ZW5j");
      }
      const { neutral, entries } = answer("claude", to, claudeReply(searching, "end_turn"));
      expect(callsIn(neutral.answers[0]?.said)).toEqual([]);
      // A reply shows a search in the caller's own form, or says that it is left out.
      expect(entries.some((entry) => /^(?:opaque|.*search)/.test(entry.feature ?? ""))).toBe(true);
    }
  });

  it.each(allPairs)(
    "D18: a tool that the vendor of %s runs is mapped, emulated or refused for %s",
    (from, to) => {
      const server: Record<string, unknown> = {
        claude: { type: "web_search_20250305", name: "web_search", max_uses: 3 },
        codex: { type: "web_search", search_context_size: "low" },
        gemini: { googleSearch: {} },
      };
      const tool = server[from];
      if (tool === undefined) return;
      const body = { ...withTools(from, {}), tools: [tool] };
      const outcome = askOrRefuse(from, to, body);
      if (outcome instanceof Error) {
        expect(isAdmitted(outcome, "tool.web_search")).toBe(true);
        // The vendors of these run a search of their own, without any limit that this one has.
        expect(["claude", "codex", "gemini"]).not.toContain(to);
      } else {
        const own: Record<string, string> = {
          claude: "web_search_20250305",
          codex: '"web_search"',
          gemini: "googleSearch",
        };
        expect(JSON.stringify(outcome.body["tools"])).toContain(own[to]);
        if (to !== "claude") expect(JSON.stringify(outcome.body)).not.toContain("web_search_20250305");
        const isNamed = outcome.entries.some((entry) => entry.feature === "tool.web_search");
        expect(isNamed).toBe(true);
      }
    },
  );

  const pixel = "iVBORw0KGgoAAAANSUhEUg==";

  it.each(all.filter((to) => to !== "claude"))("D19: an image in a result reaches %s or is refused", (to) => {
    const body = {
      model: "m",
      max_tokens: 9,
      tools: [claudeTool],
      messages: [
        question,
        { role: "assistant", content: [{ type: "tool_use", id: "toolu_1", name: "get_weather", input: {} }] },
        {
          role: "user",
          content: [
            {
              type: "tool_result",
              tool_use_id: "toolu_1",
              content: [
                { type: "text", text: "a map" },
                { type: "image", source: { type: "base64", media_type: "image/png", data: pixel } },
              ],
            },
          ],
        },
      ],
    };
    const outcome = askOrRefuse("claude", to, body);
    if (outcome instanceof Error)
      expect(isAdmitted(outcome, "tool_result.media") || isAdmitted(outcome, "image")).toBe(true);
    else expect(JSON.stringify(outcome.body)).toContain(pixel);
  });

  it("D21: results stand before text in claude's user turn, and a second result for one call is not sent twice in silence", () => {
    const call = {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_1", type: "function", function: { name: "f", arguments: "{}" } }],
    };
    const { body } = ask(
      "openai",
      "claude",
      chat(
        question,
        call,
        { role: "tool", tool_call_id: "call_1", content: "done" },
        { role: "user", content: "well?" },
      ),
    );
    const turn = object(list(body["messages"]).at(-1));
    expect(list(turn["content"]).map((block) => object(block)["type"])).toEqual(["tool_result", "text"]);
    const twice = askOrRefuse(
      "openai",
      "claude",
      chat(
        question,
        call,
        { role: "tool", tool_call_id: "call_1", content: "first" },
        { role: "tool", tool_call_id: "call_1", content: "second" },
      ),
    );
    if (!(twice instanceof Error)) {
      const results = twice.neutral.said.filter((one) => one.kind === "tool_result");
      expect(
        results.length === 1 ? twice.entries.some((entry) => entry.disposition !== "mapped") : true,
      ).toBe(true);
      expect(results).toHaveLength(1);
    }
  });
});
