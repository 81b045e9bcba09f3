import { describe, expect, it } from "vitest";
import type { Block, Reply, StreamEvent } from "../../contract/index.ts";
import { collapse } from "../collapse.ts";
import { IdMap } from "../id-map.ts";
import type { Members } from "../members/members.ts";
import { Origins } from "../origins.ts";
import { findDialect } from "../registry/lookup.ts";
import { translateReply } from "../translate/reply.ts";
import { translateRequest } from "../translate/request.ts";
import { StreamTranslator } from "../translate/stream.ts";
import { noToolNames } from "../translate/tools/tool-wrapping.ts";
import { hideRunIn, hideRuns, RunWriter, showRuns } from "./shown-runs.ts";

const memory = { ids: new IdMap(), tools: noToolNames, streams: true, streamUsage: false, model: "m" };
const options = { memory, id: "r", created: 1, lossesOnly: true };
const code = {
  type: "server_tool_use",
  id: "srvtoolu_1",
  name: "code_execution",
  input: { code: "print(6*7)" },
};
const output = {
  type: "code_execution_tool_result",
  tool_use_id: "srvtoolu_1",
  content: { type: "code_execution_result", stdout: "42\n", stderr: "", return_code: 0, content: [] },
};
const interpreter = {
  type: "code_interpreter_call",
  id: "ci_1",
  status: "completed",
  container_id: "c",
  code: "print(6*7)",
  outputs: [
    { type: "logs", logs: "42" },
    { type: "image", url: "https://files.example/plot.png" },
  ],
};
const message = {
  type: "message",
  id: "msg_1",
  role: "assistant",
  status: "completed",
  content: [{ type: "output_text", text: "It is 42.", annotations: [] }],
};
/** An answer of each vendor that runs code. */
const answers: Readonly<Record<string, Members>> = {
  claude: {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [code, output, { type: "text", text: "It is 42." }],
    stop_reason: "end_turn",
    usage: { input_tokens: 1, output_tokens: 1 },
  },
  codex: { id: "resp_1", model: "m", status: "completed", output: [interpreter, message] },
  gemini: {
    responseId: "g",
    modelVersion: "m",
    candidates: [
      {
        index: 0,
        finishReason: "STOP",
        content: {
          role: "model",
          parts: [
            { executableCode: { language: "PYTHON", code: "print(6*7)" } },
            { codeExecutionResult: { outcome: "OUTCOME_OK", output: "42\n" } },
            { text: "It is 42." },
          ],
        },
      },
    ],
  },
};
const callers = ["claude", "openai", "codex", "gemini", "kimi", "copilot"];
const pairs = Object.keys(answers).flatMap((engine) =>
  callers.filter((caller) => caller !== engine).map((caller) => [engine, caller] as const),
);

/** The events of a stream that says the same as a whole answer. */
function streamOf(engine: string): string {
  if (engine === "gemini") return `data: ${JSON.stringify(answers["gemini"])}\n\n`;
  const frame = (event: Members) => `event: ${event["type"]}\ndata: ${JSON.stringify(event)}\n\n`;
  if (engine === "codex") {
    const response = { id: "resp_1", model: "m", status: "in_progress", output: [] };
    const text = { output_index: 1, item_id: "msg_1", content_index: 0 };
    const begun = { ...interpreter, status: "in_progress", code: "", outputs: null };
    return [
      { type: "response.created", response },
      { type: "response.output_item.added", output_index: 0, item: begun },
      { type: "response.code_interpreter_call_code.delta", output_index: 0, item_id: "ci_1", delta: "print" },
      { type: "response.output_item.done", output_index: 0, item: interpreter },
      { type: "response.output_item.added", output_index: 1, item: { ...message, content: [] } },
      {
        type: "response.content_part.added",
        ...text,
        part: { type: "output_text", text: "", annotations: [] },
      },
      { type: "response.output_text.delta", ...text, delta: "It is 42." },
      { type: "response.output_text.done", ...text, text: "It is 42." },
      { type: "response.content_part.done", ...text, part: message.content[0] },
      { type: "response.output_item.done", output_index: 1, item: message },
      { type: "response.completed", response: answers["codex"] },
    ]
      .map((event, index) => frame({ ...event, sequence_number: index }))
      .join("");
  }
  const { content, ...start } = answers["claude"]!;
  const json = JSON.stringify(code.input);
  return [
    { type: "message_start", message: { ...start, content: [], stop_reason: null } },
    { type: "content_block_start", index: 0, content_block: { ...code, input: {} } },
    { type: "content_block_delta", index: 0, delta: { type: "input_json_delta", partial_json: json } },
    { type: "content_block_stop", index: 0 },
    { type: "content_block_start", index: 1, content_block: output },
    { type: "content_block_stop", index: 1 },
    { type: "content_block_start", index: 2, content_block: { type: "text", text: "" } },
    { type: "content_block_delta", index: 2, delta: { type: "text_delta", text: "It is 42." } },
    { type: "content_block_stop", index: 2 },
    { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 1 } },
    { type: "message_stop" },
  ]
    .map(frame)
    .join("");
}

