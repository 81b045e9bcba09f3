export { emptyRoot, equalHashes, HASH_SIZE, hashLeaf, hashNode } from "./hashing.ts";
export { type ConsistencyClaim, type InclusionClaim, verifyConsistency, verifyInclusion } from "./proof.ts";
export { MerkleTree } from "./tree.ts";
