import type { Config } from "../../config/index.ts";
import { AbpError } from "../../contract/index.ts";
import { enginesOf } from "../../gateway/index.ts";
import { suggest } from "../../lib/index.ts";

/** Throws `usage_invalid` if the configuration has no engine with this name. */
export function requireEngine(config: Config, engine: string | undefined): void {
  const names = Object.keys(enginesOf(config));
  if (engine === undefined || names.includes(engine)) return;
  const near = suggest(engine, names);
  const hint =
    near === undefined ? `there are: ${names.join(", ")}` : `did you mean ${JSON.stringify(near)}?`;
  throw new AbpError("usage_invalid", `no engine is named ${JSON.stringify(engine)}; ${hint}`, {
    where: "--engine",
    advice: "Name an engine of the configuration; `abp engines` lists them.",
  });
}
