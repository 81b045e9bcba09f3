import { expect, it } from "vitest";
import { UndoLog } from "./undo-log.ts";

it("a log of actions takes them back from the last one, once, and names what could not be restored", async () => {
  const undone: string[] = [];
  const log = new UndoLog();
  const add = (rawPath: string, fails = false) =>
    log.add(rawPath, async () => {
      undone.push(rawPath);
      if (fails) throw new Error("no");
    });
  add("a", true);
  add("b");
  add("c", true);
  add("a", true);
  expect(await log.run()).toEqual(["a", "c"]);
  expect(undone).toEqual(["a", "c", "b", "a"]);
  expect(await log.run()).toEqual([]);
  expect(undone).toHaveLength(4);
});
