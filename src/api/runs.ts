import { z } from "zod";
import { CheckRecord, Outcome, SandboxLevel, WorkOrder } from "../contract/index.ts";
import { pageOf, pageQuery } from "./page.ts";
import { route } from "./route.ts";

export const RunStateName = z.enum(["pending", "running", "completed", "failed", "cancelled"]);

const Instant = z.iso.datetime();
const RunPath = z.object({ run_id: z.uuid().describe("The id of the run.") });

/** A submitted work order as the API shows it. */
export const Run = z
  .object({
    run_id: z.uuid(),
    work_order_id: z.string(),
    tenant: z.string(),
    key: z.string().describe("The name of the key that submitted it."),
    state: RunStateName,
    reason: z
      .string()
      .nullable()
      .describe("Why it ended, such as `interrupted` or `timed_out`; null before its end."),
    waiting_for_approval: z.boolean().describe("Whether an approval of it is open."),
    priority: z.int(),
    backend: z.string(),
    engine: z.string().nullable(),
    task: z.string().describe("The task, cut after 1,000 characters."),
    continues: z
      .object({ run_id: z.uuid(), fork: z.boolean() })
      .nullable()
      .describe("The earlier run whose conversation goes on, and whether that one stays as it is."),
    cancel_reason: z.string().nullable().describe("Why somebody asked to end it; null if nobody has."),
    submitted_at: Instant,
    started_at: Instant.nullable(),
    ended_at: Instant.nullable(),
  })
  .meta({ id: "Run" });
export type Run = z.infer<typeof Run>;

/** Where the files of a run come from. */
export const SourceChoice = z
  .discriminatedUnion("kind", [
    z.object({ kind: z.literal("root") }),
    z.object({
      kind: z.literal("git"),
      url: z.url().max(2048).describe("An https address of a host that the operator configured."),
      commit: z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/),
    }),
    z.object({
      kind: z.literal("archive"),
      sha256: z
        .string()
        .regex(/^[0-9a-f]{64}$/)
        .describe("The digest that the upload was answered with."),
    }),
  ])
  .meta({ id: "RunSource" });

/** A work order that leaves out what has a default. */
export const OrderDraft = WorkOrder.partial({
  id: true,
  lane: true,
  context: true,
  policy: true,
  requirements: true,
  config: true,
})
  .extend({ workspace: WorkOrder.shape.workspace.partial().optional() })
  .meta({ id: "WorkOrderDraft" });
export type OrderDraft = z.infer<typeof OrderDraft>;

const choices = {
  backend: z.string().min(1).max(128).optional().describe("The default of the configuration without it."),
  engine: z.string().min(1).max(128).optional(),
  sandbox: SandboxLevel.optional().describe("A level that the run must reach."),
  check: z.string().min(1).max(128).optional().describe("The name of a check that the operator configured."),
  priority: z
    .int()
    .min(-100)
    .max(100)
    .default(0)
    .describe("Greater numbers come first among the runs of one tenant."),
};

const Submit = z
  .object({ work_order: OrderDraft, source: SourceChoice.default({ kind: "root" }), ...choices })
  .meta({ id: "SubmitRun" });

const Continue = z
  .object({ task: z.string().min(1), ...choices })
  .omit({ backend: true })
  .meta({ id: "ContinueRun" });

const Applied = z
  .object({
    run_id: z.uuid(),
    root: z.string(),
    applied: z.boolean().describe("False if it was only checked."),
    already_applied: z.boolean(),
    complete: z.boolean().describe("Whether the patch holds every change."),
    files: z.array(
      z.object({
        path: z.string(),
        action: z.enum(["written", "merged", "deleted", "mode", "unchanged"]),
      }),
    ),
  })
  .meta({ id: "AppliedPatch" });

const Verified = z
  .object({
    run_id: z.uuid(),
    ok: z.boolean().describe("Whether the receipt is valid, and its check, if it has one, passed."),
    receipt: z.object({
      ok: z.boolean(),
      key: z.string().nullable().describe("The id of the key that signed the log."),
      findings: z.array(z.object({ code: z.string(), where: z.string(), message: z.string() })),
    }),
    outcome: Outcome,
    check: CheckRecord.nullable().describe(
      "The check as the receipt records it; null if none was asked for.",
    ),
  })
  .meta({ id: "VerifiedRun" });

