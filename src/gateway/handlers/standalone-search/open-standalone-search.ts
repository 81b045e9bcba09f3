import { AbpError } from "../../../contract/index.ts";
import { groupByDomains, type SearchCodec, type StandaloneQuery } from "../../../dialects/index.ts";
import { type MappedQuestion, openMapped } from "../mapped/open-mapped.ts";
import { translateAttempt } from "../mapped/translate-attempt.ts";
import { openPassthrough, type PassthroughQuestion } from "../passthrough/open-passthrough.ts";
import type { ResponseHandler } from "../response-handler.ts";
import { ProviderSearch } from "./provider-search.ts";

/** A search without a conversation. */
export type StandaloneQuestion = PassthroughQuestion & MappedQuestion;

/** Opens a search: by the endpoint itself if the engine has it, by the engine's own search, or by the gateway's. */
export function openStandaloneSearch(question: StandaloneQuestion, codec: SearchCodec): ResponseHandler {
  const { owner, context, request, target } = question;
  const { dialect, admission } = request;
  const { engine } = target;
  if (engine.servesSearch === true && engine.dialect.id === dialect.id) return openPassthrough(question);
  const search = codec.read(request.value);
  const { together, others } = groupByDomains(search);
  const { searching } = context;
  if (together.length > 0) {
    try {
      const alone = { ...question, context: { ...context, searching: undefined } };
      return openMapped(alone, translateAttempt(alone), [...search.notes, ...others.map(notSearched)]);
    } catch (error) {
      const isOn = searching?.isOnFor(engine.name, admission.caller.name) === true;
      if (!AbpError.is(error) || !error.code.startsWith("mapping_") || !isOn || !search.isLive) throw error;
    }
  }
  return new ProviderSearch({ owner, search, codec, searching, from: dialect.id, to: engine.dialect.id });
}

function notSearched({ query }: StandaloneQuery): string {
  return `${JSON.stringify(query)} was not searched, because it names other domains. Ask for it by itself.`;
}
