import type { ErrorCode } from "../../contract/index.ts";
import type { KeyOrder } from "../keys/key-port.ts";

/** Sent by a serving thread to the main thread. */
export type ThreadMessage =
  | { readonly kind: "ready"; readonly port: number }
  /** The thread could not start and ends. */
  | { readonly kind: "failed"; readonly code: ErrorCode; readonly text: string; readonly advice: string }
  /** A failure that no caller gets to see; `detail` is the error in words. */
  | { readonly kind: "report"; readonly text: string; readonly detail: string };

/** Sent by the main thread to a serving thread. */
export type ThreadOrder = { readonly kind: "stop" } | KeyOrder;