/** Work orders that the daemon runs. */
export const runRoutes = [
  route({
    name: "submit_run",
    method: "POST",
    path: "/runs",
    group: "runs",
    summary: "Submits a work order; the daemon runs it when its turn comes.",
    needs: "runs.write",
    body: Submit,
    status: 202,
    answer: Run,
    takesIdempotencyKey: true,
  }),
  route({
    name: "list_runs",
    method: "GET",
    path: "/runs",
    group: "runs",
    summary: "Lists submitted runs, the newest first.",
    needs: "records.read",
    query: z.object({
      ...pageQuery,
      state: z
        .string()
        .regex(/^[a-z]+(?:,[a-z]+)*$/)
        .optional()
        .describe("States, separated by commas."),
      backend: z.string().max(128).optional(),
      key: z.string().max(128).optional().describe("The name of the key that submitted them."),
      tenant: z.string().max(128).optional().describe("Only a key of all tenants may name another one."),
    }),
    status: 200,
    answer: pageOf(Run),
  }),
  route({
    name: "get_run",
    method: "GET",
    path: "/runs/{run_id}",
    group: "runs",
    summary: "Gives one run.",
    needs: "records.read",
    params: RunPath,
    status: 200,
    answer: Run,
  }),
  route({
    name: "cancel_run",
    method: "POST",
    path: "/runs/{run_id}/cancel",
    group: "runs",
    summary: "Asks to end a run; one that has ended stays as it is.",
    needs: "runs.write",
    params: RunPath,
    body: z.object({ reason: z.string().min(1).max(1000).default("cancelled over the API") }),
    status: 202,
    answer: Run,
    takesIdempotencyKey: true,
  }),
  route({
    name: "steer_run",
    method: "POST",
    path: "/runs/{run_id}/steer",
    group: "runs",
    summary: "Gives the agent of a running run a message.",
    needs: "runs.write",
    params: RunPath,
    body: z.object({ text: z.string().min(1).max(100_000) }),
    status: 200,
    answer: z.object({ taken: z.boolean().describe("Whether the agent could take the message now.") }),
  }),
  route({
    name: "delete_run",
    method: "DELETE",
    path: "/runs/{run_id}",
    group: "runs",
    summary: "Removes an ended run from the lists; its receipt stays.",
    needs: "runs.write",
    params: RunPath,
    status: 204,
  }),
  route({
    name: "get_run_patch",
    method: "GET",
    path: "/runs/{run_id}/patch",
    group: "runs",
    summary: "Gives the changes of a run as a patch of git.",
    needs: "records.read",
    params: RunPath,
    status: 200,
    answerType: "text/x-diff",
  }),
  route({
    name: "apply_run",
    method: "POST",
    path: "/runs/{run_id}/apply",
    group: "runs",
    summary: "Applies the changes of a run to its workspace, or to another root that is allowed.",
    needs: "runs.write",
    params: RunPath,
    body: z.object({
      root: z.string().min(1).max(4096).optional().describe("The workspace of the run without it."),
      check_only: z.boolean().default(false).describe("Computes everything and writes nothing."),
      partial: z.boolean().default(false).describe("Applies a patch that lacks changes, too."),
      ignored: z.boolean().default(false).describe("The changes of files that git ignores instead."),
    }),
    status: 200,
    answer: Applied,
  }),
  route({
    name: "verify_run",
    method: "POST",
    path: "/runs/{run_id}/verify",
    group: "runs",
    summary:
      "Verifies the receipt of a run from its bundle, as a stranger would, and shows its recorded check.",
    needs: "records.read",
    params: RunPath,
    status: 200,
    answer: Verified,
  }),
  route({
    name: "fork_run",
    method: "POST",
    path: "/runs/{run_id}/fork",
    group: "runs",
    summary: "Submits a run that goes on in a copy of the conversation of an earlier one.",
    needs: "runs.write",
    params: RunPath,
    body: Continue,
    status: 202,
    answer: Run,
    takesIdempotencyKey: true,
  }),
  route({
    name: "resume_run",
    method: "POST",
    path: "/runs/{run_id}/resume",
    group: "runs",
    summary: "Submits a run that goes on in the conversation of an earlier one.",
    needs: "runs.write",
    params: RunPath,
    body: Continue,
    status: 202,
    answer: Run,
    takesIdempotencyKey: true,
  }),
  route({
    name: "upload_archive",
    method: "POST",
    path: "/archives",
    group: "runs",
    summary: "Takes a tar archive with the files of a run to come.",
    needs: "runs.write",
    bodyType: "application/gzip",
    status: 201,
    answer: z.object({
      sha256: z.string().describe("What a submission names the archive by."),
      bytes: z.int(),
      entries: z.int(),
    }),
  }),
] as const;

/** One event of a run, as streams and pages show it. */
export const RunEvent = z
  .object({
    seq: z.int().describe("Counted from 0; the cursor of the event."),
    event: z
      .looseObject({ ts: z.string(), type: z.string() })
      .describe("An event as the schema `agent_event` describes it."),
  })
  .meta({ id: "RunEvent" });
