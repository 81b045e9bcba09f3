import { describe, expect, it } from "vitest";
import { conversations } from "./conversations.ts";

const whereOf = (run: () => unknown) => {
  try {
    run();
    return "accepted";
  } catch (error) {
    return (error as { where?: string }).where;
  }
};

describe("requests of conversations", () => {
  it("have items and metadata, or neither", () => {
    expect(conversations.readCreation({})).toEqual({ metadata: {}, items: [] });
    expect(conversations.readCreation({ items: null, metadata: null })).toEqual({ metadata: {}, items: [] });
    const items = [{ role: "user", content: "x" }];
    expect(conversations.readCreation({ items, metadata: { a: "b" } })).toEqual({
      metadata: { a: "b" },
      items,
    });
  });

  it.each([
    [{ items: "x" }, "$.items"],
    [{ items: ["x"] }, "$.items"],
    [{ items: [{}, "x"] }, "$.items"],
    [{ items: Array.from({ length: 21 }, () => ({})) }, "$.items"],
    [{ items: Array.from({ length: 20 }, () => ({})) }, "accepted"],
    [{ metadata: [] }, "$.metadata"],
    [{ metadata: { a: 1 } }, "$.metadata"],
    [{ metadata: { ["n".repeat(65)]: "x" } }, "$.metadata"],
    [{ metadata: { n: "x".repeat(513) } }, "$.metadata"],
    [{ metadata: Object.fromEntries(Array.from({ length: 17 }, (_, at) => [`${at}`, ""])) }, "$.metadata"],
    [{ metadata: { ["n".repeat(64)]: "x".repeat(512) } }, "accepted"],
  ])("are checked: %j", (body, where) => {
    expect(whereOf(() => conversations.readCreation(body))).toBe(where);
  });

  it("ask for a page", () => {
    const read = (query: string) => conversations.readPage(new URLSearchParams(query));
    expect(read("")).toEqual({ after: undefined, limit: 20, isNewestFirst: true });
    expect(read("after=i&limit=100&order=asc")).toEqual({ after: "i", limit: 100, isNewestFirst: false });
    for (const limit of ["0", "101", "x", "1.5", ""])
      expect(whereOf(() => read(`limit=${limit}`))).toBe("$.limit");
    expect(whereOf(() => read("order=up"))).toBe("$.order");
  });
});

describe("items of a conversation", () => {
  it("keep their ids, or get one of their type; references are left out", () => {
    const items = [
      { id: "own", type: "message" },
      { role: "user", content: "x" },
      { type: "function_call", call_id: "c" },
      { type: "item_reference", id: "r" },
      { type: "odd" },
    ];
    expect(conversations.identify(items, "u").map(({ id }) => id)).toEqual([
      "own",
      "msg_u1",
      "fc_u2",
      "item_u3",
    ]);
  });

  it("are shown with id, type, status and parts", () => {
    const show = (item: object) => conversations.writeItem({ id: "i", item });
    expect(show({ role: "user", content: "x" })).toEqual({
      ...{ id: "i", type: "message", role: "user", status: "completed" },
      content: [{ type: "input_text", text: "x" }],
    });
    expect(show({ role: "assistant", content: "x" })).toMatchObject({
      content: [{ type: "output_text", text: "x", annotations: [] }],
    });
    expect(show({ type: "function_call_output", call_id: "c", output: "o" })).toEqual({
      ...{ id: "i", type: "function_call_output", status: "completed" },
      ...{ call_id: "c", output: "o" },
    });
    expect(show({ type: "reasoning", summary: [] })).toEqual({ id: "i", type: "reasoning", summary: [] });
  });

  it("are listed with the ends of their page", () => {
    const items = ["a", "b"].map((id) => ({ id, item: { type: "reasoning" } }));
    expect(conversations.writeItems(items, true)).toMatchObject({
      ...{ object: "list", first_id: "a", last_id: "b", has_more: true },
    });
    expect(conversations.writeItems([], false)).toMatchObject({ data: [], first_id: null, last_id: null });
  });
});

describe("answers of conversations", () => {
  it("have the objects of the API", () => {
    expect(conversations.writeConversation("conv_1", 5, { a: "b" })).toEqual({
      ...{ id: "conv_1", object: "conversation", created_at: 5, metadata: { a: "b" } },
    });
    expect(conversations.writeDeleted("conv_1")).toEqual({
      ...{ id: "conv_1", object: "conversation.deleted", deleted: true },
    });
  });

  it("show items that are no objects, and contents that are no lists, as empty messages", () => {
    const empty = { id: "i", type: "message", role: "user", status: "completed", content: [] };
    expect(conversations.writeItem({ id: "i", item: "x" })).toEqual(empty);
    expect(conversations.writeItem({ id: "i", item: { role: "user", content: 5 } })).toEqual(empty);
    const parts = [{ type: "input_text", text: "x" }];
    expect(conversations.writeItem({ id: "i", item: { role: "user", content: parts } })).toMatchObject({
      content: parts,
    });
    const item = { role: "user", content: [], status: "incomplete", id: "own" };
    expect(conversations.writeItem({ id: "i", item })).toMatchObject({ id: "i", status: "incomplete" });
  });

  it("give items ids by their type", () => {
    const types = {
      ...{ message: "msg", reasoning: "rs", function_call: "fc", function_call_output: "fco" },
      ...{ custom_tool_call: "ctc", custom_tool_call_output: "ctco", compaction: "cmp", other: "item" },
    };
    for (const [type, prefix] of Object.entries(types))
      expect(conversations.identify([{ type, x: 1 }], "u")[0]?.id).toBe(`${prefix}_u0`);
    expect(conversations.identify(["x", { type: 5 }], "u").map(({ id }) => id)).toEqual(["msg_u0", "msg_u1"]);
  });

  it("say what is wrong with a request", () => {
    const read = (query: string) => () => conversations.readPage(new URLSearchParams(query));
    expect(read("limit=0")).toThrow("limit must be a whole number from 1 to 100");
    expect(read("limit=1")).not.toThrow();
    expect(read("order=up")).toThrow("order must be asc or desc");
    expect(read("order=desc")).not.toThrow();
    const items = Array.from({ length: 21 }, () => ({}));
    expect(() => conversations.readItems({ items })).toThrow("has 21 items; one call adds at most 20");
    expect(() => conversations.readItems({})).toThrow("items must be a list of items");
    expect(() => conversations.readMetadata({ metadata: 1 })).toThrow("at most 16 texts");
    const pairs = Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`${at}`, ""]));
    expect(conversations.readMetadata({ metadata: pairs })).toEqual(pairs);
  });
});
