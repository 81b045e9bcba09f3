import { expect, it } from "vitest";
import { RecentIds } from "./recent-ids.ts";

it("keeps the last 10000 ids and forgets the oldest", () => {
  const ids = new RecentIds<number>();
  for (let id = 0; id < 10_000; id += 1) ids.set(String(id), id);
  expect(ids.get("0")).toBe(0);
  ids.set("one more", 1);
  expect(ids.get("0")).toBeUndefined();
  expect(ids.get("1")).toBe(1);
  expect(ids.get("one more")).toBe(1);
});
