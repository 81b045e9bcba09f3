/** A model of a provider, and the backend to reach it by, if there are several. */
export interface Target {
  readonly provider: string;
  readonly model: string;
  readonly backend?: string;
}

/**
 * Writes a target as `provider/model`, followed by `@backend` if it has one.
 *
 * @example
 * import { formatTarget } from "agent-backplane/negotiation";
 * formatTarget({ provider: "openai", model: "gpt-4o" }); // openai/gpt-4o
 */
export function formatTarget(target: Target): string {
  const backend = target.backend === undefined ? "" : `@${target.backend}`;
  return `${target.provider}/${target.model}${backend}`;
}

export function sameTarget(left: Target, right: Target): boolean {
  return left.provider === right.provider && left.model === right.model && left.backend === right.backend;
}

export function compareTargets(left: Target, right: Target): number {
  return (
    compareText(left.provider, right.provider) ||
    compareText(left.model, right.model) ||
    compareText(left.backend ?? "", right.backend ?? "")
  );
}

/** Compares by code unit, so the order is the same on every machine and in every locale. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
