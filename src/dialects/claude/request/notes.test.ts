import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listWriterNotes } from "../../fixtures/writer-notes.ts";
import { claude } from "../index.ts";

describe("the writer of requests", () => {
  describeForms(
    "notes each value that it cannot write unchanged",
    listWriterNotes(claude),
    `
    a text without words
      mapped text node: a block without text is not accepted and says nothing
    a citation of another vendor
      disclosed citation node: a citation that another vendor made has no form here
    an image of a rare type
      refused image.base64 node: images of type image/tiff are not accepted
    an image that is text
      refused image.text node: an image cannot be text
    an image in another vendor's files
      refused image.file node: the file was uploaded to acme and is not known here
    files that Google keeps
      refused image.file node: the file was uploaded to google and is not known here
      refused image.file node: the file was uploaded to other and is not known here
    an image of the assistant
      refused image.base64 node: a message of role assistant takes no image
    an image in the system prompt
      refused image.base64 node: the system prompt takes no image
    a document of a rare type
      refused document.base64 node: documents of type application/zip are not accepted
    a document of Markdown
      disclosed document.text node: a document of type text/markdown is sent as plain text
    a document of the assistant
      refused document.base64 node: a message of role assistant takes no document
    thinking of the user
      disclosed thinking.text node: thinking without a signature of the API is not accepted in the history
    thinking without a proof
      disclosed thinking.text node: thinking without a signature of the API is not accepted in the history
    a call that was cut off
      disclosed tool_use node: the arguments are no whole JSON object; the members that are whole are kept
    a result given twice
      mapped tool_result.text node: the result of c1 is given twice, and sent once
    two different results
      refused tool_result.text node: the call c1 has two different results
    a call with arguments that are no object
      disclosed tool_use node: the arguments are no whole JSON object; the members that are whole are kept
      disclosed tool_use node: the arguments are no whole JSON object; the members that are whole are kept
    citations of each vendor
      disclosed citation node: a citation that another vendor made has no form here
    citations of the model
      disclosed citation node: a citation that another vendor made has no form here
    a system message midway
      mapped role.system_midway node: a system message follows the user's turn, so it stands behind it
    another vendor's service tier
      disclosed service_tier $.service_tier: the tier acme does not exist here
    thinking switched on
      mapped reasoning.mode $.thinking: thinking without a budget is adaptive here
    adaptive thinking with a budget
      disclosed reasoning.budget $.thinking.budget_tokens: adaptive thinking has no budget; it becomes a fixed one
    the least effort
      disclosed reasoning.effort $.output_config.effort: minimal does not exist here; low is the least there is
    an effort and thinking
      mapped reasoning.mode $.thinking: thinking without a budget is adaptive here
    the flexible service tier
      disclosed service_tier $.service_tier: the tier flex does not exist here
    an effort that nobody knows
      refused reasoning.effort $.output_config.effort: the effort heroic is not known here
    thinking shown in full
      mapped reasoning.mode $.thinking: thinking without a budget is adaptive here
      disclosed reasoning.display $.thinking.display: full does not exist here; summarized is used
    a way to show thinking that nobody knows
      mapped reasoning.mode $.thinking: thinking without a budget is adaptive here
      disclosed reasoning.display $.thinking.display: odd does not exist here; summarized is used
    a display without thinking
      disclosed reasoning.display $.thinking.display: thinking is not switched on in so many words
    a schema with bounds
      mapped output.json_schema $.output_config.format.name: only a label, which this wire does not have
      disclosed output.json_schema $.output_config.format.description: has no place in this wire
      disclosed output.json_schema $.output_config.format.schema.properties.a.minLength: minLength is not enforced by this wire
      disclosed output.json_schema $.output_config.format.schema.properties.a.pattern: pattern is not enforced by this wire
      disclosed output.json_schema $.output_config.format.schema.$defs.d.minimum: minimum is not enforced by this wire
      mapped output.json_schema $.output_config.format.schema.additionalProperties: objects are closed, as this wire requires
    a tool without a type
      mapped tool.function node: the wire requires the type, which can only be object
    a choice among some tools
      disclosed tool_choice.allowed node: left out, because the tool choice does not allow it and this wire has no list of allowed tools
    a choice of an unknown tool
      disclosed tool_choice.allowed $.tool_choice: no tool is called z
    a required call without tools
      refused tool_choice.required $.tool_choice: a tool must be called and none is given
    a choice without tools
      mapped tool_choice.none $.tool_choice: nothing to choose from, so nothing is written
  `,
  );
});
