/** The values of `--sandbox`. L2 is not offered, because no launcher for Landlock is shipped. */
export const SANDBOX_CHOICES = ["auto", "off", "L0", "L1", "L3"] as const;
export type SandboxChoice = (typeof SANDBOX_CHOICES)[number];
