import { describe, expect, it } from "vitest";
import { counter, LineList } from "../fixtures/fakes.ts";
import { ControlChannel } from "./control-channel.ts";

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
