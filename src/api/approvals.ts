import { z } from "zod";
import { pageOf, pageQuery } from "./page.ts";
import { route } from "./route.ts";

export const ApprovalStateName = z.enum(["open", "allowed", "denied", "expired"]);

/** A question that a person decides. */
export const ApprovalView = z
  .object({
    approval_id: z.string(),
    tenant: z.string(),
    run_id: z.string().describe("The run, or the model call."),
    key: z.string().describe("The name of the key whose call or submission asks."),
    operation: z.string().describe("What is to be done, such as `use_tool` or `call_tool`."),
    tool: z.string(),
    rule: z.string().describe("The rule of the policy that asks."),
    risk_level: z.string(),
    input: z.unknown().describe("The input of the tool with secrets hidden; null if it is not known."),
    state: ApprovalStateName,
    decided_by: z.string().nullable().describe("The name of the key that decided."),
    reason: z.string().nullable(),
    created_at: z.iso.datetime(),
    expires_at: z.iso.datetime(),
    decided_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "Approval" });
export type ApprovalView = z.infer<typeof ApprovalView>;

const approvalPath = z.object({ approval_id: z.string().min(1).max(128) });
const decision = z.object({ reason: z.string().min(1).max(1000).optional() });

/** Questions to a person. */
export const approvalRoutes = [
  route({
    name: "list_approvals",
    method: "GET",
    path: "/approvals",
    group: "approvals",
    summary: "Lists approvals, the newest first.",
    needs: "records.read",
    query: z.object({
      ...pageQuery,
      state: z
        .string()
        .regex(/^[a-z]+(?:,[a-z]+)*$/)
        .optional()
        .describe("States, separated by commas."),
      run_id: z.string().max(128).optional(),
      tenant: z.string().max(128).optional().describe("Only a key of all tenants may name another one."),
    }),
    status: 200,
    answer: pageOf(ApprovalView),
  }),
  route({
    name: "get_approval",
    method: "GET",
    path: "/approvals/{approval_id}",
    group: "approvals",
    summary: "Gives one approval.",
    needs: "records.read",
    params: approvalPath,
    status: 200,
    answer: ApprovalView,
  }),
  route({
    name: "allow_approval",
    method: "POST",
    path: "/approvals/{approval_id}/allow",
    group: "approvals",
    summary: "Allows what an open approval asks for.",
    needs: "approvals.decide",
    params: approvalPath,
    body: decision,
    status: 200,
    answer: ApprovalView,
    takesIdempotencyKey: true,
  }),
  route({
    name: "deny_approval",
    method: "POST",
    path: "/approvals/{approval_id}/deny",
    group: "approvals",
    summary: "Denies what an open approval asks for.",
    needs: "approvals.decide",
    params: approvalPath,
    body: decision,
    status: 200,
    answer: ApprovalView,
    takesIdempotencyKey: true,
  }),
] as const;
