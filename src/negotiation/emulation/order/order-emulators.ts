import type { EmulationRecord, WorkOrder } from "../../../contract/index.ts";
import type { PlanStep } from "../../decision/decision.ts";
import { THINKING_PROMPT } from "../strategy.ts";
import { addInstruction, type OrderEmulator } from "./order-emulator.ts";

/** What the agent is asked for, in front of the schema. */
export const ANSWER_PROMPT =
  "When the work is done, end with one message that is a JSON value alone: no other text, no code fence. It must satisfy this JSON Schema:";

/** The emulators of work orders. The backend is an agent, so they change what it is asked for, not its model calls. */
export const orderEmulators: readonly OrderEmulator[] = [
  {
    id: "order.thinking",
    capability: "extended_thinking",
    fidelity: "minor",
    strategy: { type: "system_prompt_injection", prompt: THINKING_PROMPT },
    prepare: (order) => addInstruction(order, "thinking", THINKING_PROMPT),
  },
  {
    id: "order.json_schema",
    capability: "structured_output_json_schema",
    fidelity: "minor",
    strategy: { type: "system_prompt_injection", prompt: ANSWER_PROMPT },
    prepare: (order) =>
      addInstruction(order, "answer", `${ANSWER_PROMPT}\n${JSON.stringify(order.output_schema ?? {})}`),
  },
];

/** An order for its backend, and what was emulated in it. */
export interface PreparedOrder {
  readonly order: WorkOrder;
  readonly applied: readonly EmulationRecord[];
}

/** Applies the planned emulators to an order, each once. */
export function prepareOrder(order: WorkOrder, plan: readonly PlanStep[]): PreparedOrder {
  const planned = orderEmulators.filter(({ id }) => plan.some(({ emulator }) => emulator === id));
  return {
    order: planned.reduce((prepared, emulator) => emulator.prepare(prepared), order),
    applied: planned.map(({ id, capability, fidelity, strategy }) => ({
      capability,
      emulator: id,
      fidelity,
      strategy: { ...strategy },
    })),
  };
}
