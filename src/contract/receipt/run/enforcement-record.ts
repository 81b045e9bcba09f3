import { z } from "zod";
import { SandboxLevel } from "../../sandbox-level.ts";

/** How the policy of a run was enforced, part by part. */
export const EnforcementRecord = z
  .looseObject({
    level: SandboxLevel,
    required: SandboxLevel.optional(),
    /** Why the level is not higher. */
    reason: z.string().optional(),
    /** `gate` (asked before use), `observed` (a denied tool ends the run) or `none`. */
    tools: z.string(),
    /** `absent` (a denied file does not exist for the process) or `advisory`. */
    read: z.string(),
    /** `delta` (denied changes are dropped and fail the run), `read_only` (nothing can be written) or `advisory`. */
    write: z.string(),
    /** `proxy`, `none` (no network at all) or `advisory`. */
    network: z.string(),
    /** What the run may take of the machine, and what holds each limit: `cgroup`, `rlimit` (each process alone), `watch` or `none`. */
    limits: z.array(z.looseObject({ limit: z.string(), max: z.number(), by: z.string() })).optional(),
    /** The checks that ran inside the sandbox before the program started. */
    self_test: z.array(z.looseObject({ probe: z.string(), held: z.boolean() })).optional(),
  })
  .meta({ id: "EnforcementRecord" });
export type EnforcementRecord = z.infer<typeof EnforcementRecord>;
