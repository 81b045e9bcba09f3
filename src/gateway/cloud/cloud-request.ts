import { AbpError } from "../../contract/index.ts";
import { type CloudPlace, isMembers, type Members } from "../../dialects/index.ts";
import type { Engine } from "../../engines/index.ts";
import { addMember, editBody, removalOf } from "../bytes/member-splice.ts";
import { scanBody } from "../request/call-body.ts";

/** What bringing a request into a cloud's form needs of the engine. */
export type CloudEngine = Pick<Engine, "name" | "cloud">;

/** A request as the caller's bytes. */
export interface PlacedRequest {
  readonly path: string;
  readonly body: Buffer;
  /** What was changed, for the receipt. */
  readonly changes: readonly string[];
}

/**
 * Brings a translated request into the form of the engine's cloud; another engine's is returned as it is. Throws
 * `route_not_found` if the cloud does not serve it, and `contract_schema_violation` if it names no model.
 */
export function writeForCloud<Written extends { readonly path: string; readonly body: Members }>(
  engine: CloudEngine,
  written: Written,
): Written {
  if (engine.cloud === undefined) return written;
  const { model, stream } = written.body;
  const place = placeOf(engine, written.path, typeof model === "string" ? model : undefined, stream === true);
  const inner = place.unwrapped === undefined ? written.body : written.body[place.unwrapped];
  if (!isMembers(inner)) return { ...written, path: place.path };
  const kept = Object.entries(inner).filter(([name]) => !place.removed.includes(name));
  return { ...written, path: place.path, body: { ...place.added, ...Object.fromEntries(kept) } };
}

/**
 * Brings a request that passes through into the form of the engine's cloud: members are put in and taken out, and all other bytes
 * stay. Throws as `writeForCloud`.
 */
export function spliceForCloud(
  engine: CloudEngine,
  request: PlacedRequest,
  { model, streams, maxDepth }: { model: string | undefined; streams: boolean; maxDepth: number },
): PlacedRequest {
  if (engine.cloud === undefined) return request;
  const place = placeOf(engine, request.path, model, streams);
  const { unwrapped, removed } = place;
  const changes = [...request.changes];
  let { body } = request;
  if (unwrapped !== undefined) {
    const outer = scanBody(body, maxDepth, [unwrapped]).scan?.members.get(unwrapped);
    if (outer === undefined) return { ...request, path: place.path };
    body = body.subarray(outer.start, outer.end);
    changes.push(`the value of ${unwrapped} was sent in place of the body`);
  }
  const added = Object.entries(place.added);
  const names = [...removed, ...added.map(([name]) => name)];
  let { scan } = scanBody(body, maxDepth, names);
  if (scan === undefined) return { ...request, path: place.path };
  const missing = added.filter(([name]) => scan?.members.has(name) !== true);
  for (const name of removed) {
    // Two members beside each other share a comma, so that each is sought in the body without the other.
    scan ??= scanBody(body, maxDepth, names).scan!;
    const removal = removalOf(body, scan, name);
    if (removal === undefined) continue;
    body = editBody(body, [removal]);
    scan = undefined;
    changes.push(`the member ${name} was taken out of the body, which the cloud does not take there`);
  }
  for (const [name, value] of missing) {
    body = addMember(body, name, value);
    changes.push(`the member ${name}, ${JSON.stringify(value)}, was put into the body`);
  }
  return { path: place.path, body, changes };
}

function placeOf(
  { name, cloud }: CloudEngine,
  path: string,
  model: string | undefined,
  streams: boolean,
): CloudPlace {
  const place = cloud!.place(path, { model, streams });
  if (place !== undefined) return place;
  if (model === undefined)
    throw new AbpError("contract_schema_violation", "the request names no model", { where: "$.model" });
  const own = path.split("?", 1)[0]!;
  throw new AbpError("route_not_found", `the cloud of the engine ${name} does not serve ${own}`, {
    advice: "Name an engine at the vendor's own address with `X-ABP-Engine`.",
    details: { engine: name },
  });
}
