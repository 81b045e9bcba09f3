import type { VendorEmbeddings } from "../embeddings/embedding.ts";
import type { FeatureSet } from "../features/feature-set.ts";
import type { VendorTools } from "../hosted/placement.ts";
import type { ToolOffers } from "../offers/tool-offers.ts";
import type { VendorSearch } from "../search/vendor-search.ts";
import type { ModelList } from "./model-list.ts";

/** What the vendor has: features, models, tools, and services beside conversations. */
export interface Catalogue
  extends FeatureSet,
    ModelList,
    ToolOffers,
    VendorTools,
    VendorEmbeddings,
    VendorSearch {}
