import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import { failureWords } from "./failure-words.ts";
import { collect } from "./fixtures/fakes.ts";
import { InOrder } from "./in-order.ts";
import { MessageQueue } from "./message-queue.ts";
import { requirementsOf } from "./requirements.ts";

describe("InOrder", () => {
  it("runs actions one after another, also after one that failed", async () => {
    const order = new InOrder();
    const seen: string[] = [];
    const gate = Promise.withResolvers<void>();
    const first = order.run(() => gate.promise.then(() => seen.push("first")));
    const failing = order.run(() => Promise.reject(new Error("no")));
    const last = order.run(() => seen.push("last"));
    expect(seen).toEqual([]);
    gate.resolve();
    await first;
    await expect(failing).rejects.toThrow("no");
    await last;
    expect(seen).toEqual(["first", "last"]);
  });
});

describe("MessageQueue", () => {
  it("gives messages in their order until it is closed", async () => {
    const queue = new MessageQueue<string>();
    queue.push("a");
    const all = collect(queue);
    await Promise.resolve();
    queue.push("b");
    queue.close();
    expect(await all).toEqual(["a", "b"]);
  });

  it("drops what waits when it is abandoned", async () => {
    const queue = new MessageQueue<string>();
    queue.push("a");
    queue.abandon();
    expect(await collect(queue)).toEqual([]);
  });

  it("wakes a reader that waits when it is closed", async () => {
    const queue = new MessageQueue<string>();
    const all = collect(queue);
    await new Promise((resolve) => setImmediate(resolve));
    queue.close();
    expect(await all).toEqual([]);
  });
});

describe("failureWords", () => {
  it("says the code, what happened and what to do", () => {
    const error = new AbpError("session_not_found", "no such thing", { advice: "Do that." });
    expect(failureWords(error)).toBe("session_not_found: no such thing (Do that.)");
    expect([failureWords(new Error("x")), failureWords("y")]).toEqual(["x", "y"]);
  });
});

describe("requirementsOf", () => {
  const capabilities = (more: object) =>
    requirementsOf({ task: "", root: "/", ...more }).map(
      ({ capability, min_support }) => `${capability}:${min_support}`,
    );

  it("needs what the turn asks for, and nothing else", () => {
    expect(capabilities({ images: [], mcpServers: {} })).toEqual([]);
    expect(capabilities({ resume: { runId: "r", fork: false } })).toEqual(["session_resume:emulated"]);
    expect(capabilities({ resume: { runId: "r", fork: true } })).toEqual(["session_fork:emulated"]);
    const all = {
      outputSchema: {},
      mcpServers: { a: { command: "x" } },
      images: [{ media_type: "m", data: "" }],
    };
    expect(capabilities(all)).toEqual([
      "structured_output_json_schema:emulated",
      "mcp_client:emulated",
      "image_input:emulated",
    ]);
  });
});
