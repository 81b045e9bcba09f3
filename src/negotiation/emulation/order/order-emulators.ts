import type { EmulationRecord, WorkOrder } from "../../../contract/index.ts";
import type { PlanStep } from "../../decision/decision.ts";
import type { CapabilityId } from "../../supply/claim.ts";
import { type EmulationStrategy, THINKING_PROMPT } from "../strategy.ts";
import { addInstruction, type OrderEmulator } from "./order-emulator.ts";

/** What the agent is asked for, in front of the schema. */
export const ANSWER_PROMPT =
  "When the work is done, end with one message that is a JSON value alone: no other text, no code fence. It must satisfy this JSON Schema:";

/** The id of the emulator by which an agent asks the user. */
export const QUESTION_EMULATOR = "order.ask_user";

/** How an agent without a tool for it asks the user. */
export const QUESTION_PROMPT =
  "If you cannot go on without an answer of the user, end your message with one question between <question> and </question>, and write nothing after it. The answer comes as the next message. Ask only what you cannot find out or decide yourself.";

/** Why a capability of an agent is not emulated. */
export const unemulatedInOrders: ReadonlyMap<CapabilityId, string> = new Map([
  ["checkpointing", "files could be restored, but not the conversation that led to them"],
]);

/** The emulators of work orders. The backend is an agent, so they change what it is asked for, not its model calls. */
export const orderEmulators: readonly OrderEmulator[] = [
  thinkingOrder(THINKING_PROMPT),
  answerOrder({ type: "system_prompt_injection", prompt: ANSWER_PROMPT }),
  questionOrder(QUESTION_PROMPT),
];

/**
 * The emulator of orders for a strategy; undefined when there is none. Nothing but the answer of a run is processed after the
 * agent, so only its schema can be provided by post-processing.
 */
export function orderEmulatorFor(
  capability: CapabilityId,
  strategy: EmulationStrategy,
): OrderEmulator | undefined {
  if (strategy.type === "disabled") return undefined;
  if (capability === "structured_output_json_schema") return answerOrder(strategy);
  if (strategy.type === "post_processing") return undefined;
  if (capability === "extended_thinking") return thinkingOrder(strategy.prompt);
  return capability === "tool_ask_user"
    ? questionOrder(strategy.prompt)
    : promptedOrder(capability, strategy);
}

function thinkingOrder(prompt: string): OrderEmulator {
  return {
    id: "order.thinking",
    capability: "extended_thinking",
    fidelity: "minor",
    strategy: { type: "system_prompt_injection", prompt },
    prepare: (order) => addInstruction(order, "thinking", prompt),
  };
}

/** Asks for the answer, unless the task itself does so. The answer of every run with a schema is checked. */
function answerOrder(strategy: EmulationStrategy): OrderEmulator {
  const prompt = strategy.type === "system_prompt_injection" ? strategy.prompt : undefined;
  return {
    id: "order.json_schema",
    capability: "structured_output_json_schema",
    fidelity: "minor",
    strategy,
    prepare: (order) =>
      prompt === undefined
        ? order
        : addInstruction(order, "answer", `${prompt}\n${JSON.stringify(order.output_schema ?? {})}`),
  };
}

/** Tells the agent how to ask. The runtime puts its questions to the user. */
function questionOrder(prompt: string): OrderEmulator {
  return {
    id: QUESTION_EMULATOR,
    capability: "tool_ask_user",
    fidelity: "major",
    strategy: { type: "system_prompt_injection", prompt },
    needsUser: true,
    prepare: (order) => addInstruction(order, "questions", prompt),
  };
}

/** Asks for a capability by words alone, as an operator configured it. */
function promptedOrder(
  capability: CapabilityId,
  strategy: Extract<EmulationStrategy, { type: "system_prompt_injection" }>,
): OrderEmulator {
  return {
    id: `order.${capability}`,
    capability,
    fidelity: "major",
    strategy,
    prepare: (order) => addInstruction(order, capability, strategy.prompt),
  };
}

/** An order for its backend, and what was emulated in it. */
export interface PreparedOrder {
  readonly order: WorkOrder;
  readonly applied: readonly EmulationRecord[];
}

/** Applies the planned emulators to an order, each once. */
export function prepareOrder(
  order: WorkOrder,
  plan: readonly PlanStep[],
  emulators = orderEmulators,
): PreparedOrder {
  const planned = emulators.filter(({ id }) => plan.some(({ emulator }) => emulator === id));
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
