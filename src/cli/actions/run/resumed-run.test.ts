import { describe, expect, it } from "vitest";
import type { Receipt } from "../../../contract/index.ts";
import type { Ledger } from "../../../storage/index.ts";
import { findResumedRun } from "./resumed-run.ts";

const ledger = (receipt: Partial<Receipt> | undefined) =>
  ({
    find: async (runId: string) => (receipt === undefined || runId !== "r" ? undefined : { receipt }),
  }) as unknown as Pick<Ledger, "find">;
const backend = { id: "codex" } as Receipt["backend"];

describe("the run that --resume names", () => {
  it("gives its backend and the session that the backend reported", async () => {
    const found = ledger({ backend, reported: [{ by: "engine" }, { by: "codex", session: "thread-1" }] });
    expect(await findResumedRun(found, "r", false)).toEqual({
      backend: "codex",
      resume: { run_id: "r", session: "thread-1" },
    });
    expect((await findResumedRun(found, "r", true)).resume).toEqual({
      run_id: "r",
      session: "thread-1",
      fork: true,
    });
  });

  it("is refused where the log does not have it, or where it reported no session", async () => {
    const refusal = { code: "session_not_found", where: "--resume" };
    await expect(findResumedRun(ledger(undefined), "r", false)).rejects.toMatchObject({
      ...refusal,
      message: 'run "r" cannot be continued: the log has no such run',
    });
    for (const reported of [undefined, [], [{ by: "mock" }]]) {
      await expect(findResumedRun(ledger({ backend, reported }), "r", false)).rejects.toMatchObject({
        ...refusal,
        message: 'run "r" cannot be continued: its backend reported no session',
      });
    }
  });
});
