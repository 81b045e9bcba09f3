import type { ResourceOwners } from "../../storage/index.ts";
import type { CallRequest } from "../request/call-request.ts";
import type { Target } from "../routing/target.ts";
import type { SliceQueue } from "../slices/slice-queue.ts";
import { checkNamedIds } from "./named-ids.ts";

/**
 * Checks the ids that a request names, as it will be sent, for every engine that may get it. A long body is searched in
 * `slices`. Throws and resolves as `checkNamedIds`.
 */
export function checkIds(
  request: CallRequest,
  { first, fallbacks }: { readonly first: Target; readonly fallbacks: readonly Target[] },
  owners: Pick<ResourceOwners, "find">,
  slices: SliceQueue | undefined,
): Promise<boolean> {
  const { admission, body, model, scanned, isExpanded } = request;
  const { state } = request.dialect;
  const references = () => state?.referencesOf(request.value) ?? [];
  const call = { admission, body, model, doubt: scanned.doubt, slices, references };
  return checkNamedIds(
    isExpanded ? { ...call, expanded: request.value } : call,
    [first, ...fallbacks].map(({ engine }) => engine),
    owners,
  );
}
