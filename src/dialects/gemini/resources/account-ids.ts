import { type AccountIds, type IdKind, placesNamed } from "../../endpoints/account-ids.ts";

const FILE: IdKind = { prefixes: ["files/"] };
const CACHE: IdKind = { prefixes: ["cachedContents/"] };
const STORE: IdKind = { prefixes: ["fileSearchStores/"] };
const HANDLE: IdKind = { prefixes: ["sessionResumption="], isOpaque: true };
const TUNED: IdKind = { prefixes: ["tunedModels/"], only: /tunedModels/i };

/** Where the Gemini API reads ids. A name has its kind in front, such as `files/abc`, and may be an address that ends with it. */
export const accountIds: AccountIds = {
  places: [
    { at: ["inputConfig", "fileName"], kind: { ...FILE, isInput: true } },
    ...placesNamed(["fileUri", "fileName", "uri"], FILE),
    ...placesNamed(["cachedContent"], CACHE),
    ...placesNamed(["fileSearchStoreNames"], STORE),
    { at: ["sessionResumption", "handle"], kind: HANDLE },
  ],
  models: TUNED,
  notRead: [
    ["functionCall", "args"],
    ["functionResponse", "response"],
    ["functionDeclarations", "parameters"],
    ["functionDeclarations", "parametersJsonSchema"],
    ["metadata"],
    ["labels"],
  ],
  hosts: /(?:^|\.)googleapis\.com$/,
  made: [{ at: ["sessionResumptionUpdate", "newHandle"], kind: HANDLE }],
};
