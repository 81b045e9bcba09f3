import { describe, expect, it } from "vitest";
import type { PolicyDecisionRecord } from "../../contract/index.ts";
import { DecisionLog, type NetworkVerdict } from "./decision-log.ts";

const denial: NetworkVerdict = { verdict: "denied", subject: "a.test:80", rule: "r", reason: "because" };

function openLog() {
  const records: PolicyDecisionRecord[] = [];
  return {
    records,
    log: new DecisionLog(
      (record) => records.push(record),
      () => new Date(5),
    ),
  };
}

describe("the log of decisions", () => {
  it("adds the time and the operation, and the pattern if there is one", () => {
    const { log, records } = openLog();
    log.record(denial);
    log.record({ ...denial, subject: "b.test:80", pattern: "*.test" });
    const common = { ...denial, ts: "1970-01-01T00:00:00.005Z", operation: "connect" };
    expect(records).toStrictEqual([common, { ...common, subject: "b.test:80", pattern: "*.test" }]);
  });

  it("passes each decision on once, if verdict, subject and rule are the same", () => {
    const { log, records } = openLog();
    for (const more of [{}, { reason: "other" }, { verdict: "allowed" }, { subject: "b" }, { rule: "s" }, {}])
      log.record({ ...denial, ...more } as NetworkVerdict);
    expect(records.map(({ verdict, subject, rule }) => `${verdict} ${subject} ${rule}`)).toEqual([
      "denied a.test:80 r",
      "allowed a.test:80 r",
      "denied b r",
      "denied a.test:80 s",
    ]);
  });

  it("P24 keeps a thousand decisions, says once that there are more, and is then silent", () => {
    const { log, records } = openLog();
    for (let index = 0; index < 1003; index += 1)
      log.record({ ...denial, subject: `h${index}:80`, pattern: "*" });
    expect(records).toHaveLength(1001);
    expect(records[999]).toMatchObject({ subject: "h999:80", rule: "r", pattern: "*", reason: "because" });
    expect(records[1000]).toStrictEqual({
      ts: "1970-01-01T00:00:00.005Z",
      operation: "connect",
      verdict: "denied",
      subject: "further connections",
      rule: "network.too_many_decisions",
      reason: "More than 1000 different decisions; the rest is not recorded.",
    });
  });
});
