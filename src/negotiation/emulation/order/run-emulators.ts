import type { Manifest } from "../../supply/manifest.ts";
import type { OrderEmulators } from "./order-emulator.ts";
import { unemulatedInOrders } from "./order-emulators.ts";

/** Whether a backend says that it can continue a conversation. */
export function canContinue({ claims }: Pick<Manifest, "claims">): boolean {
  const support = claims["session_resume"]?.support ?? "unsupported";
  return support !== "unsupported" && support !== "unknown";
}

/** The emulators of orders that apply to a run on a backend, and why others do not. `isAttended` if somebody answers questions. */
export function emulatorsForRun(
  { orders, disabled }: OrderEmulators,
  manifest: Pick<Manifest, "claims">,
  isAttended: boolean,
): OrderEmulators {
  const why = new Map([...unemulatedInOrders, ...disabled]);
  for (const { capability } of orders) why.delete(capability);
  if (isAttended && canContinue(manifest)) return { orders, disabled: why };
  const reason = isAttended
    ? "the backend cannot continue its conversation with the answer"
    : "nobody is there to answer; start it on a terminal";
  const unable = orders.filter(({ needsUser }) => needsUser === true);
  for (const { capability } of unable) why.set(capability, reason);
  return { orders: orders.filter((emulator) => !unable.includes(emulator)), disabled: why };
}
