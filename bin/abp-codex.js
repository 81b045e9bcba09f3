#!/usr/bin/env node
// Stands in for the executable of Codex. See docs/stand-ins.md.
import { runProgram } from "./stand-in.js";

await runProgram("codex");
