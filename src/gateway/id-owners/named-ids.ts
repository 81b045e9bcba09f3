import { AbpError } from "../../contract/index.ts";
import {
  type AccountIds,
  type IdKind,
  isMembers,
  type Members,
  readNamedId,
  withKeptPlaces,
} from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import { JsonTexts } from "../../lib/index.ts";
import type { ResourceOwners } from "../../storage/index.ts";
import type { Admission } from "../exchange/admission.ts";
import { queryOf } from "../exchange/query.ts";
import { SLICE_BYTES } from "../slices/long-body-read.ts";
import type { SliceQueue } from "../slices/slice-queue.ts";
import { formPath, type IdPlaces, idPlacesOf } from "./id-places.ts";
import { isRestricted, NamedResources, resourceNotFound } from "./resource-ownership.ts";

/** A request, as far as it may name things of a vendor's account. */
export interface NamingCall {
  readonly admission: Pick<Admission, "caller" | "recognised">;
  readonly body: Buffer;
  /** The request as it will be sent, if earlier turns were put in. */
  readonly expanded?: Members | undefined;
  readonly model?: string | undefined;
  /** The items that the request names in place of their content. */
  readonly references?: () => readonly { readonly id: string }[];
  /** Why readers may disagree about the body. */
  readonly doubt?: AbpError | undefined;
  /** Set if the body is long: it is searched in slices. */
  readonly slices?: SliceQueue | undefined;
}

/**
 * Checks that a request names only files and the like that are the key's own, if several keys share an account of the vendor.
 * Throws `resource_not_found`, and `input_invalid_json` for a body that vendors may read in another way. `engines` are all that may
 * get the request. A request without such names costs one search of its bytes. Resolves to whether the answer may show ids of
 * things that the vendor makes for the call.
 */
export async function checkNamedIds(
  call: NamingCall,
  engines: readonly Engine[],
  owners: Pick<ResourceOwners, "find">,
): Promise<boolean> {
  const { caller } = call.admission;
  const tables = new Set(engines.flatMap((engine) => tableFor(call, engine) ?? []));
  if (tables.size === 0) return false;
  if (call.doubt !== undefined) throw call.doubt;
  const resources = new NamedResources(owners, caller.endpoints, caller.isMachineOwner);
  let mayMake = false;
  for (const ids of tables) if (await addNamed(resources, call, ids)) mayMake = true;
  resources.check();
  await checkReferences(call, resources.unknownItems, owners);
  return mayMake;
}

// An item may have been made a moment ago. What cannot be found is not the caller's own.
async function checkReferences(
  { references, admission }: NamingCall,
  unknown: readonly string[],
  owners: Pick<ResourceOwners, "find">,
): Promise<void> {
  if (unknown.length === 0 || references === undefined) return;
  const named = new Set(references().map(({ id }) => id));
  for (const id of unknown) {
    if (!named.has(id)) continue;
    const found = await owners.find(id, { waits: true });
    const isFree = found.length === 0 && admission.caller.isMachineOwner === true;
    if (!isFree && !found.some(({ isOwn }) => isOwn)) throw resourceNotFound(id);
  }
}

/** Where a message of a session names things; every message is read. */
export function checkMessageIds(
  { admission, body }: NamingCall,
  owners: Pick<ResourceOwners, "find">,
): Promise<void> | undefined {
  const places = idPlacesOf(admission.recognised.dialect.accountIds);
  const resources = new NamedResources(owners, admission.caller.endpoints, admission.caller.isMachineOwner);
  const read = new TextRead(resources, places, body);
  read.step(body.length);
  if (read.isLenient)
    throw new AbpError("input_invalid_json", "a message is JSON that not every reader understands alike");
  return resources.isEmpty ? undefined : resources.lookUp().then(() => resources.check());
}

