export { type ChainedEntry, chainEntry, type EntryHead, type EntryPieces } from "./chained-entry.ts";
export { MerkleFrontier, REPORTED_HEIGHT } from "./frontier.ts";
export { equalHashes, HASH_SIZE, hashLeaf, hashNode, hashPrefixedLeaf } from "./hashing.ts";
export { type ConsistencyClaim, type InclusionClaim, verifyConsistency, verifyInclusion } from "./proof.ts";
export { computeRoot, proveInclusion, type SubtreeSource } from "./subtree-source.ts";
export { MerkleTree } from "./tree.ts";