function textOf({ candidates }: Reply): string {
  return candidates[0]!.content.map((block) => ("text" in block ? block.text : "")).join("");
}

describe("code that the engine's vendor ran", () => {
  it.each(pairs)(
    "reaches the caller with its result, from %s to %s, whole and streamed alike",
    (from, to) => {
      const [engine, caller] = [findDialect(from), findDialect(to)];
      const whole = translateReply(engine, caller, answers[from], options);
      const said = JSON.stringify(whole.body);
      expect(said.indexOf("print(6*7)")).toBeGreaterThan(0);
      expect(said.indexOf("42", said.indexOf("print(6*7)"))).toBeLessThan(said.indexOf("It is 42."));
      if (from === "codex") expect(said).toContain("https://files.example/plot.png");
      expect(whole.report.entries.filter(({ feature }) => feature === "opaque")).toEqual([]);

      const translator = new StreamTranslator(engine, caller, options);
      const text = translator.push(Buffer.from(streamOf(from))) + translator.end();
      expect(translator.failure).toBeUndefined();
      const events: StreamEvent[] = [];
      const reader = caller.openReader();
      for (const line of text.split("\n"))
        if (line.startsWith("data: ") && !line.includes("[DONE]"))
          reader.push(line.slice(6), undefined, (event) => events.push(event));
      reader.end((event) => events.push(event));
      const streamed = collapse(events).reply;
      expect(textOf(streamed)).toBe(textOf(caller.readReply(whole.body, new Origins())));
      expect(translator.report().entries.filter(({ feature }) => feature === "opaque")).toEqual([]);
    },
  );

  it("does not spoil an answer in JSON, and is named as lost there", () => {
    const body = {
      model: "m",
      messages: [{ role: "user", content: "x" }],
      response_format: { type: "json_object" },
    };
    const { memory: asked } = translateRequest(findDialect("openai"), findDialect("codex"), body);
    expect(asked.wantsJson).toBe(true);
    const { body: written, report } = translateReply(
      findDialect("codex"),
      findDialect("openai"),
      answers["codex"],
      {
        ...options,
        memory: { ...memory, wantsJson: true },
      },
    );
    expect(JSON.stringify(written)).not.toContain("print(6*7)");
    expect(report.entries).toContainEqual(
      expect.objectContaining({ feature: "opaque", disposition: "disclosed" }),
    );
    const translator = new StreamTranslator(findDialect("codex"), findDialect("openai"), {
      ...options,
      memory: { ...memory, wantsJson: true },
    });
    const text = translator.push(Buffer.from(streamOf("codex"))) + translator.end();
    expect(text).not.toContain("print(6*7)");
    expect(translator.report().entries).toContainEqual(expect.objectContaining({ feature: "opaque" }));
  });

  it("is asked of Responses with its outputs", () => {
    const body = {
      model: "m",
      max_tokens: 50,
      messages: [{ role: "user", content: "x" }],
      tools: [{ type: "code_execution_20250522", name: "code_execution" }],
    };
    const { request } = translateRequest(findDialect("claude"), findDialect("codex"), body);
    expect(request.body["include"]).toContain("code_interpreter_call.outputs");
  });
});

