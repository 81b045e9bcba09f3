import { describe, expect, it } from "vitest";
import { checkList } from "./check-list.ts";
import { Findings } from "./findings.ts";

const make = () => new Findings((text) => text.replaceAll("secret", "***"));
const resultOf = (findings: Findings, id: string) => findings.results().find((result) => result.id === id);

describe("Findings", () => {
  it("gives one result for each rule, in the order of the list, and says that nothing was tried", () => {
    const results = make().results();
    expect(results.map(({ id, title }) => [id, title])).toEqual(
      checkList.map(({ id, title }) => [id, title]),
    );
    for (const { verdict, reason } of results) {
      expect([verdict, reason]).toEqual(["skip", "not tried, because of an earlier failure"]);
    }
  });

  it("keeps the first reason of a rule that was kept", () => {
    const findings = make();
    findings.pass("ping.idle", "first");
    findings.pass("ping.idle", "second");
    expect(resultOf(findings, "ping.idle")).toEqual({
      id: "ping.idle",
      title: "answers a ping",
      verdict: "pass",
      reason: "first",
    });
    expect([findings.hasPassed("ping.idle"), findings.hasMissed("ping.idle")]).toEqual([true, false]);
    expect(findings.hasPassed("ping.busy")).toBe(false);
  });

  it("fails a required rule and warns of an advised one, with the first reason and the advice", () => {
    const findings = make();
    for (const id of ["ping.idle", "ping.busy"]) {
      findings.miss(id, "first");
      findings.miss(id, "second");
    }
    const advice = (id: string) => checkList.find((check) => check.id === id)?.advice;
    expect(resultOf(findings, "ping.idle")).toEqual({
      id: "ping.idle",
      title: "answers a ping",
      verdict: "fail",
      reason: "first",
      advice: advice("ping.idle"),
    });
    expect(resultOf(findings, "ping.busy")).toMatchObject({
      verdict: "warn",
      reason: "first",
      advice: advice("ping.busy"),
    });
    expect([findings.hasPassed("ping.idle"), findings.hasMissed("ping.idle")]).toEqual([false, true]);
  });

  it("treats a rule that was broken once as broken, whatever else was found", () => {
    const findings = make();
    findings.pass("cancel", "kept");
    findings.skip("cancel", "skipped");
    findings.miss("cancel", "broken");
    expect(resultOf(findings, "cancel")).toMatchObject({ verdict: "warn", reason: "broken" });
    expect(findings.hasPassed("cancel")).toBe(false);
  });

  it("names the first reason why a rule was skipped, unless the rule was kept", () => {
    const findings = make();
    findings.skip("cancel", "first");
    findings.skip("cancel", "second");
    expect(resultOf(findings, "cancel")).toEqual({
      id: "cancel",
      title: "obeys cancel",
      verdict: "skip",
      reason: "first",
    });
    expect([findings.hasPassed("cancel"), findings.hasMissed("cancel")]).toEqual([false, false]);
    findings.pass("cancel", "kept");
    expect(resultOf(findings, "cancel")).toMatchObject({ verdict: "pass", reason: "kept" });
  });

  it("removes secrets from reasons", () => {
    const findings = make();
    findings.pass("ping.idle", "a secret");
    findings.miss("ping.busy", "the secret");
    expect(resultOf(findings, "ping.idle")?.reason).toBe("a ***");
    expect(resultOf(findings, "ping.busy")?.reason).toBe("the ***");
    expect(findings.redact("secret")).toBe("***");
  });
});