async function addNamed(resources: NamedResources, call: NamingCall, ids: AccountIds): Promise<boolean> {
  const { recognised } = call.admission;
  const places = idPlacesOf(ids);
  if (recognised.path.includes("?")) {
    for (const [name, value] of queryOf(recognised.path)) resources.add(places.read(formPath(name), value));
  }
  const model = call.model;
  if (model !== undefined && ids.models !== undefined) resources.add(readNamedId(model, ids.models));
  const { body, slices } = call;
  const search = places.openSearch(body);
  if (slices === undefined) while (!search.step());
  else await slices.run(search);
  if (call.expanded !== undefined)
    visitTexts(call.expanded, [], (path, value) => resources.add(places.read(path, value)));
  else if (search.mayName) {
    const read = new TextRead(resources, places, body);
    if (slices === undefined) read.step(body.length);
    else await slices.run({ step: () => read.step(SLICE_BYTES) });
  }
  await resources.lookUp();
  return search.mayMake;
}

/** Adds what the texts of a document name. */
class TextRead {
  readonly #texts: JsonTexts;
  readonly #body: Buffer;
  #at = 0;

  constructor(resources: NamedResources, places: IdPlaces, body: Buffer) {
    this.#body = body;
    this.#texts = new JsonTexts(
      (path) => places.kindAt(path) !== undefined,
      ({ path, value }) => resources.add(places.read(path, value)),
      (path) => refuseLong(places, path),
    );
  }

  /** Reads so many bytes more, and answers whether all is read. */
  step(count: number): boolean {
    this.#texts.push(this.#body.subarray(this.#at, this.#at + count));
    this.#at += count;
    return this.#at >= this.#body.length;
  }

  /** Whether readers may disagree about the document. */
  get isLenient(): boolean {
    return this.#texts.isLenient;
  }
}

/** Throws for an id that is too long to be read here, and that a vendor might cut. */
export function refuseLong(places: IdPlaces, path: readonly string[]): void {
  const kind = places.kindAt(path);
  if (kind === undefined || kind.scheme !== undefined) return;
  const where = `$.${path.join(".")}`;
  throw new AbpError("validation_failed", `the id at ${where} is too long`, { where });
}

// The table of the vendor whose ids a request may name; undefined if none of them mean anything to the engine's account.
function tableFor({ admission }: NamingCall, engine: Engine): AccountIds | undefined {
  const { caller, recognised } = admission;
  const { dialect, alternatives } = recognised;
  if (engine.isSimulated || !isRestricted(caller, engine)) return undefined;
  if (engine.dialect.modelPrefix === dialect.modelPrefix)
    return engine.keepsResponses ? withKeptPlaces(dialect.accountIds) : dialect.accountIds;
  return alternatives.includes(engine.dialect)
    ? engine.dialect.accountIds
    : addressesOf(engine.dialect.accountIds);
}

/** The members in which all vendors take addresses of pictures and documents. */
const ADDRESS_NAMES = ["url", "image_url", "file_url", "fileUri", "uri"];
const addressTables = new WeakMap<AccountIds, AccountIds>();

// A request of another dialect names no ids, but the address of a file, which is one of the vendor's own once it is translated.
function addressesOf(ids: AccountIds): AccountIds | undefined {
  if (ids.hosts === undefined) return undefined;
  let table = addressTables.get(ids);
  if (table === undefined) {
    const kinds = new Set(
      ids.places.map(({ kind }) => kind).filter(({ prefixes }) => prefixes.some((one) => one.endsWith("/"))),
    );
    const places = [...kinds].flatMap((kind: IdKind) =>
      ADDRESS_NAMES.map((name) => ({ at: [name], kind: { ...kind, only: /^(?:https?:)?\/\//i } })),
    );
    table = { places, notRead: [], hosts: ids.hosts };
    addressTables.set(ids, table);
  }
  return table;
}

function visitTexts(
  value: unknown,
  path: string[],
  visit: (path: readonly string[], value: string) => void,
): void {
  if (typeof value === "string") visit(path, value);
  else if (Array.isArray(value)) for (const one of value) visitTexts(one, path, visit);
  else if (isMembers(value)) {
    for (const [name, member] of Object.entries(value)) {
      path.push(name);
      visitTexts(member, path, visit);
      path.pop();
    }
  }
}
