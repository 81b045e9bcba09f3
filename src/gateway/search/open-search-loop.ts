import type { BodyDigest } from "../../contract/index.ts";
import type { OfferedSearch } from "../../dialects/index.ts";
import type { UpstreamRequest } from "../../engines/index.ts";
import { digestBody } from "../bytes/body-digest.ts";
import { type CloudEngine, writeForCloud } from "../cloud/cloud-request.ts";
import type { Translation } from "../mapping/translation.ts";
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
  /** Digits that no other reply has. */
  readonly unique: string;
}

/** Opens the rounds of a call; undefined where the engine searches itself, or nothing is to be searched. */
export function openSearchLoop(call: SearchedCall): SearchLoop | undefined {
  const { search, rounds, emulation } = call.translation;
  if (search === undefined || rounds === undefined) return undefined;
  const { echo } = search;
  const runner = runnerOf(search, call.searching);
  if (runner === undefined) return undefined;
  const readOwn = echo === undefined ? callsOf(search.name) : echo.readCall;
  return new SearchLoop({
    tool: search.name,
    rounds: new ReplyRounds(readOwn, () => emulation?.openRewriter()),
    runner,
    echo,
    conversation: rounds.conversation,
    firstRequest: call.upstreamRequest,
    write: (conversation) => {
      const { path, body } = writeForCloud(call.engine, rounds.write(conversation));
      const bytes = Buffer.from(JSON.stringify(body));
      return { request: { ...call.request, path, body: bytes }, digest: digestBody(bytes) };
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
