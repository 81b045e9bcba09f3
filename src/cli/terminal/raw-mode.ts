import { spawnSync } from "node:child_process";

const TIMEOUT_MS = 1000;

/**
 * Whether a program reads single keys from the terminal behind standard input, as full-screen programs do. Their display covers
 * the terminal. False if standard input is no terminal, or if that cannot be found out.
 */
export function isTerminalRaw(): boolean {
  if (process.stdin.isTTY !== true) return false;
  const { status, stdout } = spawnSync("stty", ["-a"], {
    stdio: ["inherit", "pipe", "ignore"],
    timeout: TIMEOUT_MS,
    encoding: "utf8",
  });
  return status === 0 && /(^|\s)-icanon\b/.test(stdout);
}
