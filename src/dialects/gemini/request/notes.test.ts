import { describe } from "vitest";
import { describeForms } from "../../fixtures/forms.ts";
import { listWriterNotes } from "../../fixtures/writer-notes.ts";
import { gemini } from "../index.ts";

describe("the writer of requests", () => {
  describeForms(
    "notes each value that it cannot write unchanged",
    listWriterNotes(gemini),
    `
    an image in another vendor's files
      refused image.file node: the file belongs to another vendor, and Google cannot read it
    an image in a file of a known type
      refused image.file node: the file belongs to another vendor, and Google cannot read it
    a document to cite
      disclosed document.citations node: the API cites what its own tools found, not what it is given
    a call that was cut off
      disclosed tool_use node: the arguments are no JSON object; they are sent as the text of one argument, \`input\`
    a result given twice
      mapped tool_result.text node: a repeated result is left out
    two different results
      refused tool_result.text node: the call c1 has two different results
    a result with several texts
      mapped tool_result.text node: the texts of the result are joined by line feeds
    a call with arguments that are no object
      disclosed tool_use node: the arguments are no JSON object; they are sent as the text of one argument, \`input\`
      disclosed tool_use node: the arguments are no JSON object; they are sent as the text of one argument, \`input\`
    results out of order
      refused tool_result.text node: no call has the id c9, and Gemini matches results by the function's name
    a result without a call
      refused tool_result.text node: no call has the id c1, and Gemini matches results by the function's name
    a system message midway
      disclosed role.system_midway node: contents know user and model alone; it is written as a marked text of the user
    a huge seed
      disclosed seed $: the seed does not fit in 32 bits, so it is left out
    another vendor's service tier
      disclosed service_tier $: the tier acme is left to the API's default
    the automatic service tier
      mapped service_tier $: the tier auto is left to the API's default
    a budget and an effort
      disclosed reasoning.effort $: the budget is sent, and Gemini takes no effort (low) beside it
    no effort
      mapped reasoning.effort $: no effort is a thinking budget of 0
    the most effort
      disclosed reasoning.effort $: max is sent as high, the highest level there is
    a very high effort
      disclosed reasoning.effort $: xhigh is sent as high, the highest level there is
    an effort that nobody knows
      refused reasoning.effort $: Gemini knows no effort "heroic"
    a way to show thinking that nobody knows
      disclosed reasoning.display $: thoughts are shown as summaries, whose detail (odd) cannot be chosen
    a schema with bounds
      disclosed output.json_schema $: Gemini does not enforce minLength (at properties.a.minLength)
      disclosed output.json_schema $: Gemini does not enforce pattern (at properties.a.pattern)
      mapped output.json_schema $: references are written out in place (at properties.b)
      mapped output.json_schema $: const is written as an enum of one value (at properties.c.const)
    a tool with a rich schema
      disclosed tool.function node: Gemini does not enforce minLength (at properties.a.minLength)
      disclosed tool.function node: Gemini does not enforce pattern (at properties.a.pattern)
      mapped tool.function node: references are written out in place (at properties.b)
      mapped tool.function node: const is written as an enum of one value (at properties.c.const)
    a tool with an odd name
      refused tool.function node: Gemini takes no function name like "a b"
  `,
  );
});
