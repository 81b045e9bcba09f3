import type { SearchApi } from "../search-api.ts";
import { perplexity } from "./perplexity.ts";
import { searxng } from "./searxng.ts";
import { tavily } from "./tavily.ts";

/** The search services that are known, by the name that the configuration gives them. */
export const searchApis: Readonly<Record<string, SearchApi>> = { searxng, perplexity, tavily };
