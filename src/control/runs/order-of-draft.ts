import type { OrderDraft } from "../../api/index.ts";
import { buildWorkOrder, type WorkOrder } from "../../contract/index.ts";

/** Completes a work order. Members that are not known here stay. */
export function orderOfDraft(draft: OrderDraft, id: string): WorkOrder {
  const { id: own = id, workspace, ...rest } = draft;
  const order = buildWorkOrder(own, draft.task);
  const given = Object.entries(rest).filter(([, value]) => value !== undefined);
  return {
    ...order,
    ...Object.fromEntries(given),
    workspace: { ...order.workspace, ...definedOf(workspace ?? {}) },
  } as WorkOrder;
}

function definedOf(members: object): object {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
