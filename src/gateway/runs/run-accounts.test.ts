import { describe, expect, it } from "vitest";
import { AbpError } from "../../contract/index.ts";
import type { Caller } from "../exchange/caller.ts";
import { directoryOf, fakeEngine } from "../fixtures/engines.ts";
import { testCaller } from "../fixtures/test-context.ts";
import { openRouter } from "../routing/router.ts";
import { accountsNeedOneThread, RunAccounts } from "./run-accounts.ts";

const idOf = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, "0")}`;
const [RUN, OTHER] = [idOf(1), idOf(2)];

const engines = directoryOf(fakeEngine("main", "openai", { fallback: [{ engine: "spare" }] }));
const bound = { engines, router: openRouter({}, engines, undefined), routes: {} };

function openAll(random?: (size: number) => Buffer) {
  const asked: string[] = [];
  const runs = new RunAccounts({
    callers: {
      forRun: (name, tenant) => {
        asked.push(`${name} of ${tenant}`);
        return testCaller({ name, tenant });
      },
    },
    ...bound,
    report: () => undefined,
    ...(random === undefined ? {} : { random }),
  });
  const open = (runId: string, budgetUsd: number | null = null) =>
    runs.open({ runId, tenant: "t", budgetUsd, name: "ada" });
  const admit = (key: string | undefined, run: string | undefined) => {
    const headers = key === undefined ? [] : ["authorization", `Bearer ${key}`];
    try {
      return runs.admit({ method: "POST", target: "/", headers }, run);
    } catch (error) {
      return AbpError.is(error) ? error.code : String(error);
    }
  };
  return { runs, open, admit, asked };
}

describe("the accounts of runs", () => {
  it("have keys of 256 random bits and the caller of the name in the tenant", () => {
    const sizes: number[] = [];
    const { open, asked } = openAll((size) => {
      sizes.push(size);
      return Buffer.alloc(size, 0xff);
    });
    const account = open(RUN);
    expect(account.token).toBe(`abp_${"_".repeat(42)}8`);
    expect([sizes, asked, account.caller.name]).toEqual([[32], ["ada of t"], "ada"]);
    const real = openAll();
    expect(real.open(RUN).token).toMatch(/^abp_[\w-]{43}$/);
    expect(real.open(OTHER).token).not.toBe(real.open(idOf(3)).token);
  });

  it("have an engine with its fallbacks, as far as the key of the name may use them", () => {
    const { runs } = openAll();
    const request = { tenant: "t", budgetUsd: null, name: "ada" };
    const usable = (account: { readonly caller: Caller }) =>
      ["main", "spare", "other"].filter((engine) => account.caller.mayUse(engine));
    expect(usable(runs.open({ ...request, runId: RUN, engine: "main" }))).toEqual(["main", "spare"]);
    expect(usable(runs.open({ ...request, runId: OTHER }))).toEqual(["main", "spare", "other"]);
    expect(() => runs.open({ ...request, runId: idOf(3), engine: "none" })).toThrow("no engine none");
    const narrow = new RunAccounts({
      callers: { forRun: () => testCaller({ mayUse: (engine) => engine !== "spare" }) },
      ...bound,
      report: () => undefined,
    });
    expect(usable(narrow.open({ ...request, runId: RUN, engine: "main" }))).toEqual(["main"]);
  });

  it("have their own budgets", () => {
    const { open } = openAll();
    expect(() => open(RUN, 0).check()).toThrow(expect.objectContaining({ code: "run_budget_exceeded" }));
    expect(() => open(OTHER, 1).check()).not.toThrow();
  });

  it("take only their own key, each below its own run", () => {
    const { open, admit } = openAll();
    const [one, other] = [open(RUN), open(OTHER)];
    expect([admit(one.token, RUN), admit(other.token, OTHER)]).toEqual([one, other]);
    expect([admit(one.token, OTHER), admit("ordinary", RUN)]).toEqual(["run_not_found", "run_not_found"]);
    expect(admit(undefined, RUN)).toBe("auth_required");
  });

  it("leave calls alone that name no run, or one that was not opened here", () => {
    const { open, admit } = openAll();
    const { token } = open(RUN);
    expect([admit(token, undefined), admit(token, OTHER), admit(undefined, OTHER)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("take no key any more after the end of the run", async () => {
    const { open, admit } = openAll();
    const account = open(RUN);
    await account.close();
    expect([admit(account.token, RUN), admit("ordinary", RUN), admit(undefined, RUN)]).toEqual([
      "run_not_found",
      "run_not_found",
      "auth_required",
    ]);
  });

  it("are opened once for each run", async () => {
    const { open } = openAll();
    const account = open(RUN);
    const invalid = { code: "validation_failed", message: `the run ${RUN} has an account already` };
    expect(() => open(RUN)).toThrow(expect.objectContaining(invalid));
    await account.close();
    expect(() => open(RUN)).toThrow(expect.objectContaining(invalid));
  });

  it.each(["", "label", `${RUN}x`, "00000000-0000-7000-8000-00000000000A"])(
    "need the id of a run: %j",
    (id) => {
      const { open } = openAll();
      const invalid = { code: "validation_failed", message: `${id} is not the id of a run` };
      expect(() => open(id)).toThrow(expect.objectContaining(invalid));
    },
  );

  it("remember the last 10,000 ended runs", async () => {
    const { open, admit } = openAll();
    for (let number = 0; number < 10_001; number += 1) await open(idOf(number)).close();
    expect([admit("key", idOf(0)), admit("key", idOf(1)), admit("key", idOf(10_000))]).toEqual([
      undefined,
      "run_not_found",
      "run_not_found",
    ]);
  });
});

describe("a gateway whose port other threads serve too", () => {
  it("says what to change before it opens accounts", () => {
    expect(accountsNeedOneThread()).toMatchObject({
      code: "validation_failed",
      where: "gateway.workers",
      message: "a run's account needs a gateway that serves in one thread",
      advice: "Set `workers = 1` in `[gateway]`.",
    });
  });
});

describe("a run whose agent was started for an earlier run", () => {
  const FIRST = idOf(1);
  const SECOND = idOf(2);
  const later = (runs: RunAccounts, runId: string, token: string, budgetUsd: number | null = null) =>
    runs.open({ runId, tenant: "t", budgetUsd, name: "ada", access: { startedFor: FIRST, token } });

  it("takes calls at the path and with the key of that one, while it lasts", async () => {
    const { runs, open, admit } = openAll();
    const first = open(FIRST);
    const { token } = first;
    await first.close();
    expect(admit(token, FIRST)).toBe("run_not_found");
    const second = later(runs, SECOND, token, 0);
    expect([admit(token, FIRST), second.token, second.runId]).toEqual([second, token, SECOND]);
    expect([admit("other", FIRST), admit(token, SECOND), admit(undefined, SECOND)]).toEqual([
      "run_not_found",
      "run_not_found",
      "auth_required",
    ]);
    expect(() => second.check()).toThrow(expect.objectContaining({ code: "run_budget_exceeded" }));
    await second.close();
    expect([admit(token, FIRST), admit(token, SECOND)]).toEqual(["run_not_found", "run_not_found"]);
    const third = later(runs, idOf(3), token);
    expect(admit(token, FIRST)).toBe(third);
  });

  it("is refused as long as that one, or another one at its path, is open", async () => {
    const { runs, open } = openAll();
    const first = open(FIRST);
    const { token } = first;
    const invalid = { code: "validation_failed", message: expect.stringContaining("has not ended here") };
    expect(() => later(runs, SECOND, token)).toThrow(expect.objectContaining(invalid));
    await first.close();
    later(runs, SECOND, token);
    expect(() => later(runs, idOf(3), token)).toThrow(expect.objectContaining(invalid));
    const known = { message: `the run ${SECOND} has an account already` };
    expect(() => open(SECOND)).toThrow(expect.objectContaining(known));
    const stranger = () =>
      runs.open({
        runId: idOf(4),
        tenant: "t",
        budgetUsd: null,
        name: "ada",
        access: { startedFor: idOf(9), token },
      });
    expect(stranger).toThrow(expect.objectContaining(invalid));
  });
});
