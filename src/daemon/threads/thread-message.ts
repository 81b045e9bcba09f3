import type { Config } from "../../config/index.ts";
import type { ErrorCode } from "../../contract/index.ts";

/** What a serving thread tells the thread that started it. */
export type ThreadMessage =
  | { readonly kind: "ready"; readonly port: number }
  | { readonly kind: "failed"; readonly code: ErrorCode; readonly text: string; readonly advice: string };

/** What a serving thread is told. */
export type ThreadOrder =
  | { readonly kind: "stop" }
  | { readonly kind: "replace_keys"; readonly keys: Config["keys"] };
