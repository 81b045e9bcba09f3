import type { Backend, BackendFacts } from "../../backends/index.ts";
import {
  AbpError,
  type CompatibilityMode,
  type ExecutionMode,
  type WorkOrder,
} from "../../contract/index.ts";
import {
  canContinue,
  canonicalCapability,
  type Decision,
  decideOrder,
  type EmulatorSet,
  emulatorsForRun,
  manifestFromWire,
  rejection,
} from "../../negotiation/index.ts";

/** What a negotiation is about. */
export interface Negotiation {
  readonly decisionId: string;
  readonly order: WorkOrder;
  readonly backend: Pick<Backend, "name" | "dialect">;
  readonly facts: BackendFacts;
  readonly mode: CompatibilityMode | undefined;
  readonly execution: ExecutionMode;
  readonly emulators: Pick<EmulatorSet, "orders" | "disabled">;
  /** Whether somebody is there to answer a question. */
  readonly isAttended: boolean;
  /** When the facts were learnt. */
  readonly at: string;
}

/** The decision, and the error of a run that may not begin. */
export interface NegotiationOutcome {
  readonly decision: Decision;
  readonly error: AbpError | undefined;
  /** Whether the backend can continue a conversation. */
  readonly canContinue: boolean;
}

/** Decides whether a backend may run an order. The backend is an agent, so only the emulators of orders apply to it. */
export function negotiateRun(negotiation: Negotiation): NegotiationOutcome {
  const { decisionId, order, facts, mode, at } = negotiation;
  const { id } = facts.identity;
  const target = { provider: id, model: order.config.model ?? "default", backend: id };
  const manifest = manifestFromWire(facts.capabilities, { target, at, canonicalName: canonicalCapability });
  const { orders, disabled } = emulatorsForRun(negotiation.emulators, manifest, negotiation.isAttended);
  const decision = decideOrder({
    id: decisionId,
    order,
    manifest,
    lane: negotiation.execution,
    mode,
    emulators: orders,
    disabled,
  });
  const error = decision.verdict === "reject" ? rejection(decision) : refusePassthrough(negotiation);
  return { decision, error, canContinue: canContinue(manifest) };
}

function refusePassthrough({ order, backend, facts, execution }: Negotiation): AbpError | undefined {
  if (execution !== "passthrough") return undefined;
  const options = {
    where: "config.vendor.abp.mode",
    advice: "Leave `vendor.abp.mode` out, or choose a backend that speaks the dialect of the request.",
  };
  if (facts.mode !== "passthrough") {
    const message = `the backend ${backend.name} cannot run in passthrough mode`;
    return new AbpError("capability_unsupported", message, options);
  }
  const source = sourceDialect(order);
  if (source === undefined || backend.dialect === undefined || backend.dialect === source) return undefined;
  const message = `the backend ${backend.name} speaks ${backend.dialect}, and the order speaks ${source}`;
  return new AbpError("mapping_dialect_mismatch", message, options);
}

function sourceDialect({ config }: WorkOrder): string | undefined {
  const settings = config.vendor["abp"];
  if (typeof settings !== "object" || settings === null) return undefined;
  const { source_dialect } = settings as { readonly source_dialect?: unknown };
  return typeof source_dialect === "string" ? source_dialect : undefined;
}
