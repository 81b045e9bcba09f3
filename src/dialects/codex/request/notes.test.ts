import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listWriterNotes } from "../../fixtures/writer-notes.ts";
import { codex } from "../index.ts";

describe("the writer of requests", () => {
  describeForms(
    "notes each value that it cannot write unchanged",
    listWriterNotes(codex),
    `
    an image in a file of a known type
      disclosed - node: the media type image/png cannot be stated for a file that is only referenced
    an image of the assistant
      refused - node: the model's turn holds no image here
    an image in the system prompt
      refused system.text node: instructions are text
    a document of a rare type
      mapped document.base64 node: the API wants a name with the data of a file; document.zip is used
    a document to cite
      mapped document.base64 node: the API wants a name with the data of a file; document.pdf is used
    a document of the assistant
      refused - node: the model's turn holds no document here
    sound by URL
      refused audio.url node: audio is sent inline only
    a call of the user
      refused tool_use node: only the model's own turns hold what it thought or called
    thinking of the user
      refused thinking.text node: only the model's own turns hold what it thought or called
    thinking without a proof
      disclosed thinking.text node: only reasoning that this API issued can be sent back to it
    thinking of another vendor
      disclosed thinking.text node: only reasoning that this API issued can be sent back to it
    a system prompt of two blocks
      disclosed cache.hint node: only text, images and files of the input take a cache breakpoint
    a hosted tool
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a tool without parameters
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a forced tool
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a required call
      mapped tool.strict node: this API makes a function strict unless told otherwise
    parallel calls alone
      mapped tool.strict node: this API makes a function strict unless told otherwise
    no calls
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a cache hint on a text
      disclosed cache.hint node: a breakpoint lives for 30m or 12h, not for 5m; the API's default is used
      disclosed cache.hint node: a breakpoint has no scope
    a cache hint on a call
      disclosed cache.hint node: only text, images and files of the input take a cache breakpoint
    a cache hint on a tool
      disclosed cache.hint node: only text, images and files of the input take a cache breakpoint
      mapped tool.strict node: this API makes a function strict unless told otherwise
    another vendor's service tier
      disclosed service_tier $.service_tier: acme is not one of auto, default, flex, scale, priority, fast, ultrafast
    the plain service tier
      mapped service_tier $.service_tier: standard_only is called default here
    a modality beside text
      refused modalities $.modalities: this API answers in text
    thinking switched on
      mapped reasoning.mode $.reasoning: thinking is switched on by a level, so medium is requested
    adaptive thinking
      mapped reasoning.mode $.reasoning: thinking is switched on by a level, so medium is requested
    adaptive thinking with a budget
      disclosed reasoning.budget $.reasoning: the level low stands in for 2000 tokens
    a small budget
      disclosed reasoning.budget $.reasoning: the level low stands in for 10 tokens
    a medium budget
      disclosed reasoning.budget $.reasoning: the level medium stands in for 10000 tokens
    a large budget
      disclosed reasoning.budget $.reasoning: the level high stands in for 20000 tokens
    a budget beyond the output limit
      disclosed reasoning.budget $.reasoning: the level medium stands in for 5000 tokens
    a budget and an effort
      disclosed reasoning.budget $.reasoning: the level low stands in for 5000 tokens
    a budget of zero
      disclosed reasoning.budget $.reasoning: the level low stands in for 0 tokens
    a budget of 4096
      disclosed reasoning.budget $.reasoning: the level low stands in for 4096 tokens
    a budget of 4097
      disclosed reasoning.budget $.reasoning: the level medium stands in for 4097 tokens
    a budget of 16384
      disclosed reasoning.budget $.reasoning: the level medium stands in for 16384 tokens
    a budget of 16385
      disclosed reasoning.budget $.reasoning: the level high stands in for 16385 tokens
    an output limit of 1024
      disclosed reasoning.budget $.reasoning: the level low stands in for 2000 tokens
    an output limit of 1025
      disclosed reasoning.budget $.reasoning: the level low stands in for 2000 tokens
    an effort that nobody knows
      disclosed reasoning.effort $.reasoning: heroic is no level that the API documents; sent as it stands
    thinking shown in full
      mapped reasoning.mode $.reasoning: thinking is switched on by a level, so medium is requested
      disclosed reasoning.display $.reasoning: the API shows a summary of the thinking, so a detailed one is requested
    a way to show thinking that nobody knows
      mapped reasoning.mode $.reasoning: thinking is switched on by a level, so medium is requested
      disclosed reasoning.display $.reasoning: odd is no way of showing thinking here; the default is used
    a schema without a name
      mapped output.json_schema $.text.format.name: a schema must have a name here, so it is called response
    a tool with a rich schema
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a tool without a type
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a tool with an odd name
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a choice among some tools
      mapped tool.strict node: this API makes a function strict unless told otherwise
      mapped tool.strict node: this API makes a function strict unless told otherwise
    a choice of an unknown tool
      mapped tool.strict node: this API makes a function strict unless told otherwise
  `,
  );
});
