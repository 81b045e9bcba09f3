import type { Agent } from "../../agent.ts";
import type { HostEnvironment } from "../host-environment.ts";
import type { KeeperWaits } from "./agent-keeper.ts";
import { filesQuiet } from "./quiet-files.ts";

/** What a host waits for before the process of its agent stays; undefined if none may stay. */
export function keeperWaits(
  { sessionFiles }: Pick<Agent, "sessionFiles">,
  { keepsAgent, home }: Pick<HostEnvironment, "keepsAgent" | "home">,
): KeeperWaits | undefined {
  return keepsAgent ? { written: () => filesQuiet(home, sessionFiles) } : undefined;
}
