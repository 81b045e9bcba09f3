import type { Store, StoreConfig, StoreKind, StoreShare, UnopenedStore } from "./ledger/index.ts";
import { storeKinds } from "./store-kinds.ts";

/** The kind of store that a configuration asks for. */
export function storeKindOf(config: StoreConfig): StoreKind {
  return required(storeKinds.find((kind) => kind.isAskedFor(config)));
}

/** Looks at the store of a configuration without opening it: nothing is created or changed, and no key is needed. */
export function inspectStore(config: StoreConfig): UnopenedStore {
  return storeKindOf(config).inspect(config);
}

/** Opens, in another thread of the process, the store that prepared `share` with `Store.share`. */
export function connectStore(share: StoreShare, options: { readonly now?: () => Date } = {}): Store {
  const kind = required(storeKinds.find(({ name }) => name === share.kind));
  return kind.connect(share, { now: options.now ?? (() => new Date()) });
}

// The last kind takes every configuration, and only a kind of the list makes a share.
function required(kind: StoreKind | undefined): StoreKind {
  if (kind === undefined) throw new TypeError("no kind of store fits");
  return kind;
}
