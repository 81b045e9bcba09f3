import { describe, expect, it } from "vitest";
import type { Reply } from "../../../contract/index.ts";
import { IdMap } from "../../id-map.ts";
import { writeReply } from "./writer.ts";

const writing = { ids: new IdMap(), id: "resp_made", model: "asked", created: 1_700_000_000 };
const write = (reply: Partial<Reply>, more: object = {}) =>
  writeReply(
    { candidates: [{ index: 0, content: [], stop: { reason: "end_turn" } }], ...reply },
    { ...writing, ...more },
  );

describe("a response", () => {
  it.each(["auto", "default", "flex", "scale", "priority", "fast", "ultrafast"])(
    "has the service tier %s, which is one of the API",
    (serviceTier) => {
      expect(write({ serviceTier })["service_tier"]).toBe(serviceTier);
    },
  );

  it.each([undefined, "standard", "on_demand", ""])(
    "has the default tier in the place of %j",
    (serviceTier) => {
      const reply = serviceTier === undefined ? {} : { serviceTier };
      expect(write(reply)["service_tier"]).toBe("default");
    },
  );

  it("has the id, the model and the times of its reply, and otherwise those of its writing", () => {
    expect(write({})).toMatchObject({
      id: "resp_made",
      object: "response",
      created_at: 1_700_000_000,
      completed_at: 1_700_000_000,
      status: "completed",
      model: "asked",
    });
    const now = () => 1_700_000_005_999;
    expect(write({ id: "resp_1", model: "m", created: 7 }, { now })).toMatchObject({
      id: "resp_1",
      created_at: 7,
      completed_at: 1_700_000_005,
      model: "m",
    });
  });

  it("has no time of its end if it was cut off", () => {
    const candidates = [{ index: 0, content: [], stop: { reason: "max_tokens" as const } }];
    const cut = write({ candidates });
    expect(cut).toMatchObject({ status: "incomplete", incomplete_details: { reason: "max_output_tokens" } });
    expect(cut["completed_at"] ?? null).toBeNull();
  });
});
