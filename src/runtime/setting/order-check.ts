import type { Backend } from "../../backends/index.ts";
import { AbpError, type SchemaIssue, WorkOrder } from "../../contract/index.ts";
import { CanonicalError, canonicalize } from "../../lib/index.ts";

const MAX_TASK_BYTES = 100_000;

/** Throws `validation_failed` for a work order that is well-formed but makes no sense; the details list every issue. */
export function checkWorkOrder(order: WorkOrder): void {
  const issues = [...findIssues(order)];
  const first = issues[0];
  if (first === undefined) return;
  const more = issues.length > 1 ? ` (and ${issues.length - 1} more)` : "";
  throw new AbpError("validation_failed", `${first.path} ${first.message}${more}`, {
    where: `work order ${order.id}`,
    details: { issues },
  });
}

/** Throws `validation_failed` if a receipt could not name the run or its backend. */
export function checkRunNames(runId: string, { name }: Pick<Backend, "name">): void {
  if (!isUuid(runId))
    throw new AbpError("validation_failed", `the run's id ${JSON.stringify(runId)} is no UUID`);
  if (name.trim() === "" || !name.isWellFormed())
    throw new AbpError("validation_failed", `the backend's name ${JSON.stringify(name)} is blank or no text`);
}

function isUuid(id: string): boolean {
  return WorkOrder.shape.id.safeParse(id).success;
}

function* findIssues(order: WorkOrder): Generator<SchemaIssue> {
  const { task, workspace, context, policy, config } = order;
  if (!isUuid(order.id)) yield { path: "$.id", message: `is ${JSON.stringify(order.id)}, expected a UUID` };
  if (task.trim() === "") yield { path: "$.task", message: "is blank" };
  if (Buffer.byteLength(task) > MAX_TASK_BYTES) {
    yield { path: "$.task", message: `is longer than ${MAX_TASK_BYTES} bytes` };
  }
  if (workspace.root === "") yield { path: "$.workspace.root", message: "is empty" };
  if (config.model !== null && config.model.trim() === "")
    yield { path: "$.config.model", message: "is blank" };
  if (config.max_turns === 0)
    yield { path: "$.config.max_turns", message: "is 0, so that nothing could happen" };
  const budget = config.max_budget_usd;
  if (budget !== null && !(Number.isFinite(budget) && budget > 0)) {
    yield { path: "$.config.max_budget_usd", message: `is ${budget}, expected a positive amount` };
  }
  for (const [index, snippet] of context.snippets.entries()) {
    if (snippet.name.trim() === "") yield { path: `$.context.snippets[${index}].name`, message: "is blank" };
  }
  for (const [index, tool] of policy.allowed_tools.entries()) {
    if (policy.disallowed_tools.includes(tool)) {
      const message = `is ${JSON.stringify(tool)}, which is disallowed as well`;
      yield { path: `$.policy.allowed_tools[${index}]`, message };
    }
  }
  try {
    // The receipt contains the hash of the order's canonical JSON.
    canonicalize(order);
  } catch (error) {
    if (!(error instanceof CanonicalError)) throw error;
    yield { path: "$", message: `has no canonical JSON form: ${error.message}` };
  }
}
