import type { OpenContext } from "../../backends/index.ts";
import { sha256Hex } from "../../lib/index.ts";
import type { RunSetting } from "../setting/run-setting.ts";

/** What a session is opened with, as far as it does not belong to one run alone. */
export interface StartFacts {
  readonly context: Pick<OpenContext, "workspaceRoot" | "mark" | "environment" | "limits"> & {
    readonly sandbox: Omit<OpenContext["sandbox"], "policy" | "gateway" | "onDecision">;
  };
  /** The dialect of the engine that gets the calls. */
  readonly dialect: string | undefined;
}

/**
 * Stands for everything that is fixed when an agent starts: an agent may work for another run only if both have the same key. The
 * task, what comes with it and the conversation are given to the agent with each order; everything else of an order counts, also
 * members that no agent is started with today.
 */
export function startKey(
  { backend, order, options, mode, source }: RunSetting,
  { context, dialect }: StartFacts,
): string {
  const { id: _, task: __, context: ___, resume: ____, ...fixed } = order;
  const { gateway, policyFloors } = options;
  const address = [gateway?.baseUrl, gateway?.engine, dialect];
  return sha256Hex(JSON.stringify([backend.name, mode, source, fixed, context, address, policyFloors]));
}
