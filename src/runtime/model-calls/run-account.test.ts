import { describe, expect, it } from "vitest";
import { agents, findAgent } from "../../agents/index.ts";
import { RunSecrets } from "../events/run-secrets.ts";
import { FakeBackend } from "../fixtures/fake-backend.ts";
import { FakeGateway } from "../fixtures/fake-gateway.ts";
import { order } from "../fixtures/start-run.ts";
import { RunAccount } from "./run-account.ts";

function accountOf(
  gateway: FakeGateway | undefined,
  usesGateway = true,
  budget: number | null = null,
  model: string | null = null,
) {
  const backend = new FakeBackend();
  backend.usesGateway = usesGateway;
  const secrets = new RunSecrets();
  const warnings: string[] = [];
  const options = { software: { name: "test", version: "1" }, gateway };
  const account = new RunAccount({
    runId: "run 1",
    backend,
    order: order({ config: { max_budget_usd: budget, model } }),
    options,
    secrets,
    warnings,
  });
  return { account, secrets, warnings };
}

describe("the account of a run", () => {
  it("is opened with the budget, and leads to the run's own address", () => {
    const gateway = new FakeGateway();
    const { account, secrets } = accountOf(gateway, true, 2);
    expect([account.access, account.address, account.spentUsd()]).toEqual([undefined, undefined, undefined]);
    account.open();
    expect(gateway.calls).toEqual(["open run 1 2"]);
    expect(account.access).toEqual({
      url: "http://127.0.0.1:8787/r/run%201",
      token: gateway.token,
      engine: "sim",
    });
    expect(account.address).toEqual({ host: "127.0.0.1", port: 8787 });
    expect(secrets.hideIn(`a ${gateway.token} b`)).toBe("a [redacted] b");
  });

  it("is bound to the engine of the run and to its models", () => {
    const gateway = new FakeGateway();
    accountOf(gateway, true, null, "m").account.open();
    accountOf(gateway).account.open();
    const request = { runId: "run 1", budgetUsd: null, engine: "sim", dialect: undefined };
    expect(gateway.requests).toEqual([
      { ...request, models: { names: ["m"], patterns: [] } },
      { ...request, models: { names: [], patterns: [] } },
    ]);
  });

  it.each(agents)("is bound to the model that the order names: $name", (agent) => {
    const gateway = new FakeGateway();
    const backend = new FakeBackend();
    backend.usesGateway = true;
    backend.agent = agent;
    const options = { software: { name: "test", version: "1" }, gateway };
    const named = order({ config: { model: "m" } });
    new RunAccount({
      runId: "r",
      backend,
      order: named,
      options,
      secrets: new RunSecrets(),
      warnings: [],
    }).open();
    const { dialect } = agent.connection;
    expect(gateway.requests).toEqual([
      { runId: "r", budgetUsd: null, engine: "sim", dialect, models: { names: ["m"], patterns: [] } },
    ]);
  });

  it("is bound to the models that the settings of the backend name", () => {
    const gateway = new FakeGateway();
    const backend = new FakeBackend();
    backend.usesGateway = true;
    backend.agent = findAgent("gemini")!;
    backend.programSettings = { env: { GEMINI_MODEL: "mine" }, args: ["-m", "other"] };
    const options = { software: { name: "test", version: "1" }, gateway };
    const nameless = order({ config: { model: null } });
    const setting = {
      runId: "run 1",
      backend,
      order: nameless,
      options,
      secrets: new RunSecrets(),
      warnings: [],
    };
    new RunAccount(setting).open();
    expect(gateway.requests[0]?.models?.names.slice(0, 2)).toEqual(["mine", "other"]);
    expect(gateway.requests[0]).toMatchObject({ dialect: "gemini", models: { patterns: ["gemini-*"] } });
  });

  it.each([
    ["http://localhost", { host: "localhost", port: 80 }],
    ["https://localhost", { host: "localhost", port: 443 }],
    ["http://[::1]:99//", { host: "::1", port: 99 }],
  ])("finds the address of %s for the sandbox", (baseUrl, address) => {
    const gateway = new FakeGateway();
    gateway.baseUrl = baseUrl;
    const { account } = accountOf(gateway);
    account.open();
    expect(account.address).toEqual(address);
    expect(account.access?.url).toMatch(/[^/]\/r\/run%201$/);
  });

  it("is not opened for a backend that does not use the gateway, nor without one", async () => {
    const gateway = new FakeGateway();
    for (const { account } of [accountOf(gateway, false), accountOf(undefined)]) {
      account.open();
      expect([account.access, account.address]).toEqual([undefined, undefined]);
      expect(await account.close({ usage: {} })).toBeUndefined();
    }
    expect(gateway.calls).toEqual([]);
  });

  it("says what was spent, and when", () => {
    const gateway = new FakeGateway();
    const { account } = accountOf(gateway);
    account.open();
    gateway.spend(1);
    const seen: (number | undefined)[] = [];
    account.onSpent = () => seen.push(account.spentUsd());
    gateway.spend(2);
    expect(seen).toEqual([3]);
  });

  it("is closed once, and flags what the agent reported differently", async () => {
    const gateway = new FakeGateway();
    const { account } = accountOf(gateway);
    account.open();
    const equal = await account.close({ usage: { input_tokens: 10 } });
    expect(equal).toMatchObject({ calls: 2 });
    expect(equal).not.toHaveProperty("mismatch");
    expect(await account.close({ usage: { input_tokens: 11 } })).toMatchObject({
      calls: 2,
      mismatch: [{ member: "input_tokens", reported: 11, metered: 10 }],
    });
    expect(gateway.calls).toEqual(["open run 1 null", "close"]);
  });

  it("that cannot be closed is a warning of the run", async () => {
    const gateway = new FakeGateway();
    gateway.failure = new Error("the store is full");
    const { account, warnings } = accountOf(gateway);
    account.open();
    expect(await account.close({ usage: {} })).toBeUndefined();
    expect(warnings).toEqual(["the model calls of the run are not known: the store is full"]);
  });
});
