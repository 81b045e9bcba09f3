import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../lib/index.ts";
import { ControlChannel } from "./control-channel.ts";

let sent: JsonObject[];
let channel: ControlChannel;
let decide: (request: JsonObject, line: JsonObject) => Promise<object>;

beforeEach(() => {
  sent = [];
  decide = async () => ({ behavior: "allow" });
  channel = new ControlChannel({
    send: (message) => void sent.push(message as JsonObject),
    canUseTool: (request, line) => decide(request, line),
    preToolUse: (input) => ({ hooked: input }),
  });
});

const settled = () => new Promise((resolve) => setImmediate(resolve));

function ask(id: string, request: object): JsonObject {
  return { type: "control_request", request_id: id, request } as unknown as JsonObject;
}

function answered(response: object): JsonObject {
  return { type: "control_response", response } as unknown as JsonObject;
}

describe("the control protocol", () => {
  it("begins with a hook before every tool", async () => {
    const opened = channel.initialize(undefined);
    expect(sent).toEqual([
      ask("host-1", {
        subtype: "initialize",
        hooks: { PreToolUse: [{ matcher: null, hookCallbackIds: ["pre-tool-use"] }] },
      }),
    ]);
    void channel.receive(answered({ subtype: "success", request_id: "other", response: { no: 1 } }));
    void channel.receive(answered({ subtype: "success", request_id: "host-1", response: { commands: [] } }));
    expect(await opened).toEqual({ commands: [] });
  });

  it("names the schema of the answer", () => {
    void channel.initialize({ type: "object" });
    expect(sent[0]?.["request"]).toMatchObject({ subtype: "initialize", jsonSchema: { type: "object" } });
  });

  it("resolves with nothing if the answer is empty, and rejects with its error", async () => {
    const opened = channel.initialize(undefined);
    void channel.receive(answered({ subtype: "success", request_id: "host-1" }));
    expect(await opened).toEqual({});
    const refused = channel.initialize(undefined);
    void channel.receive(answered({ subtype: "error", request_id: "host-2", error: "no" }));
    await expect(refused).rejects.toThrow("no");
    await channel.receive(answered({ subtype: "error", request_id: "host-2", error: "again" }));
  });

  it("tells its own lines from messages", () => {
    const types = ["control_request", "control_response", "control_cancel_request", "assistant", "result"];
    expect(types.map((type) => channel.isControl({ type }))).toEqual([true, true, true, false, false]);
    expect(channel.isControl({})).toBe(false);
  });

  it("answers questions about tools and hooks", async () => {
    const seen: JsonObject[] = [];
    decide = async (request, line) => {
      seen.push(request, line);
      return { behavior: "deny" };
    };
    const line = ask("a", { subtype: "can_use_tool", tool_name: "Read" });
    void channel.receive(line);
    void channel.receive(
      ask("b", { subtype: "hook_callback", callback_id: "pre-tool-use", input: { x: 1 } }),
    );
    void channel.receive(ask("c", { subtype: "hook_callback", callback_id: "pre-tool-use" }));
    await settled();
    expect(seen).toEqual([line["request"], line]);
    expect(sent.length).toBe(3);
    expect(sent).toEqual(
      expect.arrayContaining([
        answered({ subtype: "success", response: { behavior: "deny" }, request_id: "a" }),
        answered({ subtype: "success", response: { hooked: { x: 1 } }, request_id: "b" }),
        answered({ subtype: "success", response: { hooked: {} }, request_id: "c" }),
      ]),
    );
  });

  it("answers what it does not know, and a handler that fails, with an error", async () => {
    decide = () => Promise.reject(new Error("broken"));
    void channel.receive(ask("a", { subtype: "dance" }));
    void channel.receive(ask("b", { subtype: "hook_callback", callback_id: "other" }));
    void channel.receive(ask("c", { subtype: "can_use_tool" }));
    await settled();
    expect(sent).toEqual([
      answered({ subtype: "error", error: "this host does not answer dance", request_id: "a" }),
      answered({ subtype: "error", error: "this host does not answer hook_callback", request_id: "b" }),
      answered({ subtype: "error", error: "broken", request_id: "c" }),
    ]);
  });

  it("does not answer a question that was taken back", async () => {
    const answer = Promise.withResolvers<object>();
    decide = () => answer.promise;
    void channel.receive(ask("a", { subtype: "can_use_tool" }));
    void channel.receive({ type: "control_cancel_request", request_id: "a" });
    answer.resolve({ behavior: "allow" });
    await settled();
    expect(sent).toEqual([]);
  });

  it("waits until the answer of a hook is taken, and not for a question about a tool", async () => {
    const taken = Promise.withResolvers<void>();
    const slow = new ControlChannel({
      send: () => taken.promise,
      canUseTool: () => new Promise(() => undefined),
      preToolUse: () => ({}),
    });
    await slow.receive(ask("a", { subtype: "can_use_tool" }));
    let isDone = false;
    const done = slow
      .receive(ask("b", { subtype: "hook_callback", callback_id: "pre-tool-use" }))
      .then(() => {
        isDone = true;
      });
    await settled();
    expect(isDone).toBe(false);
    taken.resolve();
    await done;
  });

  it("refuses questions beyond a thousand that are open", async () => {
    decide = () => new Promise(() => undefined);
    for (let id = 1; id <= 1000; id += 1) await channel.receive(ask(String(id), { subtype: "can_use_tool" }));
    expect(sent).toEqual([]);
    await channel.receive(ask("more", { subtype: "can_use_tool" }));
    expect(sent).toEqual([
      answered({ subtype: "error", error: "too many questions are open", request_id: "more" }),
    ]);
  });

  it("ignores lines without the members that it needs", async () => {
    void channel.receive({ type: "control_request", request_id: "a", request: "text" });
    void channel.receive({ type: "control_response", response: 1 });
    void channel.receive({ type: "assistant", request_id: "a", request: {}, response: {} });
    await settled();
    expect(sent).toEqual([]);
  });

  it("sends an interrupt, whatever becomes of it", async () => {
    channel.interrupt();
    expect(sent).toEqual([ask("host-1", { subtype: "interrupt" })]);
    channel.close(new Error("ended"));
    channel.interrupt();
    await settled();
    expect(sent.length).toBe(1);
  });

  it("rejects everything after its end with the first reason, and answers nothing", async () => {
    const answer = Promise.withResolvers<object>();
    decide = () => answer.promise;
    void channel.receive(ask("a", { subtype: "can_use_tool" }));
    const opened = channel.initialize(undefined);
    channel.close(new Error("it has ended"));
    channel.close(new Error("again"));
    await expect(opened).rejects.toThrow("it has ended");
    await expect(channel.initialize(undefined)).rejects.toThrow("it has ended");
    answer.resolve({});
    await settled();
    expect(sent.length).toBe(1);
  });
});
