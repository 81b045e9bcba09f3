import type { Config } from "../../config/index.ts";
import type { Caller } from "../../gateway/index.ts";
import { openSources, requireQueueRoom, type SubmitterRights } from "../../runner/index.ts";
import type { WorkGate } from "../work-gate.ts";

/** Opens the gate as the configuration says. It touches no file before it is asked for something. */
export function openWorkGate(config: Config, host: Parameters<typeof openSources>[0]): WorkGate {
  const { archives, desk } = openSources(host, config);
  return {
    requireRoom: (store, tenant) => requireQueueRoom(store, tenant, config),
    isOwnApprovalAllowed: config.approvals.own,
    admit: async ({ backend = config.default_backend, ...wish }, caller) => {
      const submission = { ...wish, backend, rights: rightsOf(caller) };
      await desk.check(submission, caller.tenant);
      return submission;
    },
    pathRights: (caller) => desk.rightsOf({ rights: rightsOf(caller) }),
    keepArchive: (body, { tenant }) => archives.keep(tenant, body),
  };
}

/** What a caller may name, from its key alone. */
export function rightsOf({ isLocalAdmin, roles }: Pick<Caller, "isLocalAdmin" | "roles">): SubmitterRights {
  return {
    anyRoot: isLocalAdmin === true,
    changesWorkspace: roles.some((role) => role === "operator" || role === "admin"),
  };
}
