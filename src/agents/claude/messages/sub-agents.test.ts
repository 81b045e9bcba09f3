import { beforeEach, describe, expect, it } from "vitest";
import { SubAgents } from "./sub-agents.ts";

let subAgents: SubAgents;

beforeEach(() => {
  subAgents = new SubAgents();
});

const started = { subtype: "task_started", task_id: "a", tool_use_id: "t", task_type: "local_agent" };

describe("sub-agents", () => {
  it("work from their start to their end", () => {
    expect(subAgents.areWorking).toBe(false);
    subAgents.observe(started);
    expect(subAgents.areWorking).toBe(true);
    subAgents.observe({ subtype: "task_progress", task_id: "a" });
    subAgents.observe({ subtype: "task_updated", task_id: "a", patch: { status: "running" } });
    subAgents.observe({ subtype: "task_updated", task_id: "a", patch: null });
    expect(subAgents.areWorking).toBe(true);
    subAgents.observe({ subtype: "task_notification", task_id: "a", status: "completed" });
    expect(subAgents.areWorking).toBe(false);
  });

  it.each(["completed", "failed", "killed", "stopped"])("have ended when they are %s", (status) => {
    subAgents.observe(started);
    subAgents.observe({ subtype: "task_updated", task_id: "a", patch: { status } });
    expect(subAgents.areWorking).toBe(false);
  });

  it("are linked to the call that started them, also after their end", () => {
    subAgents.observe(started);
    subAgents.observe({ subtype: "task_notification", task_id: "a", status: "completed" });
    expect(subAgents.parentOf("a")).toBe("t");
    expect(subAgents.parentOf("b")).toBeUndefined();
    expect(subAgents.parentOf(undefined)).toBeUndefined();
    subAgents.observe({ ...started, task_id: "c", tool_use_id: null });
    expect(subAgents.parentOf("c")).toBeUndefined();
  });

  it("are not commands in the background, nor lines without an id", () => {
    subAgents.observe({ ...started, task_type: "local_bash" });
    subAgents.observe({ ...started, task_id: 1 });
    subAgents.observe({ subtype: "init" });
    expect(subAgents.areWorking).toBe(false);
    expect(subAgents.parentOf("a")).toBeUndefined();
  });

  it("have commands beside them, from their start to their end", () => {
    subAgents.observe(started);
    expect(subAgents.haveCommands).toBe(false);
    subAgents.observe({ ...started, task_id: "b", task_type: "local_bash" });
    expect(subAgents.haveCommands).toBe(true);
    subAgents.observe({ subtype: "task_notification", task_id: "a", status: "completed" });
    expect(subAgents.haveCommands).toBe(true);
    subAgents.observe({ subtype: "task_updated", task_id: "b", patch: { status: "killed" } });
    expect(subAgents.haveCommands).toBe(false);
  });
});
