/** Error codes of JSON-RPC 2.0, and those of the Agent Client Protocol. */
export const INVALID_PARAMS = -32_602;
export const INTERNAL_ERROR = -32_603;
export const RESOURCE_NOT_FOUND = -32_002;
