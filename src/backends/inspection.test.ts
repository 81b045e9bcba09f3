import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, vi } from "vitest";
import type { BackendSession, OpenContext } from "./backend.ts";
import { inspectBackend } from "./inspection.ts";
import { mockBackend } from "./mock.ts";

const place = {
  id: "i",
  directory: "/empty",
  now: () => new Date(0),
  signal: new AbortController().signal,
};

it("starts a backend that is not known in the best sandbox, for nothing else, and ends it again", async () => {
  const { known, ...mock } = mockBackend();
  const close = vi.fn(async () => ({}));
  const open = vi.fn(async (context: OpenContext): Promise<BackendSession> => {
    const session = await mock.open(context);
    return { ...session, close };
  });
  expect(await inspectBackend({ ...mock, open }, place)).toEqual(known);
  expect(close).toHaveBeenCalledOnce();
  const [{ sandbox, ...context }] = open.mock.calls[0]!;
  expect(context).toEqual({
    runId: "i",
    workspaceRoot: "/empty",
    environment: {},
    mayReuse: false,
    now: place.now,
    signal: place.signal,
  });
  expect(sandbox.level).toBe("auto");
  expect(sandbox.policy.layers).toHaveLength(1);
  expect(sandbox.onDecision({} as never)).toBeUndefined();
});

it("does not start a backend that is known", async () => {
  const open = vi.fn();
  expect((await inspectBackend({ ...mockBackend(), open }, place)).identity.id).toBe("mock");
  expect(open).not.toHaveBeenCalled();
});

it("gives an agent an empty private home inside the place", async () => {
  const directory = mkdtempSync(join(tmpdir(), "abp-inspected-"));
  try {
    const { known: _, ...mock } = mockBackend();
    let mode = 0;
    const open = vi.fn(async (context: OpenContext): Promise<BackendSession> => {
      mode = statSync(context.home!).mode & 0o777;
      return mock.open(context);
    });
    await inspectBackend({ ...mock, keepsSession: true, open }, { ...place, directory });
    expect(open.mock.calls[0]?.[0].home).toBe(join(directory, "home"));
    expect(mode).toBe(0o700);
  } finally {
    rmSync(directory, { recursive: true, force: true });
  }
});
