import { z } from "zod";

/**
 * How far a policy is enforced: `L0` it is only recorded, `L1` tools are asked for before they are used, `L2` the kernel
 * limits the process (Landlock), `L3` the process runs in its own namespaces and reaches the network through a proxy.
 */
export const SandboxLevel = z.enum(["L0", "L1", "L2", "L3"]).meta({ id: "SandboxLevel" });
export type SandboxLevel = z.infer<typeof SandboxLevel>;
