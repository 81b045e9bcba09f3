import type { WorkOrder } from "../../../contract/index.ts";
import type { EmulatorRef } from "../../judgement/judge.ts";
import type { CapabilityId } from "../../supply/claim.ts";
import type { EmulationStrategy } from "../strategy.ts";

/** Provides one capability for a backend that lacks it, by a change of its work order. Its functions are pure. */
export interface OrderEmulator extends EmulatorRef {
  readonly strategy: EmulationStrategy;
  /** Whether it needs somebody who answers questions, and a conversation that can go on. */
  readonly needsUser?: boolean;
  /** The order with the change. */
  prepare(order: WorkOrder): WorkOrder;
}

/** The emulators of orders in use. */
export interface OrderEmulators {
  readonly orders: readonly OrderEmulator[];
  /** Why a capability is not emulated, by its id. */
  readonly disabled: ReadonlyMap<CapabilityId, string>;
}

/** Adds a piece of text that the agent reads with its task. */
export function addInstruction(order: WorkOrder, name: string, content: string): WorkOrder {
  const { context } = order;
  return { ...order, context: { ...context, snippets: [...context.snippets, { name, content }] } };
}
