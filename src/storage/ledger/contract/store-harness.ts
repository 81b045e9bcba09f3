import type { KeyObject } from "node:crypto";
import type { Store } from "../store.ts";

/** How the suite gets at an implementation. */
export interface StoreHarness {
  /** Makes room for one test. */
  setUp(): Promise<void> | void;
  /** Opens the store of this test, again and again if asked. */
  open(options?: StoreTestOptions): Promise<Store>;
  tearDown(): Promise<void> | void;
}

interface StoreTestOptions {
  readonly key?: KeyObject;
  readonly mode?: "write" | "read";
}

/** Opens the store of the test, which is closed after it. */
export type OpenStore = (options?: StoreTestOptions) => Promise<Store>;
