import type { EmulationRecord } from "../../contract/index.ts";
import type { Decision } from "../decision/decision.ts";
import type { CapabilityId } from "../supply/claim.ts";

/** As much of an emulation report as says what was done. */
export interface AppliedReport {
  readonly applied: readonly {
    readonly capability: CapabilityId;
    readonly strategy: { readonly type: string };
  }[];
}

/** The steps of a decision's plan that a report says were really carried out, as a receipt names them. */
export function appliedEmulations(
  decision: Pick<Decision, "plan">,
  report: AppliedReport,
): readonly EmulationRecord[] {
  const applied = report.applied.filter(({ strategy }) => strategy.type !== "disabled");
  return decision.plan
    .filter((step) => applied.some(({ capability }) => capability === step.capability))
    .map(({ capability, emulator, fidelity }) => ({ capability, emulator, fidelity }));
}
