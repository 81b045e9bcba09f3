import type { AccountNames } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import { JsonTexts } from "../../lib/index.ts";
import type { ResourceOwners } from "../../storage/index.ts";
import type { Admission } from "../exchange.ts";
import { isNaming, namedIds } from "./resource-id.ts";
import { isRestricted, NamedResources } from "./resource-ownership.ts";

/** A call of a model, as far as it may name things of the vendor's account. */
export interface GeneratingCall {
  readonly admission: Pick<Admission, "caller" | "recognised">;
  readonly body: Buffer;
}

/**
 * Checks that a request for an answer names only files and the like that are the key's own, where several keys share an account
 * of the vendor. Throws `resource_not_found`. A request without such names costs one search of its bytes.
 */
export async function checkGeneratedNames(
  { admission: { caller, recognised }, body }: GeneratingCall,
  engine: Engine,
  owners: Pick<ResourceOwners, "find">,
): Promise<void> {
  const { accountNames } = recognised.endpoint;
  if (accountNames === undefined || engine.isSimulated || !isRestricted(caller, engine)) return;
  // Other vendors know nothing of these ids.
  if (engine.dialect.modelPrefix !== recognised.dialect.modelPrefix) return;
  if (!mayName(accountNames, body)) return;
  const found = new Map<string, readonly string[]>();
  const texts = new JsonTexts(
    (path) => isNaming(accountNames, path) && !path.some((name) => accountNames.except.includes(name)),
    ({ value }) => {
      const ids = namedIds(accountNames, "", value);
      for (const id of ids) found.set(id, ids);
    },
  );
  texts.push(body);
  if (found.size === 0) return;
  const resources = new NamedResources(owners);
  for (const ids of found.values()) await resources.add(ids);
  resources.check();
}

/** Whether a body may name things of an account, found by one search of its bytes. A name can hide behind escapes. */
export function mayName({ names }: AccountNames, body: Buffer): boolean {
  return body.includes("\\u00") || names.some((name) => body.includes(name));
}
