import { z } from "zod";
import type { ApprovalView } from "../../api/index.ts";
import { AbpError } from "../../contract/index.ts";
import type { Caller } from "../../gateway/index.ts";
import type { Once, StoredApproval } from "../../storage/index.ts";
import { readNames } from "../access/chosen-names.ts";
import { scopeOf } from "../access/record-scope.ts";
import type { ControlContext } from "../context.ts";
import type { HandlersOf } from "../control-request.ts";
import { pageFrom, readCursor, writeCursor } from "../page/cursor.ts";
import { type ApprovalRight, holdsFor, judgeApproval } from "../rights.ts";
import type { WorkGate } from "../work-gate.ts";
import { approvalView } from "./approval-view.ts";

/** What the handlers of approvals need. */
export interface ApprovalContext extends Pick<ControlContext, "desk" | "now"> {
  readonly store: Pick<ControlContext["store"], "approvals">;
  readonly gate?: Pick<WorkGate, "isOwnApprovalAllowed"> | undefined;
}

interface Decision {
  readonly state: "allowed" | "denied";
  readonly reason: string | undefined;
  readonly once: (answer: ApprovalView) => Once | undefined;
}

const LIST = "approvals";
const states = ["open", "allowed", "denied", "expired"] as const;

/** Questions that a person decides. */
export function openApprovalHandlers(
  context: ApprovalContext,
): HandlersOf<"list_approvals" | "get_approval" | "allow_approval" | "deny_approval"> {
  const { approvals } = context.store;
  return {
    list_approvals: async ({ caller, query }) => {
      const scope = scopeOf(caller, query.tenant);
      const filter = { ...scope, states: readNames(query.state, states, "state"), runId: query.run_id };
      const [before] = readCursor(LIST, query.cursor, z.tuple([z.string()])) ?? [];
      const rows =
        scope === undefined ? [] : await approvals.list(filter, { before, limit: query.limit + 1 });
      return pageFrom(rows, query.limit, {
        item: approvalView,
        cursor: ({ id }) => writeCursor(LIST, [id]),
      });
    },
    get_approval: async ({ caller, params }) =>
      approvalView(await findApproval(context, caller, params.approval_id)),
    allow_approval: ({ caller, params, body, once }) =>
      decide(context, caller, params.approval_id, { state: "allowed", reason: body.reason, once }),
    deny_approval: ({ caller, params, body, once }) =>
      decide(context, caller, params.approval_id, { state: "denied", reason: body.reason, once }),
  };
}

async function findApproval(
  { store }: Pick<ApprovalContext, "store">,
  caller: Caller,
  id: string,
): Promise<StoredApproval> {
  const approval = await store.approvals.find(id);
  if (approval !== undefined && holdsFor(caller, approval)) return approval;
  throw unknown(id);
}

async function decide(
  context: ApprovalContext,
  caller: Caller,
  id: string,
  { state, reason, once }: Decision,
): Promise<ApprovalView> {
  const approval = await findApproval(context, caller, id);
  const isOwnAllowed = context.gate?.isOwnApprovalAllowed ?? false;
  requireRight(judgeApproval(caller, approval, { isOwnAllowed }), id);
  const at = new Date(context.now());
  const decision = { state, decidedBy: caller.name, reason, at };
  const view = approvalView({ ...approval, ...decision, decidedAt: at });
  if (at >= approval.expiresAt || !(await context.store.approvals.decide(id, decision, once(view)))) {
    const found = await findApproval(context, caller, id);
    throw new AbpError("approval_decided", `The approval ${id} is ${nameOf(found.state)}.`, {
      details: { approval_id: id, state: found.state, decided_by: found.decidedBy ?? null },
    });
  }
  context.desk?.decided(id);
  return view;
}

function nameOf(state: StoredApproval["state"]): string {
  return state === "open" ? "past its time" : state;
}

function requireRight(right: ApprovalRight, id: string): void {
  if (right === "allowed") return;
  if (right === "unknown") throw unknown(id);
  const message =
    right === "own_submission"
      ? `The approval ${id} is of a submission of the same key.`
      : "The key has no role that decides approvals.";
  throw new AbpError("permission_denied", message, {
    ...(right === "own_submission" ? { advice: "Decide it with another key of the same owner." } : {}),
    details: { approval_id: id, right },
  });
}

function unknown(id: string): AbpError {
  return new AbpError("approval_not_found", `There is no approval ${id}.`, { details: { approval_id: id } });
}
