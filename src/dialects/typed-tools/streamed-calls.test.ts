import { describe, expect, it } from "vitest";
import { findStreamFaults } from "../../../test/dialects/stream-grammar/index.ts";
import type { Reply } from "../../contract/index.ts";
import { SseReader } from "../../lib/index.ts";
import { expand } from "../expand.ts";
import { IdMap } from "../id-map.ts";
import { findDialect } from "../registry/lookup.ts";
import { translateReply } from "../translate/reply.ts";
import { translateRequest } from "../translate/request.ts";
import { StreamTranslator } from "../translate/stream.ts";

const everyone = ["claude", "codex", "gemini", "openai", "kimi", "copilot"];

const codexBody = {
  model: "m",
  stream: true,
  input: "go",
  tools: [{ type: "local_shell" }, { type: "shell" }, { type: "apply_patch" }],
};
const claudeBody = {
  model: "m",
  max_tokens: 9,
  stream: true,
  messages: [{ role: "user", content: "go" }],
  tools: [
    { type: "bash_20250124", name: "bash" },
    { type: "computer_20250124", name: "computer", display_width_px: 9, display_height_px: 9 },
  ],
};

/** An answer of an engine with two calls. */
function replyOf(calls: readonly (readonly [name: string, input: object])[]): Reply {
  const content = calls.map(([name, input], index) => ({
    type: "tool_use" as const,
    id: `call_${index}`,
    name,
    kind: "function" as const,
    input,
  }));
  return { id: "r1", model: "m", candidates: [{ index: 0, content, stop: { reason: "tool_use" } }] };
}

function answer(caller: string, engine: string, body: object, reply: Reply) {
  const from = findDialect(engine);
  const to = findDialect(caller);
  const { memory } = translateRequest(to, from, body, { model: "m" });
  const facts = { ids: new IdMap(), id: "r1", model: "m", created: 1, usage: true };
  const options = { memory, id: "reply_1", created: 1 };
  const translator = new StreamTranslator(from, to, options);
  let text = "";
  const writer = from.openWriter(facts);
  const push = (frame: string) => {
    text += translator.push(Buffer.from(frame));
  };
  for (const event of expand(reply)) writer.push(event, push);
  writer.end(push);
  text += translator.end();
  const events: Record<string, unknown>[] = [];
  const sse = new SseReader((data) => events.push(JSON.parse(data) as Record<string, unknown>));
  sse.push(Buffer.from(text));
  sse.end();
  const whole = translateReply(from, to, from.writeReply(reply, facts), options).body;
  return { events, whole, faults: findStreamFaults(caller, text) };
}

const shellCalls: [string, object][] = [
  ["local_shell", { command: ["ls", "-l"] }],
  ["shell", { commands: ["ls"], timeout_ms: 5 }],
  ["apply_patch", { operation: { type: "update_file", path: "a.txt", diff: "@@\n-a\n+b" } }],
];

describe("a streamed call of a typed tool", () => {
  it.each(everyone.filter((one) => one !== "codex"))(
    "reaches Codex as the whole answer does, from %s",
    (engine) => {
      const { events, whole, faults } = answer("codex", engine, codexBody, replyOf(shellCalls));
      expect(faults).toEqual([]);
      const done = events.filter(({ type }) => type === "response.output_item.done").map(({ item }) => item);
      expect(done).toMatchObject([
        { type: "local_shell_call", action: { type: "exec", command: ["ls", "-l"], env: {} } },
        { type: "shell_call", action: { commands: ["ls"], timeout_ms: 5 } },
        { type: "apply_patch_call", operation: { type: "update_file", path: "a.txt", diff: "@@\n-a\n+b" } },
      ]);
      expect(unnamed(done)).toEqual(unnamed(whole["output"]));
      expect(JSON.stringify(events)).not.toContain("function_call");
    },
  );

  it.each(everyone.filter((one) => one !== "codex"))("is announced as what it is, from %s", (engine) => {
    const { events } = answer("codex", engine, codexBody, replyOf(shellCalls));
    const added = events.filter(({ type }) => type === "response.output_item.added").map(({ item }) => item);
    expect(added).toMatchObject([
      { status: "in_progress", action: { command: ["ls", "-l"] } },
      { status: "in_progress", action: { commands: ["ls"] } },
      { status: "in_progress", operation: { type: "update_file", path: "a.txt" } },
    ]);
  });

  it.each(everyone.filter((one) => one !== "claude"))(
    "reaches Claude as the whole answer does, from %s",
    (engine) => {
      const calls: [string, object][] = [
        ["bash", { command: "ls" }],
        ["computer", { action: "left_click", coordinate: [1, 2] }],
      ];
      const { events, whole, faults } = answer("claude", engine, claudeBody, replyOf(calls));
      expect(faults).toEqual([]);
      const blocks = events
        .filter(({ type }) => type === "content_block_start")
        .map((one) => one["content_block"]);
      expect(blocks).toMatchObject([
        { type: "tool_use", name: "bash" },
        { type: "tool_use", name: "computer" },
      ]);
      const inputs = [0, 1].map((index) =>
        events
          .filter((one) => one["type"] === "content_block_delta" && one["index"] === index)
          .map((one) => (one["delta"] as { partial_json: string }).partial_json)
          .join(""),
      );
      const content = whole["content"] as { input: unknown }[];
      expect(inputs.map((text) => JSON.parse(text) as unknown)).toEqual(content.map(({ input }) => input));
      expect(content.map(({ input }) => input)).toEqual(calls.map(([, input]) => input));
    },
  );
});

/** Items without the ids that we make anew for each answer. */
function unnamed(items: unknown): unknown {
  return (items as Record<string, unknown>[]).map(({ id: _, call_id: __, ...rest }) => rest);
}
