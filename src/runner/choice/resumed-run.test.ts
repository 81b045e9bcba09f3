import { describe, expect, it } from "vitest";
import type { Receipt } from "../../contract/index.ts";
import type { Ledger } from "../../storage/index.ts";
import { findResumedRun } from "./resumed-run.ts";

const ledger = (receipt: Partial<Receipt> | undefined) =>
  ({
    find: async (runId: string) => (receipt === undefined || runId !== "r" ? undefined : { receipt }),
  }) as unknown as Pick<Ledger, "find">;
const engines = ["mine"];
const backend = { id: "codex" } as Receipt["backend"];

describe("the run that --resume names", () => {
  it("gives its backend and the session that the backend reported", async () => {
    const later = { by: "another", session: "thread-2" };
    const reported = [{ by: "engine" }, { by: "codex", session: "thread-1" }, later];
    const found = ledger({ backend, reported });
    expect(await findResumedRun(found, "r", { isFork: false, engines })).toEqual({
      backend: "codex",
      resume: { run_id: "r", session: "thread-1" },
    });
    expect((await findResumedRun(found, "r", { isFork: true, engines })).resume).toEqual({
      run_id: "r",
      session: "thread-1",
      fork: true,
    });
  });

  it("gives the model and the engine that it used most, unless the engine is gone", async () => {
    const seen = (engine: string, requested: string | null, calls: number) => ({
      engine,
      requested,
      upstream: "u",
      reported: null,
      calls,
    });
    const resumedOf = (...models: ReturnType<typeof seen>[]) =>
      findResumedRun(
        ledger({
          backend,
          reported: [{ by: "codex", session: "s" }],
          observed: { model_calls: { models } },
        } as Partial<Receipt>),
        "r",
        { isFork: false, engines },
      );
    const often = await resumedOf(seen("mine", "small", 1), seen("mine", "large", 7), seen("gone", "x", 2));
    expect([often.model, often.engine]).toEqual(["large", "mine"]);
    const gone = await resumedOf(seen("gone", "large", 7));
    expect([gone.model, gone.engine]).toEqual(["large", undefined]);
    const unnamed = await resumedOf(seen("mine", null, 7));
    expect([unnamed.model, unnamed.engine]).toEqual([undefined, "mine"]);
    const none = await resumedOf();
    expect([none.model, none.engine]).toEqual([undefined, undefined]);
  });

  it("is refused if the log does not have it, or if it reported no session", async () => {
    const refusal = { code: "session_not_found", where: "--resume" };
    await expect(findResumedRun(ledger(undefined), "r", { isFork: false, engines })).rejects.toMatchObject({
      ...refusal,
      message: 'run "r" cannot be continued: the log has no such run',
    });
    for (const reported of [undefined, [], [{ by: "mock" }]]) {
      await expect(
        findResumedRun(ledger({ backend, reported }), "r", { isFork: false, engines }),
      ).rejects.toMatchObject({
        ...refusal,
        message: 'run "r" cannot be continued: its backend reported no session',
      });
    }
  });
});
