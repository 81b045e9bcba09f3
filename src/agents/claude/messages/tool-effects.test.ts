import { beforeEach, describe, expect, it } from "vitest";
import type { JsonObject } from "../../../lib/index.ts";
import { EventWriter } from "../../host/event-writer.ts";
import { FakeContext } from "../../host/fixtures/fake-context.ts";
import { ToolEffects, textOf } from "./tool-effects.ts";

let context: FakeContext;
let effects: ToolEffects;

beforeEach(() => {
  context = new FakeContext({ workspace: { root: "/ws" } });
  effects = new ToolEffects(new EventWriter(context));
});

function use(nativeName: string, input: JsonObject) {
  return {
    use: { nativeName, input, parentId: undefined },
    content: "text",
    isError: false,
    details: undefined,
  };
}

describe("a command", () => {
  it("is reported with its exit code and output", async () => {
    const bash = use("Bash", { command: "ls" });
    await effects.report(bash);
    await effects.report({ ...bash, isError: true, content: "Exit code 12\nbroken" });
    await effects.report({ ...bash, isError: true, content: [{ type: "text", text: "timed out" }] });
    await effects.report(use("Bash", { command: "sleep", run_in_background: true }));
    await effects.report(use("Bash", {}));
    expect(context.events).toEqual([
      { type: "command_executed", command: "ls", exit_code: 0, output_preview: "text" },
      { type: "command_executed", command: "ls", exit_code: 12, output_preview: "broken" },
      { type: "command_executed", command: "ls", exit_code: null, output_preview: "timed out" },
      { type: "command_executed", command: "sleep", exit_code: null, output_preview: "text" },
    ]);
  });
});

describe("a changed file", () => {
  it("is named relative to the workspace, unless it is outside", async () => {
    for (const path of ["/ws/a/b.txt", "/other/c.txt", "/ws", "/ws/..d"]) {
      await effects.report(use("Write", { file_path: path }));
    }
    expect(context.of("file_changed").map((event) => event.path)).toEqual([
      ...["a/b.txt", "/other/c.txt", "/ws", "..d"],
    ]);
  });

  it("is summed up by what the tool says", async () => {
    const lines = ["-a", "+b", "+c", " d"];
    const details = [
      undefined,
      "text",
      { type: "create" },
      { structuredPatch: [] },
      { structuredPatch: [{ lines }, { lines: ["-x"] }, "text", { lines: 1 }] },
    ];
    for (const one of details) await effects.report({ ...use("Edit", { file_path: "/ws/a" }), details: one });
    expect(context.of("file_changed").map((event) => event.summary)).toEqual([
      ...["changed", "changed", "created", "changed", "changed: +2 -2 lines"],
    ]);
  });

  it("is not reported if the tool failed or names none", async () => {
    await effects.report({ ...use("Write", { file_path: "/ws/a" }), isError: true });
    await effects.report(use("Edit", {}));
    await effects.report(use("Read", { file_path: "/ws/a" }));
    expect(context.events).toEqual([]);
  });
});

describe("a changed plan", () => {
  it("is reported as a whole", async () => {
    await effects.report({ ...use("TaskCreate", {}), details: { task: { id: "1", subject: "one" } } });
    await effects.report({
      ...use("TaskCreate", {}),
      details: { task: { id: "2", subject: "two" } },
      isError: true,
    });
    expect(context.notices).toEqual([{ plan: [{ content: "one", status: "pending" }] }]);
  });
});

describe("the text of a result", () => {
  it("is one text, or the texts of its blocks", () => {
    expect(textOf("a")).toBe("a");
    expect(textOf([{ type: "text", text: "a" }, { type: "image" }, "b", { text: "c" }])).toBe("a\nc");
    expect(textOf(null)).toBe("");
  });
});
