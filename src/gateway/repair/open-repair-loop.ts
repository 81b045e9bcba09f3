import type { BodyDigest } from "../../contract/index.ts";
import type { UpstreamRequest } from "../../engines/index.ts";
import { type CloudEngine, writeForCloud } from "../cloud/cloud-request.ts";
import type { Translation } from "../mapping/translation.ts";
import type { SliceQueue } from "../slices/slice-queue.ts";
import { writeBody } from "../slices/whole-body.ts";
import { RepairLoop } from "./repair-loop.ts";
import { RepairRounds } from "./repair-rounds.ts";

/** A mapped call whose JSON may be repaired. */
export interface RepairedCall {
  readonly translation: Pick<Translation, "repair" | "emulation">;
  readonly engine: CloudEngine;
  readonly request: UpstreamRequest;
  readonly upstreamRequest: BodyDigest;
  readonly slices: SliceQueue;
}

/** Opens the rounds of a call; undefined if no JSON is emulated. */
export function openRepairLoop({
  translation,
  engine,
  request,
  upstreamRequest,
  slices,
}: RepairedCall): RepairLoop | undefined {
  const { repair, emulation } = translation;
  if (repair === undefined || emulation === undefined) return undefined;
  let openInner = () => emulation.openRewriter();
  return new RepairLoop({
    rounds: new RepairRounds(() => openInner()),
    conversation: repair.conversation,
    firstRequest: upstreamRequest,
    write: async (conversation) => {
      const round = repair.write(conversation);
      openInner = round.openRewriter ?? openInner;
      const { path, body } = writeForCloud(engine, round);
      const written = await writeBody(body, request.body?.length ?? 0, slices);
      return { request: { ...request, path, body: written.body }, digest: written.digest };
    },
  });
}
