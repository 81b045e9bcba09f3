import { describe, expect, it } from "vitest";
import { scriptedEngine } from "../fixtures/scripted-engine.ts";
import type { ResponseHandler } from "../handlers/response-handler.ts";
import { HeartbeatTimer } from "../scheduling/heartbeat-timer.ts";
import { Attempt } from "./attempt.ts";

function open(more: Partial<ResponseHandler> = {}) {
  const events: string[] = [];
  const engine = scriptedEngine("e", "openai");
  const response: ResponseHandler = {
    mode: "mapped",
    request: { method: "POST", path: "/x", headers: [], repeatable: false },
    upstreamRequest: undefined,
    upstreamModel: undefined,
    onHead: () => undefined,
    onData: () => true,
    onEnd: () => void events.push("end"),
    onFailure: () => undefined,
    facts: () => {
      throw new Error("not asked here");
    },
    release: () => void events.push("released"),
    ...more,
  };
  const heartbeats = new HeartbeatTimer(() => 0);
  const target = { engine, model: undefined, getsCallerKey: false };
  return { attempt: new Attempt(target, response, heartbeats), engine, response, heartbeats, events };
}

describe("an attempt", () => {
  it("sends the handler's request to its engine, and hands the response to the handler", () => {
    const { attempt, engine, response } = open();
    attempt.send();
    expect(engine.requests).toEqual([response.request]);
    expect(engine.handler).toBe(response);
  });

  it("sends a further request to the same handler, until it is closed", () => {
    const { attempt, engine, response } = open();
    attempt.send();
    const further = { ...response.request!, path: "/y" };
    attempt.sendAgain(further);
    expect(engine.requests).toEqual([response.request, further]);
    expect(engine.handler).toBe(response);
    attempt.close();
    attempt.sendAgain(further);
    expect(engine.requests).toHaveLength(2);
  });

  it("ends at once if no engine is needed", () => {
    const { attempt, engine, events } = open({ request: undefined });
    attempt.send();
    expect([engine.requests.length, events]).toEqual([0, ["end"]]);
  });

  it("resumes and aborts the engine's work, and neither before it was sent", () => {
    const { attempt, engine } = open();
    attempt.resume();
    attempt.abort();
    expect([engine.resumed, engine.aborted]).toEqual([0, 0]);
    attempt.send();
    attempt.resume();
    attempt.abort();
    expect([engine.resumed, engine.aborted]).toEqual([1, 1]);
  });

  it("has heartbeats from its sending to its end, if the handler wants them", () => {
    const { attempt, heartbeats } = open({ tick: () => undefined });
    expect(heartbeats.size).toBe(0);
    attempt.send();
    expect(heartbeats.size).toBe(1);
    attempt.close();
    expect(heartbeats.size).toBe(0);
    heartbeats.close();
    const silent = open();
    silent.attempt.send();
    expect(silent.heartbeats.size).toBe(0);
  });

  it("releases the handler once, however often it is closed", () => {
    const { attempt, events } = open();
    attempt.close();
    attempt.close();
    expect(events).toEqual(["released"]);
  });
});
