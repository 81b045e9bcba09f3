import { splitText } from "../prompt/directive.ts";
import { isMembers, list, type Members, members } from "../strict/raw-json.ts";
import { type SearchAnswer, sseFrames } from "./search-answer.ts";
import type { SearchWriter } from "./writer.ts";

/** Google's form: metadata of the candidate, with offsets in bytes. */
export const geminiSearch: SearchWriter = {
  offer: (body) => {
    const tools = (isMembers(body["tools"]) ? [body["tools"]] : list(body["tools"])).map(members);
    const isOffered = tools.some((tool) => isMembers(tool["googleSearch"] ?? tool["google_search"]));
    if (!isOffered) return undefined;
    const others = tools.flatMap((tool) =>
      list(tool["functionDeclarations"] ?? tool["function_declarations"]),
    );
    return {
      isOnly: others.length === 0,
      allowedDomains: [],
      maxUses: Number.POSITIVE_INFINITY,
      asksSources: true,
    };
  },

  whole: (answer) => chunkOf(answer, answer.text, true),

  stream: (answer) => sseFrames(chunksOf(answer), false),

  items: (answer) => chunksOf(answer),
};

function chunksOf(answer: SearchAnswer): Members[] {
  const pieces = splitText(answer.text);
  return pieces.map((piece, index) => chunkOf(answer, piece, index === pieces.length - 1));
}

function chunkOf(answer: SearchAnswer, text: string, isLast: boolean): Members {
  const { id, model, inputTokens, outputTokens } = answer;
  const end = isLast ? { finishReason: "STOP", groundingMetadata: groundingOf(answer) } : {};
  const usage = isLast
    ? { candidatesTokenCount: outputTokens, totalTokenCount: inputTokens + outputTokens }
    : { totalTokenCount: inputTokens };
  return {
    candidates: [{ content: { role: "model", parts: [{ text }] }, index: 0, ...end }],
    usageMetadata: { promptTokenCount: inputTokens, ...usage },
    modelVersion: model,
    responseId: id,
  };
}

function groundingOf({ searches, segments }: SearchAnswer): Members {
  const sources = searches.flatMap((one) => one.sources);
  const supports: Members[] = [];
  let at = 0;
  for (const { text, source } of segments) {
    const end = at + Buffer.byteLength(text);
    if (source !== undefined)
      supports.push({
        segment: { ...(at === 0 ? {} : { startIndex: at }), endIndex: end, text },
        groundingChunkIndices: [sources.indexOf(source)],
      });
    at = end;
  }
  return {
    webSearchQueries: searches.map(({ query }) => query),
    groundingChunks: sources.map(({ url, title }) => ({ web: { uri: url, title } })),
    groundingSupports: supports,
    searchEntryPoint: { renderedContent: `<div>${searches.length} simulated searches</div>` },
  };
}
