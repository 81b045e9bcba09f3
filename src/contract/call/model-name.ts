import { AbpError } from "../errors/abp-error.ts";

/** The longest name of a model, in bytes of UTF-8. No vendor has longer ones. */
export const MAX_MODEL_NAME_BYTES = 512;

/** The longest JSON text of such a name: each byte may be an escape of six characters. The quotes count too. */
export const MAX_MODEL_TEXT_BYTES = 6 * MAX_MODEL_NAME_BYTES + 2;

/**
 * Throws `contract_schema_violation` for a name that is too long. The error does not contain it.
 *
 * @example
 * import { checkModelName } from "agent-backplane/contract";
 * const model = checkModelName("claude-sonnet-4-5", "model");
 */
export function checkModelName(name: string, where: string): string {
  // A name has at least as many bytes as it has UTF-16 units, and at most three for each.
  if (name.length * 3 <= MAX_MODEL_NAME_BYTES) return name;
  if (name.length > MAX_MODEL_NAME_BYTES || Buffer.byteLength(name) > MAX_MODEL_NAME_BYTES)
    throw modelNameTooLong(where);
  return name;
}

/**
 * The error for a name of a model that is too long to be read.
 *
 * @example
 * import { MAX_MODEL_NAME_BYTES, modelNameTooLong } from "agent-backplane/contract";
 * if (text.length > MAX_MODEL_NAME_BYTES) throw modelNameTooLong("model");
 */
export function modelNameTooLong(where: string): AbpError {
  return new AbpError(
    "contract_schema_violation",
    `${where} names a model with more than ${MAX_MODEL_NAME_BYTES} bytes`,
    { where, advice: "Send the name of a model.", details: { path: where, limit: MAX_MODEL_NAME_BYTES } },
  );
}
