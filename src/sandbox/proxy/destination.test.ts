import { describe, expect, it } from "vitest";
import { openPolicy, type PolicyDecisionRecord, type PolicyProfile } from "../../contract/index.ts";
import { compilePolicy } from "../../policy/index.ts";
import type { HostAndPort } from "../sandbox.ts";
import { DecisionLog } from "./decision-log.ts";
import { findDestination, isRefusal } from "./destination.ts";
import type { Resolve } from "./resolve.ts";

interface Setting {
  readonly profile?: Partial<PolicyProfile>;
  readonly gateway?: HostAndPort;
  readonly resolve?: Resolve;
}

async function find(host: string, port: number, { profile = {}, gateway, resolve }: Setting = {}) {
  const records: PolicyDecisionRecord[] = [];
  const resolved: string[] = [];
  const answer = await findDestination(
    { host, port },
    {
      policy: compilePolicy({ ...openPolicy(), ...profile }),
      gateway,
      resolve:
        resolve ??
        ((name) => {
          resolved.push(name);
          return Promise.resolve(["93.184.216.34", "93.184.216.35"]);
        }),
      log: new DecisionLog(
        (record) => records.push(record),
        () => new Date(0),
      ),
    },
  );
  return { answer, records, resolved };
}

describe("a destination", () => {
  it("has the addresses of its name, in normal form, and is not recorded if they are public", async () => {
    const { answer, records, resolved } = await find("Www.Example.TEST.", 443);
    const addresses = ["93.184.216.34", "93.184.216.35"];
    expect(answer).toEqual({ host: "www.example.test", port: 443, addresses });
    expect([records, resolved, isRefusal(answer)]).toEqual([[], ["www.example.test"], false]);
  });

  it("that is an address is not looked up", async () => {
    expect(await find("93.184.216.34", 80)).toEqual({
      answer: { host: "93.184.216.34", port: 80, addresses: ["93.184.216.34"] },
      records: [],
      resolved: [],
    });
    const { answer, resolved } = await find("[2606:2800:220:1::1]", 80);
    expect(answer).toMatchObject({ host: "2606:2800:220:1::1", addresses: ["2606:2800:220:1::1"] });
    expect(resolved).toEqual([]);
  });

  it("that is the gateway needs no rule", async () => {
    const profile = { deny_network: ["*"] };
    const gateway = { host: "::1", port: 8080 };
    for (const host of ["[::1]", "::1"]) {
      const { answer, records } = await find(host, 8080, { profile, gateway });
      expect([answer, records]).toEqual([{ host: "::1", port: 8080, addresses: ["::1"] }, []]);
    }
    for (const [host, port] of [
      ["[::1]", 8081],
      ["127.0.0.1", 8080],
    ] as const)
      expect(isRefusal((await find(host, port, { profile, gateway })).answer)).toBe(true);
  });

  it.each([
    "a_b.test",
    "a b",
    "",
    `${"a".repeat(256)}`,
    "[::1",
    "[g::]",
    "[:]",
    "a.test]",
    "x[::1]",
    `[${"1".repeat(46)}]`,
  ])("P16 that is no plain name or address is refused: %j", async (host) => {
    const { answer, records, resolved } = await find(host, 80);
    const rule = "network.malformed_host";
    expect(answer).toMatchObject({ isPolicy: true, rule });
    expect(records).toMatchObject([{ verdict: "denied", rule }]);
    expect(resolved).toEqual([]);
  });

  it("P16 is shown without signs that a terminal would obey, and cut", async () => {
    const { answer, records } = await find("a\u001b[0m \u00e4", 80);
    const subject = "a\\u{1b}[0m\\u{20}\\u{e4}:80";
    expect(records[0]!.subject).toBe(subject);
    expect(answer).toMatchObject({ reason: `'${subject}' is not a plain host name or address` });
    expect((await find(`_${"a".repeat(300)}`, 80)).records[0]!.subject).toBe(`_${"a".repeat(199)}`);
  });

  it("is refused by its name before it is looked up", async () => {
    const { answer, records, resolved } = await find("bad.test", 80, {
      profile: { deny_network: ["bad.test"] },
    });
    expect(answer).toEqual({ isPolicy: true, rule: "deny_network[0]", reason: records[0]!.reason });
    expect(records).toMatchObject([
      { verdict: "denied", subject: "bad.test:80", rule: "deny_network[0]", pattern: "bad.test" },
    ]);
    expect(resolved).toEqual([]);
  });

  it.each([
    [
      "its look-up fails",
      () => Promise.reject(Object.assign(new Error("x"), { code: "ENOTFOUND" })),
      "ENOTFOUND",
    ],
    ["its look-up fails without a code", () => Promise.reject(new Error("x")), "failed"],
    ["it has no address", () => Promise.resolve([]), "failed"],
  ])("is not reached if %s, which is no denial", async (_, resolve, code) => {
    const { answer, records } = await find("a.test", 80, { resolve });
    const reason = `a.test:80 cannot be resolved: ${code}`;
    expect(answer).toEqual({ isPolicy: false, rule: "network.unresolved", reason });
    expect(records).toEqual([]);
  });

  it("P17 is refused if a rule denies one of its addresses", async () => {
    const { answer, records } = await find("a.test", 80, { profile: { deny_network: ["93.184.216.35"] } });
    expect(answer).toMatchObject({ isPolicy: true, rule: "deny_network[0]" });
    expect(records).toMatchObject([{ verdict: "denied", pattern: "93.184.216.35" }]);
  });

  it("P17 is refused if an address is not public and no rule names it", async () => {
    const { answer, records } = await find("a.test", 80, {
      profile: { allow_network: ["*"] },
      resolve: () => Promise.resolve(["93.184.216.34", "10.0.0.1"]),
    });
    const reason = "'a.test:80' leads to a private address, which no rule names";
    expect(answer).toEqual({ isPolicy: true, rule: "network.private_address", reason });
    expect(records).toMatchObject([{ verdict: "denied", subject: "a.test:80", reason }]);
  });

  it("P24 is recorded if a rule names its address that is not public", async () => {
    const { answer, records } = await find("a.test", 80, {
      profile: { allow_network: ["a.test", "10.0.0.1"] },
      resolve: () => Promise.resolve(["10.0.0.1"]),
    });
    expect(answer).toEqual({ host: "a.test", port: 80, addresses: ["10.0.0.1"] });
    expect(records).toEqual([
      {
        ts: "1970-01-01T00:00:00.000Z",
        operation: "connect",
        verdict: "allowed",
        subject: "a.test:80",
        rule: expect.stringMatching(/^allow_network\[\d\]$/),
        pattern: expect.stringMatching(/^(a\.test|10\.0\.0\.1)$/),
        reason: "'a.test:80' leads to a private address, which a rule names",
      },
    ]);
  });
});
