import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { AbpError, userHome } from "../../contract/index.ts";
import { packageVersion } from "../../gateway/index.ts";
import { reasonOf } from "../../lib/index.ts";
import type { RunHost } from "../../runner/index.ts";
import type { Report } from "../../server/index.ts";
import type { Log } from "../../telemetry/index.ts";

/** The process of a daemon, as its runs see it. */
export interface DaemonHost extends Pick<RunHost, "env"> {
  readonly report: Report;
  readonly log: Log | undefined;
}

/** The process around the runs of a daemon. Paths of its configuration are absolute, so its own directory counts for nothing. */
export function runHostOf({ env, report, log }: DaemonHost): RunHost {
  const home = userHome(homedir);
  return {
    ...{ env, home, cwd: home, now: () => new Date(), random: randomBytes },
    software: { name: "agent-backplane", version: packageVersion() },
    readInput: async (path) => {
      try {
        return await readFile(resolve(home, path));
      } catch (error) {
        throw new AbpError("input_unreadable", `cannot be read (${reasonOf(error)})`, {
          where: path,
          cause: error,
        });
      }
    },
    say: (...lines) => {
      for (const line of lines) log?.info("run", { message: line });
    },
    warn: (message) => report("A run needs attention.", new AbpError("internal", message)),
  };
}
