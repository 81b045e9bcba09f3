import { buildWorkOrder, type Resume, type WorkOrder } from "../../contract/index.ts";
import type { RunRequest } from "../../stand-in/index.ts";

/** The work order of a turn. The agent works in the caller's directory itself, as the vendor's own agent does. */
export function orderOf(
  id: string,
  request: RunRequest,
  model: string | undefined,
  resume: Resume | undefined,
): WorkOrder {
  const { images = [], instructions = [], mcpServers = {} } = request;
  return buildWorkOrder(id, request.task, {
    lane: "workspace_first",
    workspace: { root: request.root, mode: "pass_through" },
    context: {
      snippets: instructions.map(({ name, content }) => ({ name, content })),
      ...(images.length === 0 ? {} : { images: [...images] }),
    },
    policy: request.policy ?? {},
    config: {
      model: model ?? null,
      max_turns: request.maxTurns ?? null,
      max_budget_usd: request.maxBudgetUsd ?? null,
    },
    ...(resume === undefined ? {} : { resume }),
    ...(request.outputSchema === undefined ? {} : { outputSchema: request.outputSchema }),
    ...(Object.keys(mcpServers).length === 0 ? {} : { mcpServers }),
  });
}
