import { existsSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { faultSize } from "../../test/fault-size.ts";
import { startProgram } from "./start-program.ts";

const isLinux = existsSync("/proc/self/stat");
const ROUNDS = faultSize(24, 400);
/** Spread over the time that a shell takes to start a program. */
const MOMENTS = 13;

describe.skipIf(!isLinux)("a shell that starts one program after the other", () => {
  // Every fifth of these moments lies between the fork and the program, where the shell cannot stop before its child goes on.
  it("is suspended with all that it has started, whenever that is", async () => {
    const counts: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const program = await startProgram({
        command: "/bin/sh",
        args: ["-c", "while :; do date >/dev/null; done"],
        cwd: "/",
        env: { PATH: "/usr/bin:/bin" },
        mark: `suspended-shell-${process.pid}-${round}`,
      });
      try {
        await delay(8 + (round % MOMENTS) * 0.7);
        counts.push(await program.suspend());
      } finally {
        await program.endTree();
      }
    }
    expect(counts.filter((count) => count === 0)).toEqual([]);
  });
});
