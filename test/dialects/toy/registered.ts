/**
 * Loaded with `--import`: gives the modules that are loaded after it the two edits that add a dialect, its folder and its id in the
 * registry, and what `npm run generate` then derives for the code.
 */
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";

const dialects = new URL("../../../src/dialects/", import.meta.url);
const registry = new URL("registry/index.ts", dialects);
const before = readFileSync(registry, "utf8");
const after = before.replace('"copilot"] as const', '"copilot", "toy"] as const');
if (after === before) throw new Error("the list of dialects has changed");

const edited = new Map([[registry.href, after]]);
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === "../toy/index.ts" && context.parentURL?.startsWith(dialects.href) === true
      ? { url: new URL("index.ts", import.meta.url).href, shortCircuit: true }
      : next(specifier, context),
  load: (url, context, next) => {
    const source = edited.get(url);
    return source === undefined
      ? next(url, context)
      : { format: "module-typescript", source, shortCircuit: true };
  },
});

const { DIALECT_MODULES_PATH, renderDialectModules } = await import("../../../scripts/dialect-modules.ts");
edited.set(new URL(`../../../${DIALECT_MODULES_PATH}`, import.meta.url).href, renderDialectModules());
