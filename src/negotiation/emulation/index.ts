/** Emulation: what an engine lacks, provided around it, and a report of exactly what was done. */
export { type Emulation, emulate } from "./emulation.ts";
export type { Emulator, Preparation, TakenMember } from "./emulator.ts";
export { emulatorFor, emulators, findEmulator } from "./emulators.ts";
export { applyEmulation, applyPlan, EmulationEngine, type PlannedEmulation } from "./engine.ts";
export { checkStructuredOutput, type StructuredOutcome } from "./json-output/json-answer.ts";
export { type ExtractedJson, extractJson } from "./json-output/json-extraction.ts";
export { repairRequest } from "./json-output/repair.ts";
export { compileSchema, type SchemaError, type SchemaValidator } from "./json-schema/validator.ts";
export type { RewrittenReply, StreamRewriter } from "./reply-rewriter.ts";
export {
  type EmulationEntry,
  type EmulationReport,
  type FidelityLoss,
  fidelityLoss,
  fidelityScore,
  hasUnemulatable,
  isEmpty,
} from "./report.ts";
export {
  canEmulate,
  defaultStrategy,
  type EmulationConfig,
  type EmulationStrategy,
  TAGGED_THINKING_PROMPT,
  THINKING_PROMPT,
} from "./strategy.ts";
