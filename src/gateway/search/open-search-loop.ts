import type { BodyDigest } from "../../contract/index.ts";
import type { OfferedSearch } from "../../dialects/index.ts";
import type { UpstreamRequest } from "../../engines/index.ts";
import { type CloudEngine, writeForCloud } from "../cloud/cloud-request.ts";
import type { Translation } from "../mapping/translation.ts";
import type { SliceQueue } from "../slices/slice-queue.ts";
import { writeBody } from "../slices/whole-body.ts";
import { EchoRunner } from "./echo-runner.ts";
import { ProviderRunner } from "./provider-runner.ts";
import { callsOf, ReplyRounds } from "./reply-rounds.ts";
import { SearchLoop } from "./search-loop.ts";
import type { SearchRunner } from "./search-runner.ts";
import type { Searching } from "./searching.ts";

/** A mapped call whose searches the gateway runs. */
export interface SearchedCall {
  readonly translation: Pick<Translation, "search" | "rounds" | "emulation">;
  readonly searching: Searching | undefined;
  readonly engine: CloudEngine;
  readonly request: UpstreamRequest;
  readonly upstreamRequest: BodyDigest;
  readonly slices: SliceQueue;
  /** Digits that no other reply has. */
  readonly unique: string;
}

/** Opens the rounds of a call; undefined if the engine searches itself, or nothing is to be searched. */
export function openSearchLoop(call: SearchedCall): SearchLoop | undefined {
  const { search, rounds, emulation } = call.translation;
  if (search === undefined || rounds === undefined) return undefined;
  const { echo } = search;
  const runner = runnerOf(search, call.searching);
  if (runner === undefined) return undefined;
  const readOwn = echo === undefined ? callsOf(search.name) : echo.readCall;
  // A round after a search may ask for something else than the round before it.
  let openInner = emulation && (() => emulation.openRewriter());
  return new SearchLoop({
    tool: search.name,
    rounds: new ReplyRounds(readOwn, () => openInner?.()),
    runner,
    echo,
    conversation: rounds.conversation,
    firstRequest: call.upstreamRequest,
    write: async (conversation) => {
      const round = rounds.write(conversation);
      openInner = round.openRewriter;
      const { path, body } = writeForCloud(call.engine, round);
      const written = await writeBody(body, call.request.body?.length ?? 0, call.slices);
      return { request: { ...call.request, path, body: written.body }, digest: written.digest };
    },
    searchId: (count) => `search_${call.unique}${count.toString(16).padStart(2, "0")}`,
  });
}

function runnerOf(
  { search, echo }: OfferedSearch,
  searching: Searching | undefined,
): SearchRunner | undefined {
  if (echo !== undefined) return new EchoRunner(echo, search);
  return searching && new ProviderRunner(searching.provider, search, searching.limits);
}
