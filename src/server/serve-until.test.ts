import { expect, it } from "vitest";
import { serveUntil } from "./serve-until.ts";

function server(error?: Error) {
  let stops = 0;
  return {
    stop: async () => {
      stops += 1;
      if (error !== undefined) throw error;
    },
    get stops() {
      return stops;
    },
  };
}

it("a server is stopped when the signal is given, and not before", async () => {
  const one = server();
  const controller = new AbortController();
  const served = serveUntil(one, controller.signal);
  expect(one.stops).toBe(0);
  controller.abort();
  await served;
  expect(one.stops).toBe(1);
});

it("a server is stopped at once when the signal was given before", async () => {
  const one = server();
  await serveUntil(one, AbortSignal.abort());
  expect(one.stops).toBe(1);
});

it("a server that cannot stop fails", async () => {
  const controller = new AbortController();
  const served = serveUntil(server(new Error("stuck")), controller.signal);
  controller.abort();
  await expect(served).rejects.toThrow("stuck");
});
