export { findLevelFault, type LevelWish, openSandbox } from "./open-sandbox.ts";
export type {
  HostAndPort,
  Sandbox,
  SandboxNetwork,
  SandboxProgram,
  SandboxRequest,
  SelfTestResult,
} from "./sandbox.ts";
