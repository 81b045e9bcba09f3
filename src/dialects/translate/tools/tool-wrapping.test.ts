import { describe, expect, it } from "vitest";
import type { Block, Conversation, Message, StreamEvent, Tool } from "../../../contract/index.ts";
import { IdMap } from "../../id-map.ts";
import { Origins } from "../../origins.ts";
import { findDialect } from "../../registry/lookup.ts";
import { StreamUnwrapper } from "../stream-unwrapping.ts";
import {
  freeformText,
  hasPlainTools,
  type ToolNames,
  unwrapBlock,
  unwrapReply,
  wrapTools,
} from "./tool-wrapping.ts";

const claude = findDialect("claude");
const codex = findDialect("codex");
const openai = findDialect("openai");

const freeform: Tool = { kind: "custom", name: "patch", description: "Edits.", format: undefined };
const namespaced: Tool = { kind: "function", name: "read", namespace: "files", parameters: {} };

function conversation(tools: Tool[], messages: Message[] = []): Conversation {
  return { model: "m", system: [], tools, messages, sampling: {}, stop: [] };
}

function call(parts: Partial<Extract<Block, { type: "tool_use" }>>): Extract<Block, { type: "tool_use" }> {
  return { type: "tool_use", id: "c", name: "f", kind: "function", input: {}, ...parts };
}

describe("wrapping tools", () => {
  it("shows a freeform tool as a function with one text", () => {
    const { conversation: wrapped, names } = wrapTools(conversation([freeform]), claude);
    expect(wrapped.tools).toEqual([
      {
        kind: "function",
        name: "patch",
        description: "Edits.",
        parameters: { type: "object", properties: { input: { type: "string" } }, required: ["input"] },
      },
    ]);
    expect([...names.custom]).toEqual(["patch"]);
  });

  it("names the tool of a namespace in a choice by its flat name, if only one has that name", () => {
    const other: Tool = { kind: "function", name: "read", namespace: "mail", parameters: {} };
    const plain: Tool = { kind: "function", name: "list", parameters: {} };
    const choose = (tools: Tool[], toolChoice: NonNullable<Conversation["toolChoice"]>) =>
      wrapTools({ ...conversation(tools), toolChoice }, claude).conversation.toolChoice;
    expect(choose([namespaced], { mode: "tool", name: "read" })).toEqual({
      mode: "tool",
      name: "files__read",
    });
    expect(choose([namespaced, plain], { mode: "auto", allowed: ["read", "list"] })).toEqual({
      mode: "auto",
      allowed: ["files__read", "list"],
    });
    expect(choose([namespaced, other], { mode: "tool", name: "read" })).toEqual({
      mode: "tool",
      name: "read",
    });
    const auto = { mode: "auto" } as const;
    expect(choose([namespaced], auto)).toBe(auto);
  });

  it("leaves a tool that has a form at the target as it is", () => {
    const plain: Tool = { kind: "function", name: "list", parameters: {} };
    expect(wrapTools(conversation([plain, freeform]), claude).conversation.tools[0]).toBe(plain);
  });

  it("keeps the place of each tool, whatever form it has at the target", () => {
    const plain: Tool = { kind: "function", name: "list", parameters: {} };
    const hosted: Tool = { kind: "server", name: "s", dialect: "claude", value: {} };
    const origins = new Origins();
    const tools = [plain, freeform, namespaced, hosted].map((tool, index) =>
      origins.mark({ ...tool }, `$.tools[${index}]`),
    );
    for (const target of [claude, openai]) {
      const wrapped = wrapTools(conversation(tools), target).conversation.tools;
      expect(wrapped.map((tool) => origins.of(tool))).toEqual([
        "$.tools[0]",
        "$.tools[1]",
        "$.tools[2]",
        "$.tools[3]",
      ]);
      expect([wrapped[0], wrapped[3]]).toEqual([tools[0], tools[3]]);
      expect(wrapped.map((tool) => new Origins().of(tool))).toEqual(tools.map(() => undefined));
    }
  });

  it("describes the format of the text, if there is one", () => {
    const grammar: Tool = { kind: "custom", name: "patch", format: { type: "grammar" } };
    expect(wrapTools(conversation([grammar]), claude).conversation.tools[0]).toMatchObject({
      description: '\n\nThe text must follow this format: {"type":"grammar"}',
    });
  });

  it("joins a namespace and a name", () => {
    const { conversation: wrapped, names } = wrapTools(conversation([namespaced]), claude);
    expect(wrapped.tools).toEqual([{ kind: "function", name: "files__read", parameters: {} }]);
    expect([...names.namespaced]).toEqual([["files__read", { namespace: "files", name: "read" }]]);
  });

  it("does only what the target needs", () => {
    expect(wrapTools(conversation([freeform, namespaced]), codex).conversation.tools).toEqual([
      freeform,
      namespaced,
    ]);
    const both = wrapTools(conversation([freeform, namespaced]), openai);
    expect(both.conversation.tools).toEqual([
      freeform,
      { kind: "function", name: "files__read", parameters: {} },
    ]);
    expect(both.names.custom.size).toBe(0);
    const hosted: Tool = { kind: "server", name: "s", dialect: "claude", value: {} };
    expect(wrapTools(conversation([hosted]), claude).conversation.tools).toEqual([hosted]);
  });

  it("wraps the calls and results of the history in the same way", () => {
    const history: Message[] = [
      {
        role: "assistant",
        content: [
          call({ kind: "custom", name: "patch", input: undefined, inputText: "do it" }),
          call({ kind: "custom", name: "patch", input: undefined }),
          call({ name: "read", namespace: "files" }),
          { type: "text", text: "x" },
        ],
      },
      { role: "tool", content: [{ type: "tool_result", id: "c", kind: "custom", content: [] }] },
    ];
    const { messages } = wrapTools(conversation([], history), claude).conversation;
    expect(messages[0]!.content).toEqual([
      call({ name: "patch", input: { input: "do it" } }),
      call({ name: "patch", input: { input: "" } }),
      call({ name: "files__read" }),
      { type: "text", text: "x" },
    ]);
    expect(messages[1]!.content).toEqual([{ type: "tool_result", id: "c", kind: "function", content: [] }]);
  });

  it("leaves a conversation without tools and calls as it is", () => {
    const plain = conversation([], [{ role: "user", content: [{ type: "text", text: "x" }] }]);
    const { conversation: same, names } = wrapTools(plain, claude);
    expect(same).toBe(plain);
    expect(hasPlainTools(names)).toBe(true);
    const result: Message = {
      role: "tool",
      content: [{ type: "tool_result", id: "c", kind: "custom", content: [] }],
    };
    expect(wrapTools(conversation([], [result]), claude).conversation.messages).not.toEqual([result]);
  });

  it("remembers tools with calls of a form of their own", () => {
    const search: Tool = {
      kind: "function",
      name: "s",
      parameters: {},
      vendor: { "codex:call=tool_search": {}, "codex:x": {} },
    };
    const { names } = wrapTools(conversation([search]), claude);
    expect([...names.spelled!]).toEqual([["s", { "codex:call=tool_search": {} }]]);
    expect(hasPlainTools(names)).toBe(false);
    expect(unwrapBlock(call({ name: "s" }), names)).toEqual(
      call({ name: "s", vendor: { "codex:call=tool_search": {} } }),
    );
  });
});

