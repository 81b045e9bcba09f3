import type { BackendIdentity, CapabilityManifest, ExecutionMode } from "../../contract/index.ts";

/** What a sidecar says about itself in its first line. */
export interface SidecarHello {
  readonly identity: BackendIdentity;
  readonly capabilities: CapabilityManifest;
  readonly mode: ExecutionMode;
  readonly contractVersion: string;
  /** Whether it asks before each tool and obeys the decision. */
  readonly asksBeforeTools: boolean;
}
