import { describe, expect, it } from "vitest";
import type { Block, Conversation, Message, Tool } from "../../../contract/index.ts";
import type { WriterNote } from "../../codec/writer-note.ts";
import { findDialect } from "../../registry/lookup.ts";
import { translateReply } from "../reply.ts";
import { translateRequest } from "../request.ts";
import { StreamTranslator } from "../stream.ts";
import { renameTools } from "./tool-renaming.ts";

const limits = { pattern: /^[A-Za-z][A-Za-z0-9_-]*$/, maxLength: 20 };
const fn = (name: string): Tool => ({ kind: "function", name, parameters: {} });

function conversation(parts: Partial<Conversation>): Conversation {
  return { model: "m", system: [], tools: [], messages: [], sampling: {}, stop: [], ...parts };
}

function rename(parts: Partial<Conversation>) {
  const notes: WriterNote[] = [];
  const { conversation: written, renamed } = renameTools(conversation(parts), limits, (note) =>
    notes.push(note),
  );
  return { written, renamed, notes, names: written.tools.map(({ name }) => name) };
}

const call = (name: string): Block => ({ type: "tool_use", id: "c", name, kind: "function", input: {} });

describe("renaming tools", () => {
  it("gives the conversation itself back if every name is accepted", () => {
    const own = conversation({
      tools: [fn("read")],
      messages: [{ role: "assistant", content: [call("read")] }],
    });
    expect(renameTools(own, limits, () => undefined).conversation).toBe(own);
    expect(renameTools(conversation({ tools: [fn("a b")] }), undefined, () => undefined).renamed.size).toBe(
      0,
    );
  });

  it("makes a readable name that the target takes, and notes it at the tool", () => {
    const long = "a_name_that_is_longer_than_twenty";
    const { names, notes, renamed } = rename({ tools: [fn(long), fn("mcp.read file"), fn("9é")] });
    for (const name of names) {
      expect(name.length).toBeLessThanOrEqual(20);
      expect(name).toMatch(limits.pattern);
    }
    expect(names[0]).toMatch(/^a_name_that_[0-9a-f]{8}$/);
    expect(names[1]).toMatch(/^mcp_read_fi[0-9a-z_]*_[0-9a-f]{8}$/);
    expect(names[2]).toMatch(/^tool_[0-9a-f]{8}$/);
    expect([...renamed.values()]).toEqual([long, "mcp.read file", "9é"]);
    expect(notes).toHaveLength(3);
    expect(notes[0]).toMatchObject({ disposition: "mapped", rule: "tools.names", feature: "tool.function" });
  });

  it("gives names that differ in rejected letters alone different names, each time the same", () => {
    const tools = [fn("read.file"), fn("read file"), fn("read:file")];
    const { names } = rename({ tools });
    expect(new Set(names).size).toBe(3);
    expect(rename({ tools: [...tools].reverse() }).names.reverse()).toEqual(names);
  });

  it("never takes the name of another tool", () => {
    const [taken] = rename({ tools: [fn("read.file")] }).names;
    const { names } = rename({ tools: [fn("read.file"), fn(taken!)] });
    expect(new Set(names).size).toBe(2);
    expect(names[1]).toBe(taken);
  });

  it("renames calls, results, the choice and allowed tools alike", () => {
    const messages: Message[] = [
      { role: "assistant", content: [call("read.file"), { type: "text", text: "x" }] },
      {
        role: "tool",
        content: [{ type: "tool_result", id: "c", name: "read.file", kind: "function", content: [] }],
      },
    ];
    const { written, names } = rename({
      tools: [fn("read.file"), fn("ok")],
      messages,
      toolChoice: { mode: "auto", allowed: ["read.file", "ok"] },
    });
    const [name] = names;
    expect(written.messages[0]!.content[0]).toMatchObject({ name });
    expect(written.messages[1]!.content[0]).toMatchObject({ name });
    expect(written.toolChoice).toEqual({ mode: "auto", allowed: [name, "ok"] });
    const one = rename({ tools: [fn("read.file")], toolChoice: { mode: "tool", name: "read.file" } });
    expect(one.written.toolChoice).toEqual({ mode: "tool", name });
  });

  it("renames a call of the history that no tool stands for", () => {
    const { written } = rename({
      messages: [
        { role: "assistant", content: [call("gone.tool")] },
        { role: "user", content: [{ type: "text", text: "x" }] },
      ],
    });
    expect(written.messages[0]!.content[0]).toMatchObject({ name: expect.stringMatching(/^gone_tool_/) });
  });
});

describe("a tool with a name that the target rejects", () => {
  const claude = findDialect("claude");
  const openai = findDialect("openai");
  const name = `mcp__${"very_long_server_name_".repeat(4)}__search`;
  const body = {
    model: "m",
    max_tokens: 10,
    tools: [{ name, input_schema: { type: "object" } }],
    tool_choice: { type: "tool", name },
    messages: [{ role: "user", content: "hi" }],
  };
  const options = { limits: { toolNames: { pattern: /^[a-zA-Z0-9_-]+$/, maxLength: 64 } } };

  it("has an accepted name in the request, and the caller's name in the reply", () => {
    const { request, report, memory } = translateRequest(claude, openai, body, options);
    const [tool] = request.body["tools"] as { function: { name: string } }[];
    const seen = tool!.function.name;
    expect(seen.length).toBeLessThanOrEqual(64);
    expect(request.body["tool_choice"]).toEqual({ type: "function", function: { name: seen } });
    expect(report.entries).toContainEqual(
      expect.objectContaining({ path: "$.tools[0]", rule: "tools.names", disposition: "mapped" }),
    );
    const message = {
      role: "assistant",
      content: null,
      tool_calls: [{ id: "call_1", type: "function", function: { name: seen, arguments: "{}" } }],
    };
    const reply = { id: "r", model: "m", choices: [{ index: 0, message, finish_reason: "tool_calls" }] };
    const answer = translateReply(openai, claude, reply, { memory, id: "i", created: 0 });
    expect(answer.body["content"]).toEqual([expect.objectContaining({ type: "tool_use", name })]);
  });

  it("has the caller's name in a stream", () => {
    const { request, memory } = translateRequest(claude, openai, body, options);
    const [tool] = request.body["tools"] as { function: { name: string } }[];
    const delta = {
      tool_calls: [{ index: 0, id: "call_1", function: { name: tool!.function.name, arguments: "{}" } }],
    };
    const chunk = { id: "r", model: "m", choices: [{ index: 0, delta, finish_reason: null }] };
    const stream = new StreamTranslator(openai, claude, { memory, id: "i", created: 0 });
    const text = stream.push(Buffer.from(`data: ${JSON.stringify(chunk)}\n\n`)) + stream.end();
    expect(text).toContain(`"name":"${name}"`);
  });
});
