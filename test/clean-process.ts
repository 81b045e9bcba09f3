import { vi } from "vitest";

// Files that share a process must not see what an earlier one left: fake timers, replaced members, variables.
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllEnvs();
vi.unstubAllGlobals();

// The variables as the first file of this process found them. The test runner changes its own.
const FIRST = Symbol.for("abp.test.first-environment");
const held = globalThis as { [FIRST]?: NodeJS.ProcessEnv };
held[FIRST] ??= { ...process.env };
const first = held[FIRST];
const isOwn = (name: string) => !name.startsWith("VITEST");
for (const name of Object.keys(process.env)) if (isOwn(name) && !(name in first)) delete process.env[name];
for (const [name, value] of Object.entries(first)) if (isOwn(name)) process.env[name] = value;