const names: ToolNames = {
  custom: new Set(["patch", "files__edit"]),
  namespaced: new Map([
    ["files__read", { namespace: "files", name: "read" }],
    ["files__edit", { namespace: "files", name: "edit" }],
  ]),
};

describe("unwrapping calls", () => {
  it("returns the caller's own form", () => {
    expect(unwrapBlock(call({ name: "patch", input: { input: "do it" } }), names)).toEqual(
      call({ name: "patch", kind: "custom", input: undefined, inputText: "do it" }),
    );
    expect(unwrapBlock(call({ name: "files__read" }), names)).toEqual(
      call({ name: "read", namespace: "files" }),
    );
    expect(unwrapBlock(call({ name: "files__edit", input: { input: "x" } }), names)).toEqual(
      call({ name: "edit", namespace: "files", kind: "custom", input: undefined, inputText: "x" }),
    );
    expect(unwrapBlock(call({ name: "other" }), names)).toEqual(call({ name: "other" }));
    const text: Block = { type: "text", text: "x" };
    expect(unwrapBlock(text, names)).toBe(text);
    const reply = { candidates: [{ index: 0, content: [call({ name: "files__read" })] }] };
    expect(unwrapReply(reply, names).candidates[0]!.content).toEqual([
      call({ name: "read", namespace: "files" }),
    ]);
    expect(unwrapReply(reply, { custom: new Set(), namespaced: new Map() })).toBe(reply);
  });

  it("reads the text out of the one argument, or keeps what there is", () => {
    expect(freeformText({ input: "x" }, undefined)).toBe("x");
    expect(freeformText({ input: { a: 1 } }, "raw")).toBe('{"a":1}');
    expect(freeformText({ other: 1 }, "raw")).toBe("raw");
    expect(freeformText({ other: 1 }, undefined)).toBe('{"other":1}');
    expect(freeformText(undefined, undefined)).toBe("{}");
    expect(freeformText(null, undefined)).toBe("{}");
    expect(freeformText("input", undefined)).toBe('"input"');
  });
});

