import { describe, expect, it } from "vitest";
import { buildReceipt } from "../../contract/index.ts";
import type { OpenRun } from "../../storage/index.ts";
import { openCallers } from "../callers/callers.ts";
import type { CallAccount } from "../exchange/call-account.ts";
import { MemoryLedger } from "../fixtures/memory-ledger.ts";
import { admissionTo, testCaller } from "../fixtures/test-context.ts";
import { checkParentRun, keyOfRun, ownsRun } from "./run-owner.ts";

const RUN = "00000000-0000-7000-8000-000000000001";
const at = new Date(0);
const receiptWith = (observed: Record<string, unknown>) =>
  buildReceipt(
    {
      runId: RUN,
      workOrderId: RUN,
      startedAt: at,
      finishedAt: at,
      backend: { id: "e" },
      mode: "mapped",
      outcome: "complete",
    },
    { observed },
  );
const openRun = (facts?: Record<string, string>): OpenRun => ({
  runId: RUN,
  workOrderId: RUN,
  startedAt: at,
  backendId: "e",
  mode: "mapped",
  ...(facts === undefined ? {} : { facts }),
});
const callers = openCallers(
  {
    ada: { token: "token-of-1", engines: [] },
    bob: { token: "token-of-2", engines: [] },
    cat: { token: "token-of-3", engines: [], tenant: "default" },
    dan: { token: "token-of-4", engines: [], tenant: "team" },
    eve: { token: "token-of-5", engines: [], tenant: "team" },
  },
  { tenant: "default", maxConcurrent: 1 },
);
const callerOf = (token: number) =>
  callers.authenticate({ method: "GET", target: "/", headers: ["x-api-key", `token-of-${token}`] });
const [ada, bob, cat, dan] = [callerOf(1), callerOf(2), callerOf(3), callerOf(4)];

describe("the key of a run", () => {
  it("is in its receipt, in the beginning of an interrupted one, and in an open run", () => {
    expect(keyOfRun(receiptWith({ call: { caller: "ada" }, facts: { caller: "bob" } }))).toBe("ada");
    expect(keyOfRun(receiptWith({ facts: { caller: "ada" } }))).toBe("ada");
    expect(keyOfRun(openRun({ caller: "ada" }))).toBe("ada");
  });

  it("is none for a run that no key made", () => {
    expect(keyOfRun(receiptWith({}))).toBeUndefined();
    expect(keyOfRun(receiptWith({ facts: { caller: 7 } }))).toBeUndefined();
    expect(keyOfRun(openRun())).toBeUndefined();
  });
});

describe("a run", () => {
  it("belongs to its key, or to the tenant that its key names", () => {
    expect([ada, bob, cat].map((caller) => ownsRun(caller, callers, "ada"))).toEqual([true, false, false]);
    expect([ada, cat].map((caller) => ownsRun(caller, callers, "cat"))).toEqual([false, true]);
    expect(ownsRun(dan, callers, "eve")).toBe(true);
  });

  it("whose key is gone belongs to those who read what has no owner", () => {
    for (const key of ["gone", undefined]) {
      expect([ada, cat, dan].map((caller) => ownsRun(caller, callers, key))).toEqual([false, false, true]);
      expect(ownsRun(testCaller(), callers, key)).toBe(true);
    }
  });

  it("of a key that is in another tenant today is taken as one whose key is gone", () => {
    expect(ownsRun(dan, callers, "ada")).toBe(true);
    expect(ownsRun(ada, callers, "dan")).toBe(false);
  });
});

describe("a call that is attached to a run", () => {
  const check = (ledger: MemoryLedger, caller = ada, run = RUN, account?: CallAccount) => {
    const { recognised } = admissionTo(`/r/${run}/v1/messages`);
    return checkParentRun({ callers, ledgerOf: () => ledger }, { account, caller, recognised });
  };
  const foreign = {
    code: "run_not_found",
    message: `there is no run ${RUN} that takes calls with this key`,
  };

  it("is refused if the run is another owner's, whether it runs or has ended", async () => {
    const running = new MemoryLedger();
    running.open.set(RUN, openRun({ caller: "bob" }));
    await expect(check(running)).rejects.toMatchObject(foreign);
    await expect(check(running, bob)).resolves.toBeUndefined();
    const ended = new MemoryLedger();
    ended.receipts.push(receiptWith({ call: { caller: "bob" } }));
    await expect(check(ended)).rejects.toMatchObject(foreign);
    await expect(check(ended, bob)).resolves.toBeUndefined();
    const gone = new MemoryLedger();
    gone.receipts.push(receiptWith({ call: { caller: "gone" } }));
    await expect(check(gone)).rejects.toMatchObject(foreign);
  });

  it("is refused if the run is a work order, whether it runs or has ended, for every key", async () => {
    const running = new MemoryLedger();
    running.open.set(RUN, openRun());
    const ended = new MemoryLedger();
    ended.receipts.push(receiptWith({}));
    for (const ledger of [running, ended])
      for (const caller of [ada, cat, dan, testCaller()])
        await expect(check(ledger, caller)).rejects.toMatchObject(foreign);
    await expect(check(running, ada, RUN.toUpperCase())).rejects.toMatchObject(foreign);
  });

  it("is served with the run's own key", async () => {
    const order = new MemoryLedger();
    order.open.set(RUN, openRun());
    await expect(check(order, ada, RUN, {} as CallAccount)).resolves.toBeUndefined();
  });

  it("is served if the run is unknown, and if the label can be no run", async () => {
    const ledger = new MemoryLedger();
    await expect(check(ledger)).resolves.toBeUndefined();
    ledger.open.set("some-name", openRun());
    await expect(check(ledger, ada, "some-name")).resolves.toBeUndefined();
  });

  it("is looked up in the log of the caller's tenant", async () => {
    const asked: string[] = [];
    const ledgerOf = (tenant: string) => {
      asked.push(tenant);
      return new MemoryLedger();
    };
    const { recognised } = admissionTo(`/r/${RUN}/v1/messages`);
    await checkParentRun({ callers, ledgerOf }, { caller: dan, recognised });
    expect(asked).toEqual(["team"]);
  });
});
