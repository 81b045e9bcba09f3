import { describe, expect, it } from "vitest";
import type { AgentEvent } from "../../contract/index.ts";
import { TimeOrder } from "./time-order.ts";

function setUp() {
  const steps: number[] = [];
  const order = new TimeOrder({ noteStep: (ms) => void steps.push(ms) });
  const place = (second: string) => order.place({ ts: second } as AgentEvent).ts;
  return { steps, place };
}
const at = (time: string) => `2026-01-01T00:00:${time}Z`;

describe("the times of events", () => {
  it("stay as they are if they are in order", () => {
    const { steps, place } = setUp();
    const times = [at("01"), at("01"), at("01.5"), at("02"), "2026-01-01T01:00:02+01:00", "no time"];
    expect(times.map(place)).toEqual(times);
    expect(steps).toEqual([]);
  });

  it("are those of the event before if they are earlier", () => {
    const { steps, place } = setUp();
    expect([at("02"), at("01"), at("01.9999"), at("03")].map(place)).toEqual([
      at("02"),
      at("02"),
      at("02"),
      at("03"),
    ]);
    expect(steps).toEqual([1000, 1]);
  });
});
