import { describe, expect, it } from "vitest";
import { counter } from "../fixtures/fakes.ts";
import { AnnouncedTools } from "./announced-tools.ts";

const open = () => new AnnouncedTools(counter("t"));

describe("AnnouncedTools", () => {
  it("finds a tool that was asked for when its call and result come", () => {
    const tools = open();
    expect(tools.ask("Bash", { command: "a" })).toMatchObject({
      id: "t1",
      name: "Bash",
      input: { command: "a" },
    });
    expect(tools.call("Bash", { command: "a" }, "native")).toBeUndefined();
    expect(tools.end("Bash", "native")?.id).toBe("t1");
    expect(tools.endAll()).toEqual([]);
  });

  it("tells of a call that nobody asked for, under the agent's id or one of ours", () => {
    const tools = open();
    expect(tools.call("Read", {}, "native")).toMatchObject({ id: "native", name: "Read" });
    expect(tools.call("Read", {}, undefined)).toMatchObject({ id: "t1" });
    expect(tools.end("Read", "native")?.id).toBe("native");
    expect(tools.end("Read", undefined)?.id).toBe("t1");
    expect(tools.end("Read", undefined)).toBeUndefined();
  });

  it("prefers the tool with the same input, and takes the first with the same name otherwise", () => {
    const tools = open();
    tools.ask("Bash", { command: "a" });
    tools.ask("Bash", { command: "b" });
    tools.call("Bash", { command: "b" }, "n2");
    tools.call("Bash", { command: "changed" }, "n1");
    expect(tools.end("Bash", "n2")?.id).toBe("t2");
    expect(tools.end("Bash", "n1")?.id).toBe("t1");
  });

  it("does not take another tool's call, nor one that has its call", () => {
    const tools = open();
    tools.ask("Bash", {});
    expect(tools.call("Edit", {}, "n1")?.id).toBe("n1");
    expect(tools.call("Bash", {}, "n2")).toBeUndefined();
    expect(tools.call("Bash", {}, "n3")?.id).toBe("n3");
  });

  it("gives a denied tool the result that has no call, with the reason", () => {
    const tools = open();
    tools.ask("Bash", {});
    tools.ask("Bash", {});
    tools.deny("t1", "no");
    tools.deny("unknown", "no");
    expect(tools.call("Bash", {}, "n2")).toBeUndefined();
    expect(tools.end("Bash", "n9")).toMatchObject({ id: "t1", denial: "no" });
    expect(tools.end("Bash", "n2")).toMatchObject({ id: "t2", denial: undefined });
  });

  it("a result of an unknown tool finds none", () => {
    const tools = open();
    tools.ask("Bash", {});
    expect(tools.end("Bash", "n1")).toBeUndefined();
    expect(tools.end("Edit", undefined)).toBeUndefined();
    expect(tools.endAll().map(({ id }) => id)).toEqual(["t1"]);
    expect(tools.endAll()).toEqual([]);
  });

  it("a call without an id ends by its name", () => {
    const tools = open();
    tools.ask("Bash", {});
    tools.call("Bash", {}, undefined);
    expect(tools.end("Bash", "other")?.id).toBe("t1");
  });
});
