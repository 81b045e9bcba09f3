import { type JsonObject, type JsonValue, textOfJson } from "../../../lib/index.ts";
import { isJsonObject } from "../../host/agent-line.ts";
import type { PlanEntry } from "../../host/event-writer.ts";

const MAX_TASKS = 1000;

/** The plan of Claude Code, which it keeps with tools. */
export class TaskList {
  readonly #tasks = new Map<string, PlanEntry>();

  /** Takes the result of a tool into account. Returns the whole plan if it changed. */
  observe(
    nativeName: string,
    input: JsonObject,
    result: JsonValue | undefined,
  ): readonly PlanEntry[] | undefined {
    if (nativeName === "TodoWrite") return this.#replace(input["todos"]);
    if (nativeName === "TaskCreate" && isJsonObject(result)) return this.#create(result["task"]);
    if (nativeName === "TaskUpdate") return this.#update(input);
    return undefined;
  }

  #replace(todos: JsonValue | undefined): readonly PlanEntry[] | undefined {
    if (!Array.isArray(todos)) return undefined;
    this.#tasks.clear();
    for (const [index, todo] of todos.slice(0, MAX_TASKS).entries()) {
      if (isJsonObject(todo)) this.#set(`${index}`, todo["content"], todo["status"]);
    }
    return this.#entries();
  }

  #create(task: JsonValue | undefined): readonly PlanEntry[] | undefined {
    if (!isJsonObject(task) || this.#tasks.size >= MAX_TASKS) return undefined;
    this.#set(textOfJson(task["id"]), task["subject"], "pending");
    return this.#entries();
  }

  #update({ taskId, status, subject }: JsonObject): readonly PlanEntry[] | undefined {
    const before = this.#tasks.get(textOfJson(taskId));
    if (before === undefined) return undefined;
    if (status === "deleted") this.#tasks.delete(textOfJson(taskId));
    else this.#set(textOfJson(taskId), subject ?? before.content, status ?? before.status);
    return this.#entries();
  }

  #set(id: string, content: JsonValue | undefined, status: JsonValue | undefined): void {
    this.#tasks.set(id, { content: textOfJson(content), status: textOfJson(status) });
  }

  #entries(): readonly PlanEntry[] {
    return [...this.#tasks.values()];
  }
}
