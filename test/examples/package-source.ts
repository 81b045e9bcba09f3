import { registerHooks } from "node:module";
import manifest from "../../package.json" with { type: "json" };

// Resolves `agent-backplane/…` to the sources of its exports, so that an example runs without a build.
const root = new URL("../../", import.meta.url);
const exported: Readonly<Record<string, string | { readonly default: string }>> = manifest.exports;

registerHooks({
  resolve(specifier, context, next) {
    if (!/^agent-backplane(\/|$)/.test(specifier)) return next(specifier, context);
    const entry = exported[specifier.replace("agent-backplane", ".")];
    if (entry === undefined || typeof entry === "string") {
      throw new Error(`${specifier} is not in the exports of package.json`);
    }
    const source = entry.default.replace("./dist/", "src/").replace(/\.js$/, ".ts");
    return next(new URL(source, root).href, context);
  },
});
