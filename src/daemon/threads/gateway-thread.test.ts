import { expect, it, vi } from "vitest";
import type { Report } from "../../server/index.ts";

const { runThread, startThreadServer } = vi.hoisted(() => ({
  runThread: vi.fn(),
  startThreadServer: vi.fn(),
}));
vi.mock("./serving-thread.ts", () => ({ runThread }));
vi.mock("./thread-server.ts", () => ({ startThreadServer }));

it("a serving thread runs the server of a thread with its data", async () => {
  await import("./gateway-thread.ts");
  const start = runThread.mock.calls[0]![0] as (data: unknown, report: Report) => unknown;
  const report = (): void => undefined;
  startThreadServer.mockReturnValue("started");
  expect(start("data", report)).toBe("started");
  expect(startThreadServer).toHaveBeenCalledExactlyOnceWith("data", report);
});
