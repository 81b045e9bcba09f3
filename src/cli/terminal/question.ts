import { setTimeout as sleep } from "node:timers/promises";

/** How long input that was typed before the question is awaited and thrown away. */
const EARLIER_INPUT_MS = 50;

/**
 * Asks on the terminal of this process and gives the line that was typed; empty at the end of the input. Rejects when `signal`
 * aborts. Lines that were typed before the question are no answer to it.
 */
export async function askOnTerminal(question: string, signal: AbortSignal): Promise<string> {
  const { createInterface } = await import("node:readline/promises");
  await discardEarlierInput(signal);
  // The terminal itself edits the line, so that Ctrl+C stays a signal.
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  try {
    // The end of the input is no answer, and would otherwise leave the question open.
    const ended = new Promise<string>((resolve) => lines.once("close", () => resolve("")));
    return await Promise.race([lines.question(question, { signal }), ended]);
  } finally {
    lines.close();
  }
}

async function discardEarlierInput(signal: AbortSignal): Promise<void> {
  const discard = () => undefined;
  process.stdin.on("data", discard);
  try {
    await sleep(EARLIER_INPUT_MS, undefined, { signal });
  } finally {
    process.stdin.removeListener("data", discard);
    process.stdin.pause();
  }
}
