export { findLevelFault, type LevelWish, openSandbox } from "./open-sandbox.ts";
export { escapeProbes } from "./probes/escape-probes.ts";
export type { Probe } from "./probes/probe.ts";
export { type ProbeResult, ProbeRun } from "./probes/probe-run.ts";
export type {
  HostAndPort,
  Sandbox,
  SandboxNetwork,
  SandboxProgram,
  SandboxRequest,
  SelfTestResult,
} from "./sandbox.ts";
