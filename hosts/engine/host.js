#!/usr/bin/env node
// The sidecar that is the tool loop of an engine backend. Plain JavaScript, so that it runs from a checkout and from the installed package.
import { serveAgent } from "../load.js";

await serveAgent("engine");
