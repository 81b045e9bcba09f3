import type { BackendEntry, StoreConfig } from "../../../src/index.ts";

/** What the step runner needs of a home. */
export interface RunnerConfig extends StoreConfig {
  readonly tenant: string;
  readonly workspaceDir: string;
  readonly runsDir: string;
  readonly backends: Readonly<Record<string, BackendEntry>>;
}
