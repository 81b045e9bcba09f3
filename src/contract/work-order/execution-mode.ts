import { AbpError } from "../errors/abp-error.ts";
import { ExecutionMode } from "../execution.ts";
import type { WorkOrder } from "./work-order.ts";

/**
 * The mode that an order asks for with `vendor.abp.mode`, or with the flat name `"abp.mode"`; mapped if it says nothing.
 * Throws `validation_failed` for any other value.
 *
 * @example
 * import { executionMode } from "agent-backplane/contract";
 * if (executionMode(order) === "passthrough") console.log("the request goes out unchanged");
 */
export function executionMode({ id, config }: Pick<WorkOrder, "id" | "config">): ExecutionMode {
  const settings = config.vendor["abp"];
  const nested =
    typeof settings === "object" && settings !== null && Object.hasOwn(settings, "mode")
      ? (settings as { readonly mode?: unknown }).mode
      : undefined;
  const stated = nested ?? config.vendor["abp.mode"] ?? "mapped";
  const mode = ExecutionMode.safeParse(stated);
  if (mode.success) return mode.data;
  throw new AbpError(
    "validation_failed",
    `$.config.vendor.abp.mode is ${JSON.stringify(stated)}, expected "mapped" or "passthrough"`,
    { where: `work order ${id}` },
  );
}
