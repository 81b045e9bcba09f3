import { forcedChoice } from "./choice/forced.ts";
import { parallelCalls } from "./choice/parallel.ts";
import { assumedLimit } from "./output/assumed-limit.ts";
import { outputFormat } from "./output/format.ts";
import { jsonWord } from "./output/json-word.ts";
import { outputLimit } from "./output/output-limit.ts";
import { stopSequences } from "./output/stop.ts";
import { verbosity } from "./output/verbosity.ts";
import { thinkingBudget } from "./reasoning/budget.ts";
import { effortWord } from "./reasoning/effort.ts";
import { thinkingMode } from "./reasoning/mode.ts";
import { offEffort } from "./reasoning/off-effort.ts";
import { thinkingSupport } from "./reasoning/support.ts";
import { thinkingSwitch } from "./reasoning/switch.ts";
import { toolTurn } from "./reasoning/tool-turn.ts";
import { thinkingWithTools } from "./reasoning/with-tools.ts";
import type { ModelRule } from "./rule.ts";
import { exclusiveSampling } from "./sampling/exclusive.ts";
import { numberRule } from "./sampling/number.ts";
import { logitBias, logProbabilities, severalAnswers } from "./sampling/promises.ts";
import { lastTurn } from "./turns/last-turn.ts";

/**
 * The rules for the settings of a request. Thinking is settled first, because sampling depends on it; the output limit
 * before the budget, which lies below it.
 */
export const parameterRules: readonly ModelRule[] = [
  lastTurn,
  thinkingSupport,
  thinkingSwitch,
  toolTurn,
  forcedChoice,
  parallelCalls,
  thinkingMode,
  effortWord,
  thinkingWithTools,
  offEffort,
  assumedLimit,
  outputLimit,
  thinkingBudget,
  numberRule("temperature", "temperature", "temperature", 1),
  numberRule("topP", "top_p", "top-p", 1),
  numberRule("topK", "top_k", "top-k"),
  numberRule("frequencyPenalty", "frequency_penalty", "frequency penalty", 0),
  numberRule("presencePenalty", "presence_penalty", "presence penalty", 0),
  exclusiveSampling,
  logProbabilities,
  logitBias,
  severalAnswers,
  stopSequences,
  outputFormat,
  jsonWord,
  verbosity,
];
