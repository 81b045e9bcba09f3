/** Programs and their process trees: start with limits, signal, end without a survivor. */
export { probeLimits } from "./cgroup/probe-limits.ts";
export { endMarked } from "./end-marked.ts";
export { allowedEnvironment } from "./environment.ts";
export { findExecutable, type UnusableCommand } from "./launch/executable.ts";
export type { HeldLimits, LimitHolder, Program, ProgramExit } from "./program.ts";
export type { ProcessLimits, StartPlan } from "./start-plan.ts";
export { startProgram } from "./start-program.ts";
