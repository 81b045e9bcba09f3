import { z } from "zod";

/** A UUID in hyphenated form, nil and unversioned ones included: abp/v0.1 documents contain them. */
export const Uuid = z.guid();

/** An RFC 3339 instant with any offset and any number of fraction digits. */
export const Timestamp = z.iso.datetime({ offset: true });

/** A count that a JSON number can hold exactly. */
export const Count = z.int().nonnegative();

/** A lower-case hexadecimal SHA-256. */
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/, "must be 64 lower-case hexadecimal digits");

/** Any JSON value, carried without being looked at. */
export const FreeJson = z
  .unknown()
  .refine((value) => value !== undefined, "is required")
  .describe(
    'Any JSON value. In a receipt, a part that canonical JSON cannot hold stands as {"abp_raw_json": text}, where text is the JSON text of the part.',
  );

/** A JSON object, carried without being looked at. */
export const FreeObject = z.record(z.string(), z.unknown());

/** A string that may be absent on input and is written as null when it is. */
export const NullableText = z.string().nullish().default(null);
