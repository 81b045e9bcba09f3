import { expect, it } from "vitest";
import { until } from "../../../test/eventually.ts";
import { mapAhead } from "./ordered-ahead.ts";

it("keeps the order, and works on as many items at a time as it may", async () => {
  const begun: number[] = [];
  const finish: (() => void)[] = [];
  const results = mapAhead([0, 1, 2, 3, 4], 3, async (item) => {
    begun.push(item);
    await new Promise<void>((resolve) => finish.push(resolve));
    return item * 10;
  });
  const first = results.next();
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2]);
  finish[2]!();
  finish[0]!();
  expect(await first).toEqual({ done: false, value: 0 });
  const rest = (async () => {
    const all: number[] = [];
    for await (const one of results) all.push(one);
    return all;
  })();
  for (let index = 1; index < 5; index += 1) {
    await until(() => finish[index] !== undefined);
    expect(begun.length).toBeLessThanOrEqual(index + 3);
    finish[index]!();
  }
  expect(await rest).toEqual([10, 20, 30, 40]);
});

it("yields fewer items than it may work on, and none of none", async () => {
  const collect = async (items: number[]): Promise<number[]> => {
    const all: number[] = [];
    for await (const one of mapAhead(items, 8, async (item) => item + 1)) all.push(one);
    return all;
  };
  expect(await collect([1, 2])).toEqual([2, 3]);
  expect(await collect([])).toEqual([]);
});