describe("a run of code", () => {
  const opaque = { type: "opaque", dialect: "codex", kind: "k", value: { a: 1 } } as const;
  const run: Block = { ...opaque, rendering: "print(1)", isRun: true };
  const { isRun: _, ...hidden } = run;
  const other: Block = { ...opaque, rendering: "no run" };
  const shown: Block = { type: "text", text: "\n\nprint(1)\n\n" };
  const says: Block = { type: "text", text: "a" };
  const at = { candidate: 0, block: 1 };
  const replyOf = (...contents: Block[][]): Reply => ({
    id: "r",
    candidates: contents.map((content, index) => ({ index, content, stop: { reason: "end_turn" } })),
  });

  it("is text for a caller of another dialect, and stays for one of its own", () => {
    const reply = replyOf([says], [run, other, says]);
    expect(showRuns(reply, "claude")).toEqual(replyOf([says], [shown, other, says]));
    expect(showRuns(reply, "codex")).toBe(reply);
    const plain = replyOf([other, says]);
    expect(showRuns(plain, "claude")).toBe(plain);
    const { rendering: __, ...bare } = run;
    expect(showRuns(replyOf([bare]), "claude")).toEqual(replyOf([{ type: "text", text: "\n\n\n\n" }]));
  });

  it("is an ordinary unit for a caller who asked for JSON, and other units stay as they are", () => {
    const { candidates } = hideRuns(replyOf([says, run], [other]));
    expect(candidates).toStrictEqual(replyOf([says, hidden], [other]).candidates);
    expect(candidates[0]!.content[0]).toBe(says);
    expect(candidates[1]!.content[0]).toBe(other);
    for (const type of ["block_start", "block_stop"] as const) {
      const event = (content: Block) => ({ type, ...at, content }) as StreamEvent;
      expect(hideRunIn(event(run))).toStrictEqual(event(hidden));
      for (const content of [other, says]) {
        const unchanged = event(content);
        expect(hideRunIn(unchanged)).toBe(unchanged);
      }
    }
    const events: StreamEvent[] = [{ type: "block_stop", ...at }, { type: "ping" }];
    for (const event of events) expect(hideRunIn(event)).toBe(event);
  });

  it("is held in a stream until it is whole, and everything else passes", () => {
    const emitted: StreamEvent[] = [];
    const writer = new RunWriter("claude", (event) => emitted.push(event));
    const start = (block: number, content: Block): StreamEvent => ({
      ...{ type: "block_start", candidate: 0, block, content },
    });
    const passed: StreamEvent[] = [
      { type: "ping" },
      { type: "text_delta", candidate: 0, block: 9, text: "x" },
      start(0, says),
      start(2, other),
    ];
    for (const event of passed) writer.push(event);
    expect(emitted).toEqual(passed);
    writer.push(start(1, run));
    writer.push({ type: "input_delta", ...at, text: "held" });
    expect(emitted).toHaveLength(passed.length);
    const delta: StreamEvent = { type: "text_delta", candidate: 0, block: 0, text: "b" };
    const elsewhere: StreamEvent = { type: "block_stop", candidate: 1, block: 1 };
    writer.push(delta);
    writer.push(elsewhere);
    writer.push({ type: "block_stop", ...at, content: { ...run, rendering: "print(2)" } });
    writer.push({ type: "block_stop", ...at });
    expect(emitted.slice(passed.length)).toEqual([
      delta,
      elsewhere,
      { type: "block_start", ...at, content: { type: "text", text: "" } },
      { type: "text_delta", ...at, text: "\n\nprint(2)\n\n" },
      { type: "block_stop", ...at },
      { type: "block_stop", ...at },
    ]);
  });

  it("has the text that it began with if its end says nothing, and none if it ends as something else", () => {
    const textsOf = (content?: Block) => {
      const texts: string[] = [];
      const writer = new RunWriter("claude", (event) => "text" in event && texts.push(event.text));
      writer.push({ type: "block_start", ...at, content: run });
      writer.push({ type: "block_stop", ...at, ...(content && { content }) });
      return texts;
    };
    expect([textsOf(), textsOf(says)]).toEqual([["\n\nprint(1)\n\n"], []]);
  });
});
