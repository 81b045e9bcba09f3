#!/usr/bin/env node
// The sidecar that is the tool loop of an engine backend. Plain JavaScript, so that it runs from a checkout and from the installed package.
import { existsSync } from "node:fs";
import { enableCompileCache } from "node:module";

enableCompileCache();
const root = new URL("../../", import.meta.url);
const source = existsSync(new URL("src/agents/engine/host.ts", root));
const load = (module) => import(new URL(source ? `src/${module}.ts` : `dist/${module}.js`, root).href);
const [{ serveSidecar }, { openHost }] = await Promise.all([
  load("sidecar/kit/index"),
  load("agents/engine/host"),
]);

serveSidecar(await openHost(process.env));
