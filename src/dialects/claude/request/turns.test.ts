import { describe, expect, it } from "vitest";
import type { Block, Message } from "../../../contract/index.ts";
import { Origins } from "../../origins.ts";
import { call, result, say, write } from "../fixtures/foreign.ts";
import { claude } from "../index.ts";

const read = (body: object) => claude.readRequest(body, { origins: new Origins() });
const base = { model: "claude-opus-5", max_tokens: 100, messages: [{ role: "user", content: "hi" }] };

describe("a writer of turns", () => {
  it("D10: gives calls and results ids that the API accepts, alike and reversibly", () => {
    const id = "functions.Bash:0";
    const { body, ids } = write({
      messages: [say("user", "x"), { role: "assistant", content: [call(id)] }, result(id, "ok")],
    });
    const [, assistant, user] = body["messages"] as { content: { id?: string; tool_use_id?: string }[] }[];
    const written = assistant?.content[0]?.id ?? "";
    expect(written).toMatch(/^[a-zA-Z0-9_-]{1,64}$/);
    expect(user?.content[0]?.tool_use_id).toBe(written);
    expect(ids.backward(written)).toBe(id);
  });

  it("D12, D21: puts results into one turn, first and in the order of their calls", () => {
    const { body } = write({
      messages: [
        say("user", "x"),
        { role: "assistant", content: [call("a"), call("b")] },
        say("user", "and then?"),
        result("b", "B"),
        result("a", "A"),
      ],
    });
    expect((body["messages"] as unknown[])[2]).toEqual({
      role: "user",
      content: [
        { type: "tool_result", tool_use_id: "a", content: "A" },
        { type: "tool_result", tool_use_id: "b", content: "B" },
        { type: "text", text: "and then?" },
      ],
    });
  });

  it("D21: sends a result once, and refuses two that differ", () => {
    const turn = (second: string) =>
      write({
        messages: [{ role: "assistant", content: [call("a")] }, result("a", "A"), result("a", second)],
      });
    expect(turn("A").notes.at(-1)).toMatchObject({ disposition: "mapped" });
    expect((turn("A").body["messages"] as { content: unknown[] }[])[1]?.content).toHaveLength(1);
    expect(turn("other").notes.at(-1)).toMatchObject({ disposition: "refused" });
  });

  it("D14: writes a call without arguments as an empty object, and discloses arguments that are not whole", () => {
    const whole = write({
      messages: [{ role: "assistant", content: [{ ...call("a"), inputText: "" } as never] }],
    });
    expect(whole.body["messages"]).toMatchObject([{ content: [{ input: {} }] }]);
    const cut = { ...call("a"), inputText: '{"x":1,"y":' } as never;
    const { body, notes } = write({ messages: [{ role: "assistant", content: [cut] }] });
    expect(body["messages"]).toMatchObject([{ content: [{ input: { x: 1 } }] }]);
    expect(notes).toMatchObject([{ at: "", disposition: "disclosed" }]);
  });

  it("D15, D19: carries errors and images in results", () => {
    const content = [
      {
        type: "tool_result",
        tool_use_id: "a",
        content: [{ type: "image", source: { type: "base64", media_type: "image/png", data: "AA==" } }],
        is_error: true,
      },
    ];
    const body = { ...base, messages: [{ role: "user", content }] };
    expect(write(read(body)).body).toEqual(body);
  });

  it("A1, A13: writes signed thinking verbatim and in place", () => {
    const content = [
      { type: "thinking", thinking: "a", signature: "s1" },
      { type: "redacted_thinking", data: "d" },
      { type: "thinking", thinking: "", signature: "s2" },
      { type: "tool_use", id: "t", name: "f", input: {} },
    ];
    const messages = [
      { role: "user", content: "x" },
      { role: "assistant", content },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "t", content: "ok" }] },
    ];
    expect(write(read({ ...base, messages })).body["messages"]).toEqual(messages);
  });

  it("A2: leaves out thinking that the API did not sign, and says so", () => {
    for (const signature of [undefined, ""]) {
      const thinking = {
        type: "thinking" as const,
        text: "t",
        ...(signature === undefined ? {} : { signature }),
      };
      const { body, notes } = write({
        messages: [{ role: "assistant", content: [thinking, { type: "text", text: "a" }] }],
      });
      expect(body["messages"]).toEqual([{ role: "assistant", content: "a" }]);
      expect(notes).toMatchObject([{ disposition: "disclosed", feature: "thinking.text" }]);
    }
  });

  it("A17: keeps turns apart that results stand between", () => {
    const { body } = write({
      messages: [
        { role: "assistant", content: [call("a")] },
        result("a", "A"),
        { role: "assistant", content: [call("b")] },
        result("b", "B"),
      ],
    });
    expect((body["messages"] as { role: string }[]).map(({ role }) => role)).toEqual([
      "assistant",
      "user",
      "assistant",
      "user",
    ]);
  });

  it("E3: hoists only the instructions before the first turn", () => {
    const { body } = write({
      system: [{ type: "text", text: "one" }],
      messages: [
        say("system", "two"),
        say("developer", "three"),
        say("user", "hi"),
        say("developer", "four"),
      ],
    });
    expect(body["system"]).toEqual(["one", "two", "three"].map((text) => ({ type: "text", text })));
    expect(body["messages"]).toEqual([
      { role: "user", content: "hi" },
      { role: "system", content: "four" },
    ]);
  });

  it("E1, E4: keeps a later instruction an instruction, behind the user's turn", () => {
    const { body, notes } = write({
      messages: [say("user", "a"), say("assistant", "b"), say("system", "rule"), say("user", "c")],
    });
    expect((body["messages"] as object[]).slice(2)).toEqual([
      { role: "user", content: "c" },
      { role: "system", content: "rule" },
    ]);
    expect(notes).toMatchObject([{ disposition: "mapped", feature: "role.system_midway" }]);
  });

  it.each([
    "claude-sonnet-4-5-20250929",
    "claude-3-5-haiku-latest",
    "claude-opus-4-1",
    "us.anthropic.claude-opus-4-7-v1:0",
  ])("E1: marks a later instruction in the user's turn for %s, which knows no other place", (model) => {
    const { body, notes } = write({ model, messages: [say("user", "a"), say("system", "rule")] });
    expect(body["messages"]).toEqual([
      {
        role: "user",
        content: [
          { type: "text", text: "a" },
          { type: "text", text: "<system>\nrule\n</system>" },
        ],
      },
    ]);
    expect(notes).toMatchObject([{ disposition: "disclosed", feature: "role.system_midway" }]);
  });

  it("E8: keeps an image that stands in an instruction of the user's turn", () => {
    const image: Block = { type: "image", source: { kind: "base64", mediaType: "image/png", data: "QQ==" } };
    const late: Message = { role: "system", content: [{ type: "text", text: "rule" }, image] };
    const { body } = write({ model: "claude-opus-4-1", messages: [say("user", "a"), late] });
    expect((body["messages"] as { content: object[] }[])[0]!.content.slice(1)).toEqual([
      { type: "text", text: "<system>\nrule\n</system>" },
      { type: "image", source: { type: "base64", media_type: "image/png", data: "QQ==" } },
    ]);
  });

  it.each(["claude-opus-4-8", "claude-opus-4-8-20260528", "us.anthropic.claude-opus-4-8-v1:0", "kimi-k3"])(
    "writes a later instruction in its own turn for %s",
    (model) => {
      const { body } = write({ model, messages: [say("user", "a"), say("system", "rule")] });
      expect((body["messages"] as object[])[1]).toEqual({ role: "system", content: "rule" });
    },
  );

  it("E6: omits text that is empty or white space, and turns that are then empty", () => {
    const { body, notes } = write({
      messages: [
        say("user", "x"),
        { role: "assistant", content: [{ type: "text", text: "\n " }, call("a")] },
        result("a", ""),
        say("assistant", ""),
        say("user", "y"),
      ],
    });
    expect(body["messages"]).toEqual([
      { role: "user", content: "x" },
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a", content: "" },
          { type: "text", text: "y" },
        ],
      },
    ]);
    expect(notes.every(({ disposition }) => disposition === "mapped")).toBe(true);
  });

  it("E8, E10: carries images and documents of every source, and refuses what it cannot", () => {
    const sources = [
      { kind: "url" as const, url: "https://a.example/i.png" },
      { kind: "file" as const, id: "file_1", issuer: "claude" },
    ];
    const { body } = write({
      messages: [
        {
          role: "user",
          content: [
            ...sources.map((source) => ({ type: "image" as const, source })),
            {
              type: "document",
              source: { kind: "base64", mediaType: "application/pdf", data: "AA==" },
              title: "P",
            },
            { type: "document", source: { kind: "base64", mediaType: "text/csv", data: "YSxi" } },
          ],
        },
      ],
    });
    expect(body["messages"]).toMatchObject([
      {
        content: [
          { type: "image", source: { type: "url", url: "https://a.example/i.png" } },
          { type: "image", source: { type: "file", file_id: "file_1" } },
          { type: "document", source: { type: "base64", media_type: "application/pdf" }, title: "P" },
          { type: "document", source: { type: "text", media_type: "text/plain", data: "a,b" } },
        ],
      },
    ]);
    const bad = [
      { type: "image" as const, source: { kind: "base64" as const, mediaType: "image/tiff", data: "" } },
      { type: "image" as const, source: { kind: "file" as const, id: "file-1", issuer: "openai" } },
      {
        type: "document" as const,
        source: { kind: "base64" as const, mediaType: "application/zip", data: "" },
      },
    ];
    for (const block of bad) {
      const { notes } = write({ messages: [{ role: "user", content: [block] }] });
      expect(notes).toMatchObject([{ disposition: "refused", at: "" }]);
    }
  });
});
