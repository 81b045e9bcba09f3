import type { Harness } from "./harness.ts";

/** The results of the functional check, by target and by kind of request. */
export type Checks = Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;

/**
 * Sends each kind of request to every target and returns the checks with the problems of our own targets. Passthrough
 * must keep every byte, and no answer may lack text.
 */
export async function checkTargets(
  harness: Harness,
  own: readonly string[],
): Promise<{ checks: Checks; problems: string[] }> {
  await harness.node("verify.mjs", []);
  const checks = harness.readChecks();
  const problems = own.flatMap((target) => {
    const wrong = listWrongAnswers(checks, target);
    const log = wrong.length > 0 ? harness.readLog(target) : "";
    return log === "" ? wrong : [...wrong, log];
  });
  return { checks, problems };
}

export function listWrongAnswers(checks: Checks, target: string): string[] {
  return Object.entries(checks[target] ?? {}).flatMap(([kind, check]) => {
    const isExact = check["request_bytes_same"] !== false && check["response_bytes_same"] !== false;
    return check["text_complete"] === true && isExact ? [] : [`${target} ${kind}: ${JSON.stringify(check)}`];
  });
}
