import type { Case } from "./case.ts";
import { errorCases } from "./cases/errors.ts";
import { stateCases } from "./cases/state.ts";
import { textCases } from "./cases/text.ts";
import { toolCases } from "./cases/tools.ts";
import { webSocketCases } from "./cases/websocket.ts";
import type { Endpoint } from "./endpoint.ts";

/** Every test of the suite. */
export const cases: readonly Case[] = [
  ...textCases,
  ...toolCases,
  ...stateCases,
  ...webSocketCases,
  ...errorCases,
];

/** What a test found. */
export interface Outcome {
  readonly id: string;
  readonly title: string;
  readonly faults: readonly string[];
}

/** Runs tests one after the other. A test that throws has failed. */
export async function* runCases(
  endpoint: Endpoint,
  chosen: readonly Case[] = cases,
): AsyncGenerator<Outcome> {
  for (const { id, title, run } of chosen) {
    const faults = await run(endpoint).catch((error: unknown) => [String(error)]);
    yield { id, title, faults };
  }
}
