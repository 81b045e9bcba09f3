import { describe, expect, it, vi } from "vitest";
import { counter, LineList } from "../../fixtures/fakes.ts";
import { ControlChannel } from "./control-channel.ts";
import { answerControl } from "./control-requests.ts";

function setUp() {
  const list = new LineList();
  return { list, channel: new ControlChannel(list, counter("r")) };
}

const answer = (request_id: string, members: object) => ({
  type: "control_response",
  response: { request_id, ...members },
});

describe("ControlChannel", () => {
  it("matches answers with requests, whatever their order", async () => {
    const { list, channel } = setUp();
    const first = channel.request({ subtype: "a" });
    const second = channel.request({ subtype: "b" });
    expect(list.lines).toEqual([
      { type: "control_request", request_id: "r1", request: { subtype: "a" } },
      { type: "control_request", request_id: "r2", request: { subtype: "b" } },
    ]);
    channel.receive(answer("r2", { subtype: "success", response: { x: 2 } }) as never);
    channel.receive(answer("unknown", { subtype: "success" }) as never);
    channel.receive({ type: "control_response" });
    channel.receive(answer("r1", { subtype: "success" }) as never);
    expect(await Promise.all([first, second])).toEqual([{}, { x: 2 }]);
  });

  it("rejects with the program's error", async () => {
    const { channel } = setUp();
    const asked = channel.request({});
    channel.receive(answer("r1", { subtype: "error", error: "broken" }) as never);
    await expect(asked).rejects.toThrow("broken");
    const other = channel.request({});
    channel.receive(answer("r2", { subtype: "error" }) as never);
    await expect(other).rejects.toThrow("no message");
  });

  it("tells the program that a question is no longer open", async () => {
    const { list, channel } = setUp();
    const stop = new AbortController();
    const asked = channel.request({}, stop.signal);
    stop.abort();
    await expect(asked).rejects.toThrow("no longer open");
    expect(list.lines[1]).toEqual({ type: "control_cancel_request", request_id: "r1" });
    const answered = new AbortController();
    const other = channel.request({}, answered.signal);
    channel.receive(answer("r2", { subtype: "success" }) as never);
    await other;
    answered.abort();
    expect(list.lines).toHaveLength(3);
  });

  it("asks nothing once the program can no longer answer", async () => {
    const { list, channel } = setUp();
    const asked = channel.request({});
    channel.close(new Error("gone"));
    channel.close(new Error("later"));
    await expect(asked).rejects.toThrow("gone");
    await expect(channel.request({})).rejects.toThrow("gone");
    expect(list.lines).toHaveLength(1);
  });

  it("answers and refuses requests of the program", async () => {
    const { list, channel } = setUp();
    await channel.answer("q1", { a: 1 });
    await channel.refuse("q2", "no");
    expect(list.lines).toEqual([
      { type: "control_response", response: { subtype: "success", request_id: "q1", response: { a: 1 } } },
      { type: "control_response", response: { subtype: "error", request_id: "q2", error: "no" } },
    ]);
  });
});

describe("answerControl", () => {
  const session = (approvals: readonly string[] = ["*"], isRunning = false) => ({
    interrupt: vi.fn(),
    setModel: vi.fn(),
    mcpMessage: vi.fn(),
    permission: { mode: "default" as const, approvals: () => approvals },
    isRunning,
    mcpServers: ["a"],
  });

  it("passes requests on to the session", () => {
    const one = session();
    expect(answerControl({ subtype: "interrupt" }, one)).toEqual({ still_queued: [] });
    expect(answerControl({ subtype: "set_model", model: "m" }, one)).toEqual({});
    expect(answerControl({ subtype: "mcp_message", server_name: "s", message: { id: 1 } }, one)).toEqual({});
    expect(answerControl({ subtype: "mcp_status" }, one)).toEqual({
      mcpServers: [{ name: "a", status: "pending" }],
    });
    expect(one.interrupt).toHaveBeenCalledOnce();
    expect(one.setModel).toHaveBeenCalledWith("m");
    expect(one.mcpMessage).toHaveBeenCalledWith("s", { id: 1 });
  });

  it("does not change the mode of a running agent that asks for nothing", () => {
    const change = (approvals: readonly string[], isRunning: boolean, mode = "plan") => {
      const one = session(approvals, isRunning);
      answerControl({ subtype: "set_permission_mode", mode }, one);
      return one.permission.mode;
    };
    expect(change(["*"], true)).toBe("plan");
    expect(change([], false)).toBe("plan");
    expect(change([], true, "default")).toBe("default");
    expect(() => change([], true)).toThrow("can be changed when it has ended");
  });
});

it("a request whose kind hides its text is refused in words", () => {
  const request = { subtype: { toString: 1, valueOf: 1 } };
  expect(() => answerControl(request, {} as never)).toThrow("[object] is not supported here");
});
