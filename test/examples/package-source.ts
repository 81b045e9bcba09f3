import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import manifest from "../../package.json" with { type: "json" };

// Resolves `agent-backplane/…` to the build that the tests share, or without one to the sources of its exports.
const built = process.env["TEST_BUILT_PACKAGE"];
const root = built === undefined ? new URL("../../", import.meta.url) : pathToFileURL(`${built}/`);
const exported: Readonly<Record<string, string | { readonly default: string }>> = manifest.exports;

registerHooks({
  resolve(specifier, context, next) {
    if (!/^agent-backplane(\/|$)/.test(specifier)) return next(specifier, context);
    const entry = exported[specifier.replace("agent-backplane", ".")];
    if (entry === undefined || typeof entry === "string") {
      throw new Error(`${specifier} is not in the exports of package.json`);
    }
    const source = entry.default.replace("./dist/", "src/").replace(/\.js$/, ".ts");
    return next(new URL(built === undefined ? source : entry.default, root).href, context);
  },
});
