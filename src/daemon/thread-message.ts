import type { ErrorCode } from "../contract/index.ts";

/** What a serving thread tells the thread that started it. */
export type ThreadMessage =
  | { readonly kind: "ready"; readonly port: number }
  | { readonly kind: "failed"; readonly code: ErrorCode; readonly text: string; readonly advice: string };

/** What a serving thread is told. */
export interface ThreadOrder {
  readonly kind: "stop";
}
