import { describe } from "vitest";
import { copilot } from "../../copilot/index.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { listWriterNotes } from "../../fixtures/writer-notes.ts";

describe("the writer of requests", () => {
  describeForms(
    "notes each value that it cannot write unchanged",
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
