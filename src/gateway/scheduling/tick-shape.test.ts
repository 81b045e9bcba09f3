import { executionAsyncResource } from "node:async_hooks";
import { expect, test } from "vitest";
import { keepTickShape } from "./tick-shape.ts";

// If Node gave something else as the resource of a tick, the shape would not be kept.
test("the resource of a tick is the object of that tick, which holds its callback", async () => {
  keepTickShape();
  const { promise, resolve } = Promise.withResolvers<object>();
  const callback = () => resolve(executionAsyncResource());
  process.nextTick(callback);
  expect(await promise).toMatchObject({ callback });
});
