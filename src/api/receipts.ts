import { z } from "zod";
import { pageOf, pageQuery } from "./page.ts";
import { route } from "./route.ts";

const RunId = z
  .string()
  .regex(/^[0-9A-Za-z-]{1,64}$/)
  .describe("The id of a run or of a model call.");
const Tenant = z
  .string()
  .min(1)
  .max(128)
  .optional()
  .describe("The tenant, for keys that see all of them; else the key's own.");
const tenant = z.object({ tenant: Tenant });
const runParams = z.object({ run_id: RunId });

const Finding = z.object({ code: z.string(), where: z.string(), message: z.string() });

/** The signed receipts of runs and calls, and the log that they are in. */
export const receiptRoutes = [
  route({
    name: "list_receipts",
    method: "GET",
    path: "/receipts",
    group: "receipts",
    summary:
      "The receipts of the owner, the newest first. A page may be short or empty and still have a next one.",
    needs: "records.read",
    query: z.object({
      ...pageQuery,
      tenant: Tenant,
      run_id: RunId.optional().describe("Of this run and of its calls."),
      backend: z.string().max(128).optional(),
      outcome: z.enum(["complete", "partial", "failed"]).optional(),
      kind: z.enum(["run", "call"]).optional(),
    }),
    status: 200,
    answer: pageOf(
      z.object({
        seq: z.number().int().describe("The number in the log, from 0."),
        run_id: z.string(),
        parent_run: z.string().nullable(),
        kind: z.enum(["run", "call"]),
        started_at: z.string(),
        finished_at: z.string(),
        backend: z.string(),
        outcome: z.string(),
        receipt_sha256: z.string().nullable(),
        entry_sha256: z.string(),
      }),
    ),
  }),
  route({
    name: "get_receipt",
    method: "GET",
    path: "/receipts/{run_id}",
    group: "receipts",
    summary: "A receipt, byte by byte as it was hashed.",
    needs: "records.read",
    params: runParams,
    query: tenant,
    status: 200,
    answer: z.record(z.string(), z.unknown()),
  }),
  route({
    name: "get_bundle",
    method: "GET",
    path: "/receipts/{run_id}/bundle",
    group: "receipts",
    summary: "A bundle that proves offline that the log contains the receipt (c2sp.org/tlog-proof).",
    needs: "records.read",
    params: runParams,
    query: tenant,
    status: 200,
    answerType: "text/plain",
  }),
  route({
    name: "verify_receipt",
    method: "POST",
    path: "/receipts/verify",
    group: "receipts",
    summary:
      "Verifies a receipt, an envelope or a bundle with the keys of this daemon, as `abp receipt verify` does.",
    needs: "facts.read",
    body: z.strictObject({
      text: z
        .string()
        .max(64 * 1024 * 1024)
        .describe("The document exactly as it was written."),
    }),
    status: 200,
    answer: z.object({
      kind: z.enum(["bundle", "envelope", "receipt"]),
      ok: z.boolean(),
      findings: z.array(Finding),
      warnings: z.array(Finding),
      profile: z.string().nullable(),
      key: z.string().nullable().describe("The id of the trusted key that signed."),
      run_id: z.string().nullable(),
    }),
  }),
  route({
    name: "compare_receipts",
    method: "POST",
    path: "/receipts/compare",
    group: "receipts",
    summary: "How two receipts of the owner differ, as `abp receipt diff` shows it.",
    needs: "records.read",
    query: tenant,
    body: z.strictObject({ left: RunId, right: RunId }),
    status: 200,
    answer: z.object({
      items: z.array(
        z.object({
          kind: z.enum(["added", "removed", "changed"]),
          path: z.string(),
          before: z.unknown().optional(),
          after: z.unknown().optional(),
        }),
      ),
    }),
  }),
  route({
    name: "get_checkpoint",
    method: "GET",
    path: "/log/checkpoint",
    group: "receipts",
    summary: "A signed checkpoint that covers every receipt of the tenant's log (c2sp.org/tlog-checkpoint).",
    needs: "records.read",
    query: tenant,
    status: 200,
    answerType: "text/plain",
  }),
] as const;
