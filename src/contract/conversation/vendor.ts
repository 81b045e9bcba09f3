import { z } from "zod";

/**
 * Members that only one dialect knows, by dialect: they survive a round trip in that dialect,
 * and a writer of any other dialect must account for each of them.
 */
export const VendorMembers = z.record(z.string(), z.record(z.string(), z.unknown()));
export type VendorMembers = z.infer<typeof VendorMembers>;

/** Members that every node of a conversation may have. */
export const node = { vendor: VendorMembers.optional() };

/** A hint that the prompt up to here is worth caching. */
export const CacheHint = z.looseObject({ ttl: z.string().optional(), scope: z.string().optional() });
export type CacheHint = z.infer<typeof CacheHint>;
