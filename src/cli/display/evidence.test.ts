import { expect, it } from "vitest";
import type { Evidence } from "../../storage/index.ts";
import { markedTerminal } from "../fixtures/marked-terminal.ts";
import { showEvidence } from "./evidence.ts";

it("what errors taught is a table with its age", () => {
  const learnedAt = Date.parse("2026-03-01T06:15:00Z");
  const evidence = { engine: "e", model: "m", pattern: "p", value: "v", learnedAt } as unknown as Evidence;
  expect(showEvidence(markedTerminal(), [evidence])).toEqual([
    ...["", "Learned from errors of e for m:"],
    ...["error  value  hours ago", "p      v      1.8"],
  ]);
  expect(showEvidence(markedTerminal(), [])).toEqual([]);
});
