import { beforeEach, describe, expect, it } from "vitest";
import { TaskList } from "./task-list.ts";

let tasks: TaskList;

beforeEach(() => {
  tasks = new TaskList();
});

describe("the plan of Claude Code", () => {
  it("is replaced by a list", () => {
    const todos = [{ content: "one", status: "completed" }, "text", { content: "two", status: "pending" }];
    expect(tasks.observe("TodoWrite", { todos }, undefined)).toEqual([
      { content: "one", status: "completed" },
      { content: "two", status: "pending" },
    ]);
    expect(tasks.observe("TodoWrite", { todos: [] }, undefined)).toEqual([]);
    expect(tasks.observe("TodoWrite", { todos: "none" }, undefined)).toBeUndefined();
  });

  it("grows by created tasks, and changes by updates", () => {
    expect(tasks.observe("TaskCreate", {}, { task: { id: "1", subject: "one" } })).toEqual([
      { content: "one", status: "pending" },
    ]);
    tasks.observe("TaskCreate", {}, { task: { id: "2", subject: "two" } });
    expect(tasks.observe("TaskUpdate", { taskId: "1", status: "in_progress" }, undefined)).toEqual([
      { content: "one", status: "in_progress" },
      { content: "two", status: "pending" },
    ]);
    expect(tasks.observe("TaskUpdate", { taskId: "1", subject: "new" }, undefined)?.[0]).toEqual({
      content: "new",
      status: "in_progress",
    });
    expect(tasks.observe("TaskUpdate", { taskId: "1", status: "deleted" }, undefined)).toEqual([
      { content: "two", status: "pending" },
    ]);
  });

  it("stays the same for other tools, unknown tasks and results without a task", () => {
    expect(tasks.observe("TaskList", {}, { task: { id: "1", subject: "one" } })).toBeUndefined();
    expect(tasks.observe("TaskUpdate", { taskId: "9", status: "completed" }, undefined)).toBeUndefined();
    expect(tasks.observe("TaskCreate", {}, "text")).toBeUndefined();
    expect(tasks.observe("TaskCreate", {}, { task: null })).toBeUndefined();
  });

  it("holds at most 1000 tasks", () => {
    for (let id = 0; id < 1000; id += 1) tasks.observe("TaskCreate", {}, { task: { id, subject: "t" } });
    expect(tasks.observe("TaskCreate", {}, { task: { id: "more", subject: "t" } })).toBeUndefined();
    const todos = Array.from({ length: 1001 }, () => ({ content: "t", status: "pending" }));
    expect(tasks.observe("TodoWrite", { todos }, undefined)?.length).toBe(1000);
  });
});

it("a plan of values that hide their texts is still a plan", () => {
  const hidden = { toString: 1, valueOf: 1 };
  expect(tasks.observe("TodoWrite", { todos: [{ content: hidden, status: hidden }] }, undefined)).toEqual([
    { content: "[object]", status: "[object]" },
  ]);
  tasks.observe("TaskCreate", {}, { task: { id: hidden, subject: "s" } });
  expect(tasks.observe("TaskUpdate", { taskId: hidden, status: "done" }, undefined)).toContainEqual({
    content: "s",
    status: "done",
  });
});
