#!/usr/bin/env node
// The sidecar that drives Codex. Plain JavaScript, so that it runs from a checkout and from the installed package.
import { serveAgent } from "../load.js";

await serveAgent("codex");
