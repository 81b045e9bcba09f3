import type { ApprovalView } from "../../api/index.ts";
import { formatTimestamp } from "../../contract/index.ts";
import type { StoredApproval } from "../../storage/index.ts";

/** An approval as the API shows it. */
export function approvalView(approval: StoredApproval): ApprovalView {
  const { decidedAt, input } = approval;
  return {
    approval_id: approval.id,
    tenant: approval.tenant,
    run_id: approval.runId,
    key: approval.keyName,
    operation: approval.operation,
    tool: approval.tool,
    rule: approval.rule,
    risk_level: approval.riskLevel,
    input: input === undefined ? null : (JSON.parse(input) as unknown),
    state: approval.state,
    decided_by: approval.decidedBy ?? null,
    reason: approval.reason ?? null,
    created_at: formatTimestamp(approval.createdAt),
    expires_at: formatTimestamp(approval.expiresAt),
    decided_at: decidedAt === undefined ? null : formatTimestamp(decidedAt),
  };
}
