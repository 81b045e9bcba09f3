import { AbpError } from "../../../contract/index.ts";
import type { CommandAction } from "../../command.ts";

/** Refuses `abp keys`, which two commands have taken the place of. */
export const movedKeys: CommandAction = async (_terminal, call) => {
  const words = (call.arguments[0] ?? []) as readonly string[];
  const said = ["abp receipt keys", ...words].join(" ");
  throw new AbpError("usage_invalid", "the keys that sign receipts are below `abp receipt keys` now", {
    where: "abp keys",
    advice: `Call \`${said}\`. The keys that callers send are below \`abp key\`.`,
  });
};
