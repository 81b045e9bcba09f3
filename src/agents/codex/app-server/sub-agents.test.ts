import { describe, expect, it } from "vitest";
import { SubAgents } from "./sub-agents.ts";

const spawn = (id: string, ...threads: string[]) => ({
  type: "collabAgentToolCall",
  tool: "spawnAgent",
  id,
  receiverThreadIds: threads,
});

describe("sub-agents", () => {
  it("have no parent in the thread of the run, and in none before it is named", () => {
    const agents = new SubAgents();
    agents.note(spawn("call", "sub"));
    expect(agents.isMainThread("any")).toBe(true);
    expect(agents.parentOf("sub")).toBeUndefined();
    agents.setMainThread("main");
    expect(agents.isMainThread("main")).toBe(true);
    expect(agents.isMainThread("sub")).toBe(false);
    expect(agents.parentOf("main")).toBeUndefined();
    expect(agents.parentOf("sub")).toBe("call");
  });

  it("are linked to the call that names their thread", () => {
    const agents = new SubAgents();
    agents.setMainThread("main");
    agents.note(spawn("first", "a", "b"));
    agents.note({ type: "subAgentActivity", kind: "started", id: "second", agentThreadId: "c" });
    agents.note(spawn("third", "d"));
    expect(["a", "b", "c"].map((thread) => agents.parentOf(thread))).toEqual(["first", "first", "second"]);
  });

  it("belong to the last call that started one until their thread is named", () => {
    const agents = new SubAgents();
    agents.setMainThread("main");
    expect(agents.parentOf("early")).toBeUndefined();
    agents.note(spawn("call"));
    expect(agents.parentOf("early")).toBe("call");
    agents.note(spawn("next", "other"));
    expect(agents.parentOf("early")).toBe("next");
    agents.note(spawn("call", "early"));
    expect(agents.parentOf("early")).toBe("call");
  });

  it("are not started by other items", () => {
    const agents = new SubAgents();
    agents.setMainThread("main");
    agents.note({ ...spawn("call", "a"), tool: "wait" });
    agents.note({ type: "subAgentActivity", kind: "interacted", id: "x", agentThreadId: "a" });
    agents.note({
      type: "commandExecution",
      tool: "spawnAgent",
      kind: "started",
      id: "y",
      receiverThreadIds: ["a"],
    });
    expect(agents.parentOf("a")).toBeUndefined();
  });

  it("are linked up to a bound", () => {
    const agents = new SubAgents();
    agents.setMainThread("main");
    const threads = Array.from({ length: 1001 }, (_, index) => `thread ${index}`);
    agents.note(spawn("many", ...threads));
    agents.note(spawn("last"));
    expect(agents.parentOf("thread 999")).toBe("many");
    expect(agents.parentOf("thread 1000")).toBe("last");
  });
});
