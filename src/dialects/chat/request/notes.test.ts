import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listWriterNotes } from "../../fixtures/writer-notes.ts";
import { openai } from "../../openai/index.ts";

describe("the writer of requests", () => {
  describeForms(
    "notes each value that it cannot write unchanged",
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
});
