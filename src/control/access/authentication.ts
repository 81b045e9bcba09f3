import type { Caller, CallHead, OpenedGateway } from "../../gateway/index.ts";

/**
 * Identifies the caller by the key of a header. A key in the query is not accepted, because logs and histories keep addresses; nor is
 * the key of a run, which no configuration knows. Throws `auth_required` or `auth_invalid`.
 */
export function authenticate(callers: OpenedGateway["callers"], head: CallHead): Caller {
  const [path = "/"] = head.target.split("?", 1);
  return callers.authenticate({ ...head, target: path });
}
