/** A model of a provider, and the backend that reaches it where there is a choice. */
export interface Target {
  readonly provider: string;
  readonly model: string;
  readonly backend?: string;
}

/** Writes a target as people name it: `provider/model`, then `@backend` where one is named. */
export function formatTarget(target: Target): string {
  const backend = target.backend === undefined ? "" : `@${target.backend}`;
  return `${target.provider}/${target.model}${backend}`;
}

/** Whether two targets are the same model, provider and backend. */
export function sameTarget(left: Target, right: Target): boolean {
  return left.provider === right.provider && left.model === right.model && left.backend === right.backend;
}

/** Orders targets by provider, model and backend, in code unit order. */
export function compareTargets(left: Target, right: Target): number {
  return (
    compareText(left.provider, right.provider) ||
    compareText(left.model, right.model) ||
    compareText(left.backend ?? "", right.backend ?? "")
  );
}

/** Orders texts by code unit, the same on every machine and in every locale. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
