import { beforeEach, describe, expect, it } from "vitest";
import type { RunResult } from "../../../sidecar/index.ts";
import {
  AgentKeeper,
  type AgentPlan,
  type KeepableAgent,
  type KeeperOrder,
  OrderNotTaken,
} from "./agent-keeper.ts";

const result: RunResult = { outcome: "complete" };
const plan: AgentPlan = { command: "c", args: [], env: {}, cwd: "/", files: [] } as never;

/** An agent that notes what happens to it. */
class FakeAgent implements KeepableAgent {
  readonly name: string;
  session: string | undefined = "s";
  isIdle = true;

  constructor(name: string) {
    this.name = name;
  }

  async end(): Promise<void> {
    steps.push(`end ${this.name}`);
  }
}

let steps: string[];
let started: FakeAgent[];
beforeEach(() => {
  steps = [];
  started = [];
});

const keeping = { written: async () => void steps.push("written") };
const order = (more: Partial<KeeperOrder<FakeAgent>> = {}): KeeperOrder<FakeAgent> => ({
  plan,
  resume: { run_id: "r", session: "s" },
  signal: new AbortController().signal,
  start: async () => {
    const agent = new FakeAgent(`${started.length + 1}`);
    started.push(agent);
    steps.push(`start ${agent.name}`);
    return agent;
  },
  work: async (agent) => {
    steps.push(`work ${agent.name}`);
    return result;
  },
  ...more,
});

describe("a keeper of agents", () => {
  it("keeps the agent of an order for the next one", async () => {
    const keeper = new AgentKeeper<FakeAgent>(keeping);
    expect(await keeper.run(order({ resume: undefined }))).toBe(result);
    await keeper.run(order({ plan: { ...plan } }));
    expect(steps).toEqual(["start 1", "work 1", "written", "work 1", "written"]);
    await keeper.close();
    expect(steps.at(-1)).toBe("end 1");
  });

  it.each<[string, Partial<KeeperOrder<FakeAgent>>, (agent: FakeAgent) => void]>([
    ["begins a conversation", { resume: undefined }, () => undefined],
    ["goes on in a copy", { resume: { run_id: "r", session: "s", fork: true } }, () => undefined],
    ["has another conversation", { resume: { run_id: "r", session: "t" } }, () => undefined],
    ["needs another start", { plan: { ...plan, cwd: "/other" } }, () => undefined],
    ["comes while the agent is busy", {}, (agent) => Object.assign(agent, { isIdle: false })],
  ])("starts another agent for an order that %s", async (_, more, change) => {
    const keeper = new AgentKeeper<FakeAgent>(keeping);
    await keeper.run(order());
    change(started[0]!);
    steps = [];
    await keeper.run(order(more));
    expect(steps).toEqual(["end 1", "start 2", "work 2", "written"]);
  });

  it("starts another agent if the kept one did not take the order", async () => {
    const keeper = new AgentKeeper<FakeAgent>(keeping);
    await keeper.run(order());
    steps = [];
    const work = async (agent: FakeAgent) => {
      if (agent.name === "1") throw new OrderNotTaken("lost");
      return order().work(agent);
    };
    await keeper.run(order({ work }));
    expect(steps).toEqual(["end 1", "start 2", "work 2", "written"]);
    const never = order({ work: () => Promise.reject(new OrderNotTaken("new")) });
    await expect(keeper.run(never)).rejects.toThrow("new");
    const stop = new AbortController();
    await keeper.run(order());
    const cancelled = () => {
      stop.abort(new Error("enough"));
      return Promise.reject(new OrderNotTaken("lost"));
    };
    await expect(keeper.run(order({ signal: stop.signal, work: cancelled }))).rejects.toThrow("enough");
    await expect(keeper.run(order({ signal: stop.signal }))).rejects.toThrow("enough");
  });

  it("ends an agent whose order failed, that is busy, or that is not kept", async () => {
    const failing = new AgentKeeper<FakeAgent>(keeping);
    await expect(failing.run(order({ work: () => Promise.reject(new Error("no")) }))).rejects.toThrow("no");
    expect(steps).toEqual(["start 1", "end 1"]);
    steps = [];
    const busy = (agent: FakeAgent) => {
      agent.isIdle = false;
      return order().work(agent);
    };
    await failing.run(order({ work: busy }));
    expect(steps).toEqual(["start 2", "work 2", "end 2"]);
    steps = [];
    await new AgentKeeper<FakeAgent>(undefined).run(order());
    expect(steps).toEqual(["start 3", "work 3", "end 3"]);
  });

  it("keeps and starts nothing once it is closed", async () => {
    const keeper = new AgentKeeper<FakeAgent>(keeping);
    const close = async (agent: FakeAgent) => {
      await keeper.close();
      return order().work(agent);
    };
    await keeper.run(order({ work: close }));
    expect(steps).toEqual(["start 1", "end 1", "work 1", "written", "end 1"]);
    steps = [];
    await expect(keeper.run(order())).rejects.toThrow("the host has been closed");
    expect(steps).toEqual(["start 2", "end 2"]);
    await keeper.close();
    expect(steps).toHaveLength(2);
  });
});
