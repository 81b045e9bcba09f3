import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { emptyDirectory } from "../removal/remove-tree.ts";
import { StageCase } from "./fixtures/stage-case.ts";

vi.mock("../removal/remove-tree.ts", { spy: true });

let stageCase: StageCase;
beforeEach(() => {
  stageCase = new StageCase();
});
afterEach(async () => {
  vi.mocked(emptyDirectory).mockReset();
  await stageCase.clean();
});

it("a copy is not made beside what is left of an earlier attempt", async () => {
  stageCase.write({ "a.txt": "a" });
  vi.mocked(emptyDirectory).mockResolvedValueOnce(["first", "second"]);
  await expect(stageCase.open()).rejects.toThrow(new Error("cannot remove first"));
  expect(stageCase.stages()).toEqual([]);
});
