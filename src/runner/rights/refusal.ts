import { AbpError } from "../../contract/index.ts";

/** The error of a submission that names what its key may not name. `key` is the setting that could allow it. */
export function refused(where: string, message: string, key: string): AbpError {
  return new AbpError("run_source_refused", message, { where, details: { setting: key } });
}
