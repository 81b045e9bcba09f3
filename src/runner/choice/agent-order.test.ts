import { describe, expect, it } from "vitest";
import { findAgent } from "../../agents/index.ts";
import { AbpError, buildWorkOrder } from "../../contract/index.ts";
import { type ChooseCalls, orderFor } from "./agent-order.ts";

const order = buildWorkOrder("00000000-0000-4000-8000-000000000001", "x");
const withModel = buildWorkOrder(order.id, "x", { config: { model: "own" } });
const demanding = { agent: findAgent("copilot") };
const easy = { agent: findAgent("claude") };
const resumed = {
  backend: "claude",
  resume: { run_id: "00000000-0000-4000-8000-000000000002", session: "s" },
  model: "earlier",
};

/** Chooses models as the tests say, and notes what it was asked. */
function chooser(answer: string | undefined) {
  const asked: (string | undefined)[] = [];
  const choose: ChooseCalls = async (tool, named) => {
    asked.push(`${tool.name} ${named}`);
    if (named === undefined && answer === undefined && tool.needsModel)
      throw new AbpError("usage_invalid", `${tool.title} needs a model`, { where: "--model" });
    return { engine: undefined, model: named ?? answer };
  };
  return { choose, asked };
}

describe("the order for a backend", () => {
  it("stays as it is if nothing is continued and the agent uses its own model", async () => {
    const { choose, asked } = chooser(undefined);
    const same = { order, engine: undefined };
    expect(await orderFor({}, order, undefined, choose)).toEqual(same);
    expect(asked).toEqual([]);
    expect(await orderFor(easy, order, undefined, choose)).toEqual(same);
    expect((await orderFor(demanding, withModel, undefined, choose)).order).toEqual(withModel);
    expect(asked).toEqual(["claude undefined", "copilot own"]);
  });

  it("names the model that was chosen for the agent", async () => {
    const { choose } = chooser("chosen");
    expect((await orderFor(easy, order, undefined, choose)).order.config.model).toBe("chosen");
  });

  it("continues the earlier run, with its model unless it names one", async () => {
    const { choose } = chooser("chosen");
    expect((await orderFor(easy, order, resumed, choose)).order).toEqual({
      ...order,
      config: { ...order.config, model: "earlier" },
      resume: resumed.resume,
    });
    expect((await orderFor(demanding, withModel, resumed, choose)).order.config.model).toBe("own");
    expect((await orderFor(demanding, order, resumed, choose)).order.config.model).toBe("earlier");
  });

  it("is refused without a model if the agent needs one", async () => {
    const { choose } = chooser(undefined);
    await expect(orderFor(demanding, order, undefined, choose)).rejects.toMatchObject({
      code: "usage_invalid",
      where: "--model",
    });
    const { model: _, ...unnamed } = resumed;
    await expect(orderFor(demanding, order, unnamed, choose)).rejects.toThrow("Copilot CLI needs a model");
  });

  it("is refused if the backend cannot start, whatever else is wrong", async () => {
    const { choose } = chooser(undefined);
    const fault = new AbpError("agent_not_installed", "it is not here");
    const faulty = { ...demanding, findFault: () => fault };
    await expect(orderFor(faulty, order, undefined, choose)).rejects.toThrow(fault);
    const sound = { ...easy, findFault: () => undefined };
    expect((await orderFor(sound, order, undefined, choose)).order).toEqual(order);
  });

  it("takes the engine and the model of its backend if nobody names one, and the model of a request that passes through", async () => {
    const asked: unknown[] = [];
    const choose: ChooseCalls = async (_tool, named, engine) => {
      asked.push([named, engine]);
      return { engine: engine ?? "chosen", model: named };
    };
    const own = { agent: findAgent("engine"), engine: "e", model: "m" };
    expect(await orderFor(own, order, undefined, choose)).toMatchObject({
      engine: "e",
      order: { config: { model: "m" } },
    });
    expect((await orderFor(own, withModel, undefined, choose)).order.config.model).toBe("own");
    expect((await orderFor(own, order, resumed, choose)).order.config.model).toBe("earlier");
    const vendor = { abp: { mode: "passthrough", request: { model: "asked" } } };
    const passing = buildWorkOrder(order.id, "x", { config: { vendor } });
    expect((await orderFor(own, passing, undefined, choose)).order.config.model).toBe("asked");
    expect(asked).toEqual([
      ["m", "e"],
      ["own", "e"],
      ["earlier", "e"],
      ["asked", "e"],
    ]);
  });
});
