import { vi } from "vitest";

// Files that share a process must not see what an earlier one left: fake timers, replaced members, variables.
vi.useRealTimers();
vi.restoreAllMocks();
vi.unstubAllEnvs();
vi.unstubAllGlobals();
