import type { HostedForm } from "../../dialects/index.ts";
import { addMember, type BodyEdit, editBody, removalOf } from "../bytes/member-splice.ts";
import type { ScannedBody } from "./call-body.ts";

/** A body in the vendor's own form, and what was changed for it. */
export interface OwnBody {
  readonly body: Buffer;
  readonly changes: readonly string[];
}

/**
 * Turns the body of a call that came under a cloud's path into that of the vendor's own endpoint: the model of the path is put
 * in, and members that only the cloud has are taken out. All other bytes stay. A body that is no JSON object is left alone.
 */
export function ownBody(
  body: Buffer,
  scanned: ScannedBody,
  { members = [] }: HostedForm,
  model: string | undefined,
): OwnBody {
  const { scan } = scanned;
  if (scan === undefined) return { body, changes: [] };
  const edits: BodyEdit[] = [];
  const changes: string[] = [];
  for (const name of members) {
    const removal = removalOf(body, scan, name);
    if (removal === undefined) continue;
    edits.push(removal);
    changes.push(`the member ${name} was taken out of the body`);
  }
  const place = scan.members.get("model");
  if (model !== undefined && place !== undefined && scanned.model !== model) {
    edits.push({ ...place, text: JSON.stringify(model) });
    const named = JSON.stringify(scanned.model ?? null);
    changes.push(`the model ${named} was replaced by that of the path, ${JSON.stringify(model)}`);
  }
  const own = editBody(body, edits);
  if (model === undefined || place !== undefined) return { body: own, changes };
  return {
    body: addMember(own, "model", model),
    changes: [...changes, `the model of the path, ${JSON.stringify(model)}, was put into the body`],
  };
}
