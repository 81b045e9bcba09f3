/** The reasons to negotiate. */
export type Trigger =
  | "session.start"
  | "session.resume"
  | "model.switch"
  | "provider.switch"
  | "demand.change"
  | "evidence.change"
  | "subagent.spawn"
  | "order.dispatch";

/** An event in the life of a session or a work order. */
export type Happening =
  | "session_started"
  | "session_resumed"
  | "model_selected"
  | "provider_selected"
  | "state_machine_attached"
  | "context_provider_added"
  | "hook_added"
  | "security_mode_changed"
  | "evidence_contradicted"
  | "subagent_spawned"
  | "order_dispatched"
  | "context_window_exhausted";

const triggersByHappening: Readonly<Record<Happening, Trigger | undefined>> = {
  session_started: "session.start",
  session_resumed: "session.resume",
  model_selected: "model.switch",
  provider_selected: "provider.switch",
  state_machine_attached: "demand.change",
  context_provider_added: "demand.change",
  hook_added: "demand.change",
  security_mode_changed: "demand.change",
  evidence_contradicted: "evidence.change",
  subagent_spawned: "subagent.spawn",
  order_dispatched: "order.dispatch",
  // A full context window leads to compaction. Neither demand nor supply changes.
  context_window_exhausted: undefined,
};

/**
 * The reason to negotiate that an event gives; undefined when it gives none.
 *
 * @example
 * import { triggerOf } from "agent-backplane/negotiation";
 * triggerOf("hook_added"); // demand.change
 */
export function triggerOf(happening: Happening): Trigger | undefined {
  return triggersByHappening[happening];
}
