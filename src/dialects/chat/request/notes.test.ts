import { describe } from "vitest";
import { copilot } from "../../copilot/index.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { listWriterNotes } from "../../fixtures/writer-notes.ts";
import { kimi } from "../../kimi/index.ts";
import { openai } from "../../openai/index.ts";

describe("the writer of requests", () => {
  describeForms(
    "notes each value that it cannot write unchanged for openai",
    listWriterNotes(openai),
    `
    an image that is text
      refused image.text node: image of this form has no place in this message
    an image in another vendor's files
      refused image.file node: image of this form has no place in this message
    an image in a file of a known type
      refused image.file node: image of this form has no place in this message
    files that Google keeps
      refused image.file node: image of this form has no place in this message
      refused image.file node: image of this form has no place in this message
    an image of the assistant
      refused image.base64 node: image of this form has no place in this message
    a document of a rare type
      mapped document.base64 node: the API wants a name with the data of a file; document.zip is used
    a document to cite
      mapped document.base64 node: the API wants a name with the data of a file; document.pdf is used
    a document of the assistant
      refused document.base64 node: document of this form has no place in this message
    sound of a rare format
      mapped audio.base64 node: the format is given as flac; the published formats are wav and mp3
    sound by URL
      refused audio.url node: audio of this form has no place in this message
    a call of the user
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
    thinking of the user
      refused thinking.text node: only the assistant's messages hold what the model thought, called or refused
    thinking of another vendor
      disclosed thinking.text node: thinking that its vendor signed, sealed or summarised is left out
    a result given twice
      disclosed tool_result.text node: the call c1 has the same result twice; one is written
    two different results
      refused tool_result.text node: the call c1 has two different results
    a cache hint with a mode
      disclosed cache.hint node: the lifetime 5m is not one of 30m, 12h; the breakpoint has none
    a cache hint on a text
      disclosed cache.hint node: the lifetime 5m is not one of 30m, 12h; the breakpoint has none
      disclosed cache.hint node: a breakpoint has no scope
    a cache hint on a call
      disclosed cache.hint node: only parts of a message take a cache breakpoint
    a cache hint on a tool
      disclosed cache.hint node: only parts of a message take a cache breakpoint
    another vendor's service tier
      disclosed service_tier $.service_tier: acme is not one of auto, default, flex, scale, priority, fast, on_demand, performance
    the plain service tier
      disclosed service_tier $.service_tier: standard_only is not one of auto, default, flex, scale, priority, fast, on_demand, performance
    thinking switched on
      mapped reasoning.mode $.reasoning.mode: a reasoning model thinks unless it is told not to
    adaptive thinking
      mapped reasoning.mode $.reasoning.mode: a reasoning model thinks unless it is told not to
    adaptive thinking with a budget
      disclosed reasoning.budget $.reasoning.budget: a budget of 2000 tokens became the effort low
    a small budget
      disclosed reasoning.budget $.reasoning.budget: a budget of 10 tokens became the effort low
    a medium budget
      disclosed reasoning.budget $.reasoning.budget: a budget of 10000 tokens became the effort medium
    a large budget
      disclosed reasoning.budget $.reasoning.budget: a budget of 20000 tokens became the effort high
    a budget beyond the output limit
      disclosed reasoning.budget $.reasoning.budget: a budget of 5000 tokens became the effort medium
    a budget of zero
      disclosed reasoning.budget $.reasoning.budget: a budget of 0 tokens became the effort low
    a budget of 4096
      disclosed reasoning.budget $.reasoning.budget: a budget of 4096 tokens became the effort low
    a budget of 4097
      disclosed reasoning.budget $.reasoning.budget: a budget of 4097 tokens became the effort medium
    a budget of 16384
      disclosed reasoning.budget $.reasoning.budget: a budget of 16384 tokens became the effort medium
    a budget of 16385
      disclosed reasoning.budget $.reasoning.budget: a budget of 16385 tokens became the effort high
    an output limit of 1024
      disclosed reasoning.budget $.reasoning.budget: a budget of 2000 tokens became the effort low
    an output limit of 1025
      disclosed reasoning.budget $.reasoning.budget: a budget of 2000 tokens became the effort low
    an effort that nobody knows
      refused reasoning.effort $.reasoning.effort: heroic is not one of none, minimal, low, medium, high, xhigh, max
    thinking shown in full
      mapped reasoning.mode $.reasoning.mode: a reasoning model thinks unless it is told not to
    a way to show thinking that nobody knows
      mapped reasoning.mode $.reasoning.mode: a reasoning model thinks unless it is told not to
    a stream
      mapped stream.usage $.stream_options.include_usage: streams of the caller's dialect always carry usage, so it is asked for
  `,
  );
  describeForms(
    "notes each value that it cannot write unchanged for kimi",
    listWriterNotes(kimi),
    `
    an image that is text
      refused image.text node: image of this form has no place in this message
    an image in another vendor's files
      refused image.file node: image of this form has no place in this message
    an image in a file of a known type
      refused image.file node: image of this form has no place in this message
    files that Google keeps
      refused image.file node: image of this form has no place in this message
      refused image.file node: image of this form has no place in this message
    an image of the assistant
      refused image.base64 node: image of this form has no place in this message
    a document of a rare type
      refused document.base64 node: document of this form has no place in this message
    a document to cite
      refused document.base64 node: document of this form has no place in this message
    a document of the assistant
      refused document.base64 node: document of this form has no place in this message
    sound of a rare format
      refused audio.base64 node: audio of this form has no place in this message
    sound by URL
      refused audio.url node: audio of this form has no place in this message
    a call of the user
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
    thinking of the user
      refused thinking.text node: only the assistant's messages hold what the model thought, called or refused
    a call that was cut off
      mapped thinking.text node.reasoning_content: a turn with tool calls is refused without its thinking, so an empty one is written
    a result given twice
      mapped thinking.text node.reasoning_content: a turn with tool calls is refused without its thinking, so an empty one is written
      disclosed tool_result.text node: the call c1 has the same result twice; one is written
    two different results
      mapped thinking.text node.reasoning_content: a turn with tool calls is refused without its thinking, so an empty one is written
      refused tool_result.text node: the call c1 has two different results
    a result with several texts
      mapped thinking.text node.reasoning_content: a turn with tool calls is refused without its thinking, so an empty one is written
    a result that is an error
      mapped thinking.text node.reasoning_content: a turn with tool calls is refused without its thinking, so an empty one is written
    a call with blank arguments
      mapped thinking.text node.reasoning_content: a turn with tool calls is refused without its thinking, so an empty one is written
    a call with arguments that are no object
      mapped thinking.text node.reasoning_content: a turn with tool calls is refused without its thinking, so an empty one is written
    turns of one role
      mapped thinking.text node.reasoning_content: a turn with tool calls is refused without its thinking, so an empty one is written
    results out of order
      mapped thinking.text node.reasoning_content: a turn with tool calls is refused without its thinking, so an empty one is written
    a freeform call and its result
      mapped thinking.text node.reasoning_content: a turn with tool calls is refused without its thinking, so an empty one is written
    a cache hint on a call
      mapped thinking.text node.reasoning_content: a turn with tool calls is refused without its thinking, so an empty one is written
    adaptive thinking with a budget
      disclosed reasoning.budget $.reasoning.budget: a budget of 2000 tokens cannot be set; the switch alone is
    a small budget
      disclosed reasoning.budget $.reasoning.budget: a budget of 10 tokens cannot be set; the switch alone is
    a medium budget
      disclosed reasoning.budget $.reasoning.budget: a budget of 10000 tokens cannot be set; the switch alone is
    a large budget
      disclosed reasoning.budget $.reasoning.budget: a budget of 20000 tokens cannot be set; the switch alone is
    a budget beyond the output limit
      disclosed reasoning.budget $.reasoning.budget: a budget of 5000 tokens cannot be set; the switch alone is
    the least effort
      disclosed reasoning.effort $.reasoning.effort: minimal is not a level here; low is used
    no effort
      disclosed reasoning.effort $.reasoning.effort: none is not a level here; low is used
    a very high effort
      disclosed reasoning.effort $.reasoning.effort: xhigh is not a level here; high is used
    a budget of zero
      disclosed reasoning.budget $.reasoning.budget: a budget of 0 tokens cannot be set; the switch alone is
    a budget of 4096
      disclosed reasoning.budget $.reasoning.budget: a budget of 4096 tokens cannot be set; the switch alone is
    a budget of 4097
      disclosed reasoning.budget $.reasoning.budget: a budget of 4097 tokens cannot be set; the switch alone is
    a budget of 16384
      disclosed reasoning.budget $.reasoning.budget: a budget of 16384 tokens cannot be set; the switch alone is
    a budget of 16385
      disclosed reasoning.budget $.reasoning.budget: a budget of 16385 tokens cannot be set; the switch alone is
    an output limit of 1024
      disclosed reasoning.budget $.reasoning.budget: a budget of 2000 tokens cannot be set; the switch alone is
    an output limit of 1025
      disclosed reasoning.budget $.reasoning.budget: a budget of 2000 tokens cannot be set; the switch alone is
    an effort that nobody knows
      refused reasoning.effort $.reasoning.effort: heroic is not one of low, medium, high, max
    a choice among some tools
      disclosed tool_choice.allowed node: left out, because the tool choice does not allow it and this wire has no list of allowed tools
    a choice of an unknown tool
      disclosed tool_choice.allowed $.tool_choice: no tool is called z
    a stream
      mapped stream.usage $.stream_options.include_usage: streams of the caller's dialect always carry usage, so it is asked for
  `,
  );
  describeForms(
    "notes each value that it cannot write unchanged for copilot",
    listWriterNotes(copilot),
    `
    an image that is text
      refused image.text node: image of this form has no place in this message
    an image in another vendor's files
      refused image.file node: image of this form has no place in this message
    an image in a file of a known type
      refused image.file node: image of this form has no place in this message
    files that Google keeps
      refused image.file node: image of this form has no place in this message
      refused image.file node: image of this form has no place in this message
    an image of the assistant
      refused image.base64 node: image of this form has no place in this message
    a document of a rare type
      refused document.base64 node: document of this form has no place in this message
    a document to cite
      refused document.base64 node: document of this form has no place in this message
    a document of the assistant
      refused document.base64 node: document of this form has no place in this message
    sound of a rare format
      refused audio.base64 node: audio of this form has no place in this message
    sound by URL
      refused audio.url node: audio of this form has no place in this message
    a call of the user
      refused tool_use node: only the assistant's messages hold what the model thought, called or refused
    thinking of the user
      refused thinking.text node: only the assistant's messages hold what the model thought, called or refused
    a result given twice
      disclosed tool_result.text node: the call c1 has the same result twice; one is written
    two different results
      refused tool_result.text node: the call c1 has two different results
    thinking switched on
      mapped reasoning.mode $.reasoning.mode: a reasoning model thinks unless it is told not to
    adaptive thinking
      mapped reasoning.mode $.reasoning.mode: a reasoning model thinks unless it is told not to
    adaptive thinking with a budget
      mapped reasoning.mode $.reasoning.mode: a reasoning model thinks unless it is told not to
    an effort that nobody knows
      refused reasoning.effort $.reasoning.effort: heroic is not one of none, minimal, low, medium, high, xhigh, max
    thinking shown in full
      mapped reasoning.mode $.reasoning.mode: a reasoning model thinks unless it is told not to
    a way to show thinking that nobody knows
      mapped reasoning.mode $.reasoning.mode: a reasoning model thinks unless it is told not to
    a stream
      mapped stream.usage $.stream_options.include_usage: streams of the caller's dialect always carry usage, so it is asked for
  `,
  );
});
