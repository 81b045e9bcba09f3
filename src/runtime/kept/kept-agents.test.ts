import { describe, expect, it } from "vitest";
import { endKept, type KeptAgent, KeptAgents } from "./kept-agents.ts";

/** An agent that notes the steps of its end. */
function agentOf(runId: string, steps: string[]): KeptAgent {
  const note = (step: string) => void steps.push(`${runId} ${step}`);
  const session = { kill: () => note("kill"), close: async () => note("close") };
  return { runId, key: "k", session, onEnded: async () => note("ended") } as unknown as KeptAgent;
}
const whole = (...ids: readonly string[]) =>
  ids.flatMap((id) => [`${id} kill`, `${id} close`, `${id} ended`]);

describe("agents that wait for their next run", () => {
  it("are taken once, by the run that they have ended", async () => {
    const agents = new KeptAgents();
    const agent = agentOf("r1", []);
    await agents.keep(agent);
    expect([agents.take("r2"), agents.take("r1"), agents.take("r1")]).toEqual([undefined, agent, undefined]);
  });

  it("are four at most: the one that has waited longest is ended", async () => {
    const steps: string[] = [];
    const agents = new KeptAgents();
    for (const id of ["r1", "r2", "r3", "r4"]) await agents.keep(agentOf(id, steps));
    expect(steps).toEqual([]);
    await agents.keep(agentOf("r5", steps));
    expect(steps).toEqual(whole("r1"));
    expect(agents.take("r1")).toBeUndefined();
    expect(agents.take("r2")).toBeDefined();
  });

  it("are ended on demand, if they still wait", async () => {
    const steps: string[] = [];
    const agents = new KeptAgents();
    await agents.keep(agentOf("r1", steps));
    await agents.end("r2");
    expect(steps).toEqual([]);
    await agents.end("r1");
    await agents.end("r1");
    expect(steps).toEqual(whole("r1"));
  });

  it("are all ended when nothing follows, also those that would wait later", async () => {
    const steps: string[] = [];
    const agents = new KeptAgents();
    for (const id of ["r1", "r2"]) await agents.keep(agentOf(id, steps));
    await agents.close();
    expect(steps.toSorted()).toEqual(whole("r1", "r2").toSorted());
    expect(agents.take("r1")).toBeUndefined();
    steps.length = 0;
    await agents.keep(agentOf("r3", steps));
    expect(steps).toEqual(whole("r3"));
    expect(agents.take("r3")).toBeUndefined();
  });

  it("are killed before they can act", async () => {
    const steps: string[] = [];
    await endKept(agentOf("r1", steps));
    expect(steps).toEqual(whole("r1"));
  });
});
