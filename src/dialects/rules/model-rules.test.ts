import { describeForms } from "../fixtures/forms.ts";
import { modelRules } from "./model-rules.ts";
import type { ModelRule } from "./rule.ts";

function textOf({ id, feature, limit, remedies, about = [], title }: ModelRule): string {
  const parts = about.length === 0 ? "" : ` of ${about.join(", ")}`;
  return `${id}: ${feature}, by ${limit}${parts}: ${remedies.join(", ")}\n  ${title}`;
}

describeForms(
  "the rule says what it is about and what it may do",
  modelRules.map(textOf).join("\n"),
  `
    identity.user: user, by identity: hash
      A user id that is too long, or that is an e-mail address or a telephone number, is sent as its hash.
    identity.cache_key: cache.key, by identity: hash
      A cache key that is too long is sent as its hash, so that equal keys stay equal.
    identity.metadata: metadata, by identity: clamp, drop
      Metadata beyond the number of pairs is left out, and keys and values that are too long are cut.
    cache.breakpoints: cache.hint, by cache: drop
      Cache breakpoints are left out if the model, or a part of its own, takes none.
    tools.count: tool.function, by toolNames of tool: refuse
      A request with more tools than the target takes is refused.
    tools.idle_choice: tool_choice.auto, by choice: drop, refuse
      A choice among tools, or a switch for parallel calls, is left out if no tools are offered.
    schema.root: tool.function, by schema of tool: normalise
      Alternatives at the root of a tool's schema are merged into one object, and the description says which fields belong together.
    schema.branch_types: tool.function, by schema of tool: normalise
      A type beside anyOf is written in each branch.
    schema.output_root: output.json_schema, by format: normalise, emulate, refuse
      If an answer by schema must be an object, another one is asked for by a prompt and checked in the answer.
    schema.complete: tool.function, by schema: normalise
      An array without items gets items of any kind, and an object without properties an empty list of them, which means the same.
    schema.enforced_output: output.strict, by format: normalise, drop
      An answer that the caller's API always holds to its schema is asked for as strict; if a strict schema cannot say the same, the loss is named.
    schema.strict: tool.strict, by schema: normalise, drop, refuse
      A strict schema has its objects closed; one with optional fields is refused if every field must be required, and a tool is not strict if its schema refers to itself and the target rejects that.
    media.history: image.base64, by media of image, document, audio, video: drop
      An image in the history of a model that reads no images becomes a text that says so.
    media.image_type: image.base64, by media of image, document, audio, video: normalise, drop, refuse
      An image of a type that the target does not take is refused in the question, and named in the history.
    media.address: image.url, by media of image, document, audio, video: drop, refuse
      Media at an address that the target does not read is refused in the question, and named in the history.
    media.base64: image.base64, by media of image, document, audio, video: normalise
      Inline data in the URL alphabet, without padding or with line breaks is written in standard base64.
    messages.thinking_text: thinking.text, by messages of thinking: drop
      Thinking in the history is left out if the model's vendor takes none.
    messages.pairing: tool_result.text, by messages of tool_use, tool_result: normalise
      A call without a result gets one that says so, and a result without its call becomes text.
    messages.blank: text, by messages: drop, normalise
      A message without content is left out if the target answers it with an error.
    messages.first: text, by messages: normalise
      A conversation that the user does not begin, or without any message, gets a short text of the user first if the target wants one.
    media.tool_results: tool_result.media, by media of image, document, audio, video: normalise
      Images in the result of a tool follow the results in the same turn, if the target takes none in them.
    messages.call_signature: tool_use.signature, by messages of tool_use: normalise
      A call that the target did not make gets the signature that its vendor documents for such calls.
    turns.last: message.prefill, by turns: normalise
      If the last message may not be the assistant's, or would not be continued as asked, the user asks for the continuation.
    reasoning.support: reasoning.mode, by reasoning: drop, emulate
      A model that cannot think is asked by a prompt to think first; settings that mean no thinking are left out.
    reasoning.switch: reasoning.mode, by reasoning: normalise, drop
      If an effort alone leaves thinking off, thinking is switched on beside it; a forced tool, or sampling that excludes thinking, leaves the effort alone.
    reasoning.tool_turn: reasoning.mode, by reasoning: drop
      A thinking model wants the thinking of the turn whose tool calls are answered; if another model made it, thinking is off for this call.
    choice.forced: tool_choice.required, by choice of tool: normalise, drop, emulate, refuse
      If a call cannot be forced while the model thinks, thinking is off; if it can never be forced, an emulator asks for it and marks a reply without it.
    choice.parallel: parallel_tool_calls, by choice: drop, emulate
      If calls at the same time cannot be switched off, the caller is given the first one alone.
    reasoning.mode: reasoning.mode, by reasoning: normalise, clamp, drop
      Thinking is switched in a form that the model takes; if it cannot be off, the least effort or budget is requested.
    reasoning.effort: reasoning.effort, by reasoning: clamp, normalise, drop
      An effort that the model does not have becomes the nearest one; if it takes none, a budget stands in for it, or it is left out.
    reasoning.with_tools: reasoning.effort, by reasoning: clamp, refuse
      If the API takes no function tools while the model thinks, thinking is off; a model that always thinks is refused there.
    reasoning.off_effort: reasoning.effort, by reasoning: clamp
      An effort that the model takes only while it thinks is lowered if thinking is off.
    output.assumed: max_output_tokens, by output: normalise
      An API that requires an output limit is given one, at most the model's maximum, if the request has none.
    output.limit: max_output_tokens, by output: clamp
      An output limit above the model's maximum or below the API's minimum is set to that bound.
    reasoning.budget: reasoning.budget, by reasoning: clamp, drop
      A thinking budget stays within the model's bounds and below the output limit; if none fits, thinking is off.
    sampling.temperature: temperature, by sampling of sampling: clamp, drop
      A temperature outside the model's range is set to its bound, and one that the model does not take is left out.
    sampling.top_p: top_p, by sampling of sampling: clamp, drop
      A top-p outside the model's range is set to its bound, and one that the model does not take is left out.
    sampling.top_k: top_k, by sampling of sampling: clamp, drop
      A top-k outside the model's range is set to its bound, and one that the model does not take is left out.
    sampling.frequency_penalty: frequency_penalty, by sampling of sampling: clamp, drop
      A frequency penalty outside the model's range is set to its bound, and one that the model does not take is left out.
    sampling.presence_penalty: presence_penalty, by sampling of sampling: clamp, drop
      A presence penalty outside the model's range is set to its bound, and one that the model does not take is left out.
    sampling.exclusive: top_p, by sampling of sampling: drop
      If a temperature and top-p together are an error, the temperature is kept, unless it is the usual one.
    sampling.logprobs: logprobs, by sampling of sampling: drop, refuse
      A request for log probabilities is refused if the model has none.
    sampling.logit_bias: logit_bias, by sampling of sampling: drop, refuse
      A request for weights of tokens is refused if the model has none.
    sampling.candidates: candidates, by sampling of sampling: drop, refuse
      A request for several answers is refused if the model has none.
    stop: stop, by stop: emulate, refuse
      Stop sequences that are too many, too long, blank, or not taken by the model at all are applied to its answer by an emulator.
    output.format: output.json_schema, by format: emulate, refuse
      JSON that the model does not take as a format, not beside tools, or not with a schema that refers to itself is asked for by a prompt and checked in the answer.
    output.json_word: output.json, by format: normalise
      JSON mode needs the word JSON in a message; a system message says it if none does.
    output.verbosity: verbosity, by format: drop
      A verbosity that the model does not have is left out.
`,
);
