import type { MessagePort } from "node:worker_threads";
import type { Config } from "../../config/index.ts";
import { AbpError, type ErrorCode } from "../../contract/index.ts";
import type { KeyDesk } from "../../control/index.ts";

/** All keys, for a serving thread. `columns` names the columns of these keys in the table of key slots. */
export interface KeyOrder {
  readonly kind: "replace_keys";
  readonly keys: Config["keys"];
  readonly columns: ReadonlyMap<string, number>;
}

interface KeyQuestion {
  readonly id: number;
}

type KeyAnswer = { readonly id: number } & (
  | { readonly order: KeyOrder }
  | { readonly code: ErrorCode; readonly message: string }
);

/** Reads the keys for a serving thread whenever it says that they changed. `order` gives all keys as they are then. */
export function serveKeys(keys: Pick<KeyDesk, "changed">, port: MessagePort, order: () => KeyOrder): void {
  port.on("message", ({ id }: KeyQuestion) => {
    const answer = keys.changed().then(
      (): KeyAnswer => ({ id, order: order() }),
      (error: unknown): KeyAnswer => ({ id, ...describe(error) }),
    );
    void answer.then((one) => port.postMessage(one));
  });
  // The thread keeps its process alive, not this port.
  port.unref();
}

/** The keys in a serving thread. `apply` takes those that the main thread has read. */
export function remoteKeys(
  port: MessagePort,
  all: () => Config["keys"],
  apply: (order: KeyOrder) => void,
): KeyDesk {
  const waiting = new Map<number, PromiseWithResolvers<void>>();
  let last = 0;
  port.on("message", (answer: KeyAnswer) => {
    const waiter = waiting.get(answer.id);
    waiting.delete(answer.id);
    if ("order" in answer) {
      apply(answer.order);
      waiter?.resolve();
    } else waiter?.reject(new AbpError(answer.code, answer.message));
  });
  port.unref();
  return {
    all,
    changed: () => {
      last += 1;
      const waiter = Promise.withResolvers<void>();
      waiting.set(last, waiter);
      port.postMessage({ id: last } satisfies KeyQuestion);
      return waiter.promise;
    },
  };
}

function describe(error: unknown): { readonly code: ErrorCode; readonly message: string } {
  if (AbpError.is(error)) return { code: error.code, message: error.message };
  return { code: "internal", message: error instanceof Error ? error.message : String(error) };
}
