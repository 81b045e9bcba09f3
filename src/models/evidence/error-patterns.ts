import type { ErrorPattern } from "./error-pattern.ts";
import { anthropicPatterns } from "./vendors/anthropic.ts";
import { googlePatterns } from "./vendors/google.ts";
import { moonshotPatterns } from "./vendors/moonshot.ts";
import { openaiPatterns } from "./vendors/openai.ts";

/** Every error that is recognised. */
export const errorPatterns: readonly ErrorPattern[] = [
  ...anthropicPatterns,
  ...openaiPatterns,
  ...googlePatterns,
  ...moonshotPatterns,
];
