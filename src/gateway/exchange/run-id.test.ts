import { describe, expect, it } from "vitest";
import { isRunId } from "./run-id.ts";

describe("the label of a run in a path", () => {
  const id = "01890a5d-ac96-774b-bcce-b302099a8057";

  it("is the id of a run if it is a whole UUID, in either case", () => {
    expect([id, id.toUpperCase()].map(isRunId)).toEqual([true, true]);
  });

  it.each(["", "run-1", `${id}0`, `0${id}`, id.slice(1), id.replaceAll("-", ""), id.replace("0", "g")])(
    "is another label otherwise: %j",
    (label) => {
      expect(isRunId(label)).toBe(false);
    },
  );
});
