import { describe, expect, it } from "vitest";
import { findDialect } from "../../dialects/index.ts";
import { memoryThreads } from "../fixtures/memory-conversations.ts";
import { expandThread, keepThread } from "./thread-state.ts";

const codec = findDialect("claude").threads!;
const said = { role: "user", content: "one" };

describe("a message thread", () => {
  it("holds prompt, system and tools for the next turn", async () => {
    const threads = memoryThreads();
    const request = {
      model: "m",
      system: "s",
      tools: [{ name: "t" }],
      messages: [said],
      thread: { type: "create" },
    };
    const first = await expandThread(codec, threads, { previousId: undefined }, request);
    expect(first).toEqual({ model: "m", system: "s", tools: [{ name: "t" }], messages: [said] });
    const answer = { id: "msg_1", content: [{ type: "text", text: "two" }] };
    await keepThread(codec, threads, { previousId: undefined }, first, answer);
    const next = { model: "m", messages: [{ role: "user", content: "three" }], thread: {} };
    expect(await expandThread(codec, threads, { previousId: "msg_1" }, next)).toEqual({
      ...{ model: "m", system: "s", tools: [{ name: "t" }] },
      messages: [said, { role: "assistant", content: answer.content }, { role: "user", content: "three" }],
    });
  });

  it("is continued once", async () => {
    const threads = memoryThreads();
    const request = { messages: [said] };
    await keepThread(codec, threads, { previousId: undefined }, request, { id: "msg_1", content: [] });
    const second = await expandThread(codec, threads, { previousId: "msg_1" }, { messages: [] });
    await keepThread(codec, threads, { previousId: "msg_1" }, second, { id: "msg_2", content: [] });
    await expect(expandThread(codec, threads, { previousId: "msg_1" }, request)).rejects.toMatchObject({
      code: "response_not_found",
      where: "$.thread",
      details: { vendor_code: "thread_not_found", reason: "not_owned" },
    });
  });

  it("is not kept under an answer without an id", async () => {
    const threads = memoryThreads();
    await keepThread(codec, threads, { previousId: undefined }, {}, { content: [] });
    expect(await threads.find("undefined")).toBeUndefined();
  });
});

it("an answer without an id is kept in no thread", async () => {
  const kept: unknown[] = [];
  const threads = { keep: async (...given: unknown[]) => void kept.push(given) };
  await keepThread(codec, threads, { previousId: "msg_0" }, { messages: [said] }, { content: [] });
  expect(kept).toEqual([]);
  await keepThread(
    codec,
    threads,
    { previousId: "msg_0" },
    { messages: [said] },
    { id: "msg_1", content: [] },
  );
  expect(kept).toEqual([["msg_1", "msg_0", { messages: [said, { role: "assistant", content: [] }] }]]);
});
