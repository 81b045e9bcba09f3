import { describe, expect, it } from "vitest";
import type { Admission } from "./admission.ts";
import { parentOf, parentRunOf } from "./parent-run.ts";
import { queryOf } from "./query.ts";
import { runNotFound } from "./run-not-found.ts";

const RUN = "01890a5d-ac96-774b-bcce-b302099a8057";
const OTHER = "01890a5d-ac96-774b-bcce-b302099a8058";

function both(account: string | undefined, path: string | undefined) {
  const admission = {
    account: account === undefined ? undefined : { runId: account },
    recognised: { parentRun: path },
  } as unknown as Admission;
  return [parentOf(admission), parentRunOf(admission)];
}

describe("the run of a call", () => {
  it.each([
    [undefined, undefined, undefined, undefined],
    [undefined, RUN, RUN, RUN],
    [undefined, "label", "label", undefined],
    [OTHER, RUN, OTHER, OTHER],
    [OTHER, undefined, OTHER, OTHER],
  ])("of the account %s and the path %s is %s, %s", (account, path, parent, run) => {
    expect(both(account, path)).toEqual([parent, run]);
  });

  it("is named in the error for a key that it does not take", () => {
    expect(runNotFound(RUN)).toMatchObject({
      code: "run_not_found",
      message: `there is no run ${RUN} that takes calls with this key`,
    });
  });
});

it.each([
  ["/v1/files", []],
  ["/v1/files?", []],
  ["/v1/files?a=1&b=2%203", ["a 1", "b 2 3"]],
  ["/v1/a=1", []],
  ["?a=1?b", ["a 1?b"]],
])("the query of %s", (path, expected) => {
  expect([...queryOf(path)].map((pair) => pair.join(" "))).toEqual(expected);
});
