import { describe, expect, it } from "vitest";
import { findAgent } from "../../../agents/index.ts";
import { AbpError, buildWorkOrder } from "../../../contract/index.ts";
import { orderFor } from "./agent-order.ts";

const order = buildWorkOrder("00000000-0000-4000-8000-000000000001", "x");
const withModel = buildWorkOrder(order.id, "x", { config: { model: "own" } });
const demanding = { agent: findAgent("copilot") };
const easy = { agent: findAgent("claude") };
const resumed = {
  backend: "claude",
  resume: { run_id: "00000000-0000-4000-8000-000000000002", session: "s" },
  model: "earlier",
};

describe("the order for a backend", () => {
  it("stays as it is where nothing is continued", () => {
    expect(orderFor({}, order)).toEqual(order);
    expect(orderFor(easy, order)).toEqual(order);
    expect(orderFor(demanding, withModel)).toEqual(withModel);
  });

  it("continues the earlier run, with its model unless it names one", () => {
    expect(orderFor(easy, order, resumed)).toEqual({
      ...order,
      config: { ...order.config, model: "earlier" },
      resume: resumed.resume,
    });
    expect(orderFor(demanding, withModel, resumed).config.model).toBe("own");
    expect(orderFor(demanding, order, resumed).config.model).toBe("earlier");
  });

  it("is refused without a model where the agent needs one", () => {
    expect(() => orderFor(demanding, order)).toThrowError(
      expect.objectContaining({ code: "usage_invalid", where: "--model" }),
    );
    const { model: _, ...unnamed } = resumed;
    expect(() => orderFor(demanding, order, unnamed)).toThrowError("Copilot CLI needs a model");
  });

  it("is refused where the backend cannot start, whatever else is wrong", () => {
    const fault = new AbpError("agent_not_installed", "it is not here");
    expect(() => orderFor({ ...demanding, findFault: () => fault }, order)).toThrowError(fault);
    expect(orderFor({ ...easy, findFault: () => undefined }, order)).toEqual(order);
  });
});
