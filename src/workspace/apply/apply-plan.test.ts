import { expect, it } from "vitest";
import { withExecutable } from "./apply-plan.ts";

it("sets the executable bit for those who may read, and clears all of them", () => {
  const set = [0o644, 0o600, 0o640, 0o200, 0o755, 0o604].map((mode) => withExecutable(mode, true));
  expect(set).toEqual([0o755, 0o700, 0o750, 0o200, 0o755, 0o705]);
  const cleared = [0o755, 0o711, 0o644, 0o777].map((mode) => withExecutable(mode, false));
  expect(cleared).toEqual([0o644, 0o600, 0o644, 0o666]);
});
