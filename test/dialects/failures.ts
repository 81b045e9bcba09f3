import { expect } from "vitest";

const SHOWN = 40;

/** Fails with every failure in the message, so that one does not hide the others. */
export function expectNone(failures: readonly string[]): void {
  if (failures.length === 0) return;
  const more = failures.length > SHOWN ? `\n… and ${failures.length - SHOWN} more` : "";
  expect.fail(`${failures.length} failures:\n${failures.slice(0, SHOWN).join("\n")}${more}`);
}