describe("unwrapping a stream", () => {
  function unwrap(tools: ToolNames, ids: IdMap, ...events: StreamEvent[]): StreamEvent[] {
    const seen: StreamEvent[] = [];
    const memory = { ids, tools, streams: true, streamUsage: true, model: "m" };
    const unwrapper = new StreamUnwrapper(memory);
    for (const event of events) unwrapper.push(event, (one) => seen.push(one));
    return seen;
  }
  const at = { candidate: 0, block: 1 };
  const plain: ToolNames = { custom: new Set(), namespaced: new Map() };
  const ids = new IdMap({ pattern: /^\w+$/, maxLength: 40 });
  const mapped = ids.forward("not legal!");

  it("passes everything on if nothing was changed", () => {
    const start: StreamEvent = { type: "block_start", ...at, content: call({ name: "patch" }) };
    expect(unwrap(plain, new IdMap(), start)[0]).toBe(start);
  });

  it("returns the caller's ids, at the start and at the end of a call", () => {
    const block = call({ id: mapped });
    expect(
      unwrap(
        plain,
        ids,
        { type: "block_start", ...at, content: block },
        { type: "block_stop", ...at, content: block },
      ),
    ).toEqual([
      { type: "block_start", ...at, content: call({ id: "not legal!" }) },
      { type: "block_stop", ...at, content: call({ id: "not legal!" }) },
    ]);
  });

  it("keeps text and other events as they are", () => {
    const events: StreamEvent[] = [
      { type: "block_start", candidate: 0, block: 0, content: { type: "text", text: "" } },
      { type: "text_delta", candidate: 0, block: 0, text: "x" },
      { type: "block_stop", candidate: 0, block: 0 },
      { type: "ping" },
      { type: "candidate_stop", candidate: 0, stop: { reason: "end_turn" } },
    ];
    expect(unwrap(names, ids, ...events)).toEqual(events);
    const held: StreamEvent = { type: "block_start", ...at, content: call({ name: "patch" }) };
    expect(unwrap(names, ids, held, ...events)).toEqual(events);
  });

  it("holds a freeform call until it is whole", () => {
    const start: StreamEvent = {
      type: "block_start",
      ...at,
      content: call({ id: mapped, name: "files__edit" }),
    };
    const deltas: StreamEvent[] = ['{"inp', 'ut":"do ', 'it"}'].map((text) => ({
      type: "input_delta",
      ...at,
      text,
    }));
    const stop: StreamEvent = { type: "block_stop", ...at };
    expect(unwrap(names, ids, start, ...deltas)).toEqual([]);
    expect(unwrap(names, ids, start, ...deltas, stop)).toEqual([
      {
        type: "block_start",
        ...at,
        content: call({
          id: "not legal!",
          name: "edit",
          namespace: "files",
          kind: "custom",
          input: undefined,
          inputText: "",
        }),
      },
      { type: "input_delta", ...at, text: "do it" },
      stop,
    ]);
  });

  it("keeps the text of a freeform call that was cut off, and one that came with the start", () => {
    const start: StreamEvent = {
      type: "block_start",
      ...at,
      content: call({ name: "patch", inputText: '{"input":' }),
    };
    const stop: StreamEvent = { type: "block_stop", ...at };
    expect(unwrap(names, ids, start, stop)[1]).toMatchObject({ text: '{"input":' });
    const end: StreamEvent = { type: "input_delta", ...at, text: '"x"}' };
    expect(unwrap(names, ids, start, end, stop)[1]).toMatchObject({ text: "x" });
    const number: StreamEvent = { type: "input_delta", ...at, text: "3}" };
    expect(unwrap(names, ids, start, number, stop)[1]).toMatchObject({ text: '{"input":3}' });
  });

  it("tells calls of different answers apart", () => {
    const one: StreamEvent = {
      type: "block_start",
      candidate: 0,
      block: 0,
      content: call({ name: "patch" }),
    };
    const other: StreamEvent = { type: "input_delta", candidate: 1, block: 0, text: "x" };
    expect(unwrap(names, ids, one, other)).toEqual([other]);
  });
});
