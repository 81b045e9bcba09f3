#!/usr/bin/env node
// The sidecar that drives any agent that prints JSON lines. Plain JavaScript, so that it runs from a checkout and from the installed package.
import { serveAgent } from "../load.js";

await serveAgent("jsonl");
