// Loads parts of this package for the programs in hosts/ and bin/. A checkout runs its sources; a published package has only the
// build. Plain JavaScript, because it runs before Node is known to read TypeScript.
import { existsSync } from "node:fs";
import { useCompileCache } from "./compile-cache.js";

const root = new URL("..", import.meta.url);
const isCheckout = existsSync(new URL("src/index.ts", root));

/** Imports a module by its path below src/, without the extension. */
export function load(module) {
  return import(new URL(isCheckout ? `src/${module}.ts` : `dist/${module}.js`, root).href);
}

/** Starts the sidecar of an agent whose code is in src/agents/. */
export async function serveAgent(agent) {
  useCompileCache();
  const [{ serveSidecar }, { openHost }] = await Promise.all([
    load("sidecar/kit/index"),
    load(`agents/${agent}/host`),
  ]);
  serveSidecar(await openHost(process.env));
}
