import { expect, test, vi } from "vitest";
import { WriteBatcher } from "./write-batcher.ts";

const nextTurn = () => new Promise((resolve) => setImmediate(resolve));

function rushInto(batcher: WriteBatcher): void {
  for (let count = 0; count < 64; count += 1) batcher.addPart({ send: () => 1 });
}

test("a part of a stream leaves at the end of its turn while there are few", async () => {
  const batcher = new WriteBatcher();
  const send = vi.fn(() => 1);
  batcher.addPart({ send });
  expect(send).not.toHaveBeenCalled();
  await nextTurn();
  expect(send).toHaveBeenCalledOnce();
});

test("parts wait for more while there are many, and beginnings and ends do not", async () => {
  const batcher = new WriteBatcher(() => 1);
  rushInto(batcher);
  const part = vi.fn(() => 1);
  const end = vi.fn(() => 1);
  batcher.addPart({ send: part });
  batcher.add({ send: end });
  await nextTurn();
  expect(end).toHaveBeenCalledOnce();
  expect(part).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(part).toHaveBeenCalledOnce());
});

test("parts to which nothing was added do not wait again", async () => {
  const batcher = new WriteBatcher(() => 1);
  rushInto(batcher);
  const first = vi.fn(() => 1);
  batcher.addPart({ send: first });
  await vi.waitFor(() => expect(first).toHaveBeenCalledOnce());
  const second = vi.fn(() => 1);
  batcher.addPart({ send: second });
  await nextTurn();
  expect(second).toHaveBeenCalledOnce();
});

test("parts to which more was added go on waiting", async () => {
  const batcher = new WriteBatcher(() => 1);
  rushInto(batcher);
  const first = vi.fn(() => 2);
  batcher.addPart({ send: first });
  await vi.waitFor(() => expect(first).toHaveBeenCalledOnce());
  const second = vi.fn(() => 2);
  batcher.addPart({ send: second });
  await nextTurn();
  expect(second).not.toHaveBeenCalled();
  await vi.waitFor(() => expect(second).toHaveBeenCalledOnce());
});

test("many parts over a long time are few", async () => {
  let now = 0;
  const batcher = new WriteBatcher(() => now);
  for (let round = 0; round < 3; round += 1) {
    now += 1000;
    rushInto(batcher);
  }
  const send = vi.fn(() => 1);
  batcher.addPart({ send });
  await nextTurn();
  expect(send).toHaveBeenCalledOnce();
});
