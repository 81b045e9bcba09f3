import { randomBytes } from "node:crypto";
import type { ControlContext, RunDesk } from "../../control/index.ts";
import { type OpenedGateway, packageVersion } from "../../gateway/index.ts";
import type { ControlServer } from "../../server/index.ts";
import { lazyControl } from "./lazy-control.ts";

/** What the control API of a thread is made of, besides its gateway. */
export type ControlParts = Pick<
  ControlContext,
  "config" | "settings" | "store" | "env" | "keys" | "report" | "log"
> & {
  readonly desk: RunDesk | undefined;
};

/** Makes the control API of a thread on its gateway. Nothing of it is loaded before the first request. */
export function controlOfThread(parts: ControlParts): (gateway: OpenedGateway) => ControlServer {
  return (gateway) =>
    lazyControl(async () => {
      const { openControl } = await import("../../control/index.ts");
      return openControl({
        ...parts,
        gateway,
        version: packageVersion(),
        now: Date.now,
        random: randomBytes,
      });
    });
}
