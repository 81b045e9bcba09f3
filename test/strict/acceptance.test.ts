import { describe, expect, it } from "vitest";
import {
  type Acceptance,
  acceptedRequests,
  measureAcceptance,
  measureOwn,
  openTarget,
} from "../../scripts/strict/acceptance.ts";
import { targets } from "../../scripts/strict/targets.ts";
import { corpusExists } from "../dialects/corpus.ts";
import { sampled } from "../fault-size.ts";

/** So many that each model still gets some of them if they are divided. */
const MANY = 50;
const named = targets.map((target) => [target.dialect, target] as const);

describe.skipIf(!corpusExists)("recorded requests that their vendor accepted", () => {
  it.each(named)("are accepted unchanged by the strict engine of %s", (dialect, { vendors }) => {
    const own = measureOwn(dialect, vendors);
    expect(own.requests).toBeGreaterThan(0);
    expect(own.rejections).toEqual([]);
  });

  // `npm run strict` prints the same as a table. By default each of many requests goes to one model of a vendor, in a full run to all.
  it.each(named)("of %s are accepted by every other vendor's models where they are sent", (from) => {
    const requests = acceptedRequests(from);
    const measured = targets
      .filter(({ dialect }) => dialect !== from)
      .flatMap((target): Acceptance[] => {
        const engine = openTarget(target);
        const { models } = target;
        return models.map((model, place) => {
          const share = sampled(requests, (_, at) => requests.length < MANY || at % models.length === place);
          return measureAcceptance(from, engine, model, share);
        });
      });
    expect(measured.flatMap(({ model, rejections }) => rejections.map((one) => ({ model, ...one })))).toEqual(
      [],
    );
    for (const { dialect } of targets.filter((one) => one.dialect !== from)) {
      const accepted = measured.filter(({ to }) => to === dialect).map((one) => one.accepted / one.requests);
      expect(Math.max(...accepted), `requests of ${from} sent to ${dialect}`).toBeGreaterThan(0.5);
    }
  });
});
