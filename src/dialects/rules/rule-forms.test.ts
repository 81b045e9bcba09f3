import { describe } from "vitest";
import { describeForms, showUndefined } from "../fixtures/forms.ts";
import { applyRules } from "./apply-rules.ts";
import { conversation } from "./fixtures/applying.ts";
import { ruleCases } from "./fixtures/rule-cases.ts";

function listApplied(): string {
  return Object.entries(ruleCases)
    .map(([name, [limits, parts]]) => {
      const before = conversation(parts);
      const notes: string[] = [];
      const after = applyRules(before, limits, ({ node, at, disposition, reason, feature, rule, emulator }) =>
        notes.push(
          `  ${rule} ${disposition} ${feature ?? "-"} ${emulator ?? "-"} ${node === undefined ? at : `node${at}`}: ${reason}`,
        ),
      );
      const changed = Object.entries(after).filter(
        ([member, value]) => value !== Reflect.get(before, member),
      );
      const shown = after === before ? "same" : JSON.stringify(Object.fromEntries(changed), showUndefined);
      const lost = Object.keys(before).filter((member) => !(member in after));
      return [`${name}: ${[shown, ...lost.map((member) => `without ${member}`)].join(" ")}`, ...notes].join(
        "\n",
      );
    })
    .join("\n");
}

describe("the rules", () => {
  describeForms(
    "make each conversation acceptable",
    listApplied(),
    `
    a temperature beyond the range: {"sampling":{"temperature":1,"topP":0.5}}
      sampling.temperature disclosed temperature - $: the temperature goes from 0 to 1 here; 1 is used in place of 2
    penalties that are rejected: {"sampling":{}}
      sampling.frequency_penalty disclosed frequency_penalty - $: m takes no frequency penalty, so it is left out
      sampling.presence_penalty disclosed presence_penalty - $: m takes no presence penalty, so it is left out
    penalties of zero: {"sampling":{}}
      sampling.frequency_penalty mapped frequency_penalty - $: 0 is what m uses anyway
      sampling.presence_penalty mapped presence_penalty - $: 0 is what m uses anyway
    a number without effect: {"sampling":{}}
      sampling.top_k disclosed top_k - $: m takes a top-k without effect, so it is left out
    the only number: {"sampling":{}}
      sampling.top_p disclosed top_p - $: m takes no other top-p than 1, so it is left out
    two answers: {"sampling":{}}
      sampling.candidates refused candidates - $: m has no several answers here
    temperature and top-p: {"sampling":{"topP":0.5}}
      sampling.exclusive mapped temperature - $: m takes a temperature or top-p, not both; the top-p is sent
    promises that are rejected: {"sampling":{}}
      sampling.logprobs refused logprobs - $: m has no log probabilities here
      sampling.logit_bias refused logit_bias - $: m has no weights of tokens here
    promises that ask for nothing: {"sampling":{}}
      sampling.logit_bias mapped logit_bias - $: asks for nothing that the model would not do anyway
    numbers while the model thinks: {"sampling":{}}
      sampling.temperature disclosed temperature - $: m takes no other temperature than 1, so it is left out
    a small output limit: {"maxOutputTokens":16}
      output.limit disclosed max_output_tokens - $: the least output limit here is 16 tokens, not 5
    a large output limit: {"maxOutputTokens":100}
      output.limit disclosed max_output_tokens - $: m generates at most 100 tokens, not 500
    no output limit: {"maxOutputTokens":4096}
      output.assumed mapped max_output_tokens - $.max_tokens: the wire requires a limit and none was given; 4096 is used
    many stop sequences: same
      stop emulated stop stop_sequences.truncate $: at most 2 stop sequences are taken
    a verbosity: {} without verbosity
      output.verbosity disclosed verbosity - $: m has no verbosity low
    JSON without the word: {"messages":[{"role":"system","content":[{"type":"text","text":"Answer in JSON."}]},{"role":"user","content":[{"type":"text","text":"hi"}]}]}
      output.json_word mapped output.json - $: JSON mode needs the word in a message here; "Answer in JSON." is added
    JSON with the word in the system prompt: same
    JSON with the word in the system prompt alone: {"messages":[{"role":"system","content":[{"type":"text","text":"Answer in JSON."}]},{"role":"user","content":[{"type":"text","text":"hi"}]}]}
      output.json_word mapped output.json - $: JSON mode needs the word in a message here; "Answer in JSON." is added
    JSON with the word in a result: same
    a schema for a model without any: same
      output.format emulated output.json_schema structured_output_json_schema.instruct $: m takes no JSON Schema for its answer
    a schema that is no object: same
      schema.output_root emulated output.json_schema structured_output_json_schema.instruct $: m takes the schema of an object for its answer, and of nothing else
    a schema with a reference at its root: {"output":{"kind":"json_schema","schema":{"type":"object","properties":{"a":{"type":"string"}},"$defs":{"a":{"type":"object","properties":{"a":{"type":"string"}}}}}}}
      schema.output_root mapped output.json_schema - $: the root of the schema is written as an object, which it means
    a schema that refers to itself: same
      output.format emulated output.json_schema structured_output_json_schema.instruct $: the target cannot keep an answer to a schema that refers to itself
    a schema beside tools: same
      output.format emulated output.json_schema structured_output_json_schema.instruct $: m takes no format beside tools
    a schema to enforce: same
      schema.enforced_output disclosed output.strict - $: the target enforces only strict schemas, and "a" is optional; the answer may differ from the schema
    a schema with its strictness: same
    a schema to enforce that is no object: same
    roots of tools: {"tools":[{"kind":"function","name":"plain","parameters":{"type":"object","properties":{}}},{"kind":"function","name":"any","parameters":{"type":"object","properties":{"a":{"type":"string"},"b":{}},"description":"The arguments must match at least one of: [{\\"type\\":\\"object\\",\\"properties\\":{\\"a\\":{\\"type\\":\\"string\\"}}},{\\"type\\":\\"object\\",\\"properties\\":{\\"b\\":{}}}]"}},{"kind":"function","name":"all","parameters":{"type":"object","properties":{"a":{"type":"string"}}}},{"kind":"function","name":"list","parameters":{"type":"object","properties":{"a":{"type":"string"}},"description":"The arguments must match exactly one of: [{\\"type\\":\\"object\\",\\"properties\\":{\\"a\\":{\\"type\\":\\"string\\"}}}]"}},{"kind":"function","name":"text","parameters":{"type":"object"}}]}
      schema.root disclosed tool.function - node: the target takes no anyOf at the root of a schema; its alternatives are one object, and the description names them
      schema.root mapped tool.function - node: the schema is written as one object, which the target requires at the root
      schema.root disclosed tool.function - node: the target takes no oneOf at the root of a schema; its alternatives are one object, and the description names them
      schema.root disclosed tool.function - node: the target requires the type object at the root of a schema; it is written in place of another
    types beside anyOf: {"tools":[{"kind":"function","name":"f","parameters":{"type":"object","properties":{"a":{"anyOf":[{"type":"string","minLength":1},true]}}}}]}
      schema.branch_types mapped tool.function - node: the target wants the type in each branch of anyOf, and not beside it
    schemas that name nothing: {"tools":[{"kind":"function","name":"f","parameters":{"type":"object","properties":{}}},{"kind":"function","name":"g","parameters":{"type":"object","properties":{}}}],"output":{"kind":"json_schema","schema":{"type":"array","items":{}}}}
      schema.complete mapped tool.function - node: the target wants the items of arrays and the properties of objects named; they are, as any
      schema.complete mapped output.json_schema - $: the target wants the items of arrays and the properties of objects named; they are, as any
    tools that refer to themselves: same
    strict tools: same
      schema.strict refused tool.strict - node: a strict schema must require every field here, and "a" is optional; send it without strict
    a call that is forced: same
      choice.forced emulated tool_choice.required tool_choice.prompt $: m cannot be forced to call a tool; a prompt asks for the call
    one tool that is forced: same
      choice.forced emulated tool_choice.tool tool_choice.prompt $: m cannot be forced to call a tool; a prompt asks for the call
    one tool of a namespace that is forced: same
      choice.forced emulated tool_choice.tool tool_choice.prompt $: m cannot be forced to call a tool; a prompt asks for the call
    a call that is forced while the model thinks: {} without reasoning
      choice.forced disclosed reasoning.mode - $: m can be made to call a tool only while it does not think, so thinking is off
    parallel calls: same
      choice.parallel emulated parallel_tool_calls parallel_tool_calls.first $: m has no switch for parallel calls
    a choice without tools: {} without toolChoice without parallelToolCalls
      tools.idle_choice mapped parallel_tool_calls - $: no tools are offered, so the switch means nothing
      tools.idle_choice refused tool_choice.required - $: a tool must be called and none is offered
    the plain choice without tools: {} without toolChoice
      tools.idle_choice mapped tool_choice.auto - $: no tools are offered, so nothing is chosen
    the assistant's last message: {"messages":[{"role":"user","content":[{"type":"text","text":"a"}]},{"role":"assistant","content":[{"type":"text","text":"b"}]},{"role":"user","content":[{"type":"text","text":"Continue."}]}]}
      turns.last disclosed message.prefill - node: m takes no last message of the assistant; the user asks for the continuation
    the assistant's last message to go on: {"messages":[{"role":"user","content":[{"type":"text","text":"a"}]},{"role":"assistant","content":[{"type":"text","text":"b"}]},{"role":"user","content":[{"type":"text","text":"Continue your last message from exactly where it ends. Do not repeat any of it."}]}]}
      turns.last disclosed message.prefill - node: m answers the assistant's text and does not continue it; the user asks for the continuation
    the assistant's last call: same
    the user's last message: same
    blank messages: {"messages":[{"role":"user","content":[{"type":"tool_result","id":"c","kind":"function","content":[{"type":"text","text":"(no output)"}]}]},{"role":"user","content":[{"type":"text","text":"a"}]}]}
      messages.blank mapped tool_result.text - node: an empty result is an error at the target; it is sent as "(no output)"
      messages.blank disclosed text - node: a message of role user without content is an error at the target; it is left out
      messages.blank disclosed text - node: a message of role assistant without content is an error at the target; it is left out
    a first message of the assistant: {"messages":[{"role":"user","content":[{"type":"text","text":"(The conversation begins.)"}]},{"role":"assistant","content":[{"type":"text","text":"a"}]}]}
      messages.first disclosed text - node: a conversation must begin with the user here; the text "(The conversation begins.)" is put first
    no messages: {"messages":[{"role":"user","content":[{"type":"text","text":"(The conversation begins.)"}]}]}
      messages.first disclosed text - $: a conversation must have a message here; the text "(The conversation begins.)" is put first
    calls and results that do not pair: {"messages":[{"role":"user","content":[{"type":"text","text":"Result for the call z:"},{"type":"text","text":"early"}]},{"role":"assistant","content":[{"type":"text","text":"x"},{"type":"tool_use","id":"a","name":"f","kind":"function","input":{}},{"type":"tool_use","id":"b","name":"f","kind":"function","input":{}}]},{"role":"tool","content":[{"type":"tool_result","id":"a","name":"f","kind":"function","content":[{"type":"text","text":"The call has no result: it was not carried out, or its result is not known."}],"isError":true}]},{"role":"user","content":[{"type":"tool_result","id":"b","kind":"function","content":[{"type":"text","text":"1"}]},{"type":"text","text":"t"},{"type":"tool_result","id":"b","kind":"function","content":[{"type":"text","text":"2"}]}]},{"role":"assistant","content":[{"type":"tool_use","id":"d","name":"f","kind":"function","input":{}}]},{"role":"tool","content":[{"type":"tool_result","id":"d","name":"f","kind":"function","content":[{"type":"text","text":"The call has no result: it was not carried out, or its result is not known."}],"isError":true}]}]}
      messages.pairing disclosed tool_result.text - node: no call before this result has the id z; it is sent as text
      messages.pairing disclosed tool_use - node: the call a has no result, and the target requires one; a result that says so is added
      messages.pairing disclosed tool_use - node: the call d has no result, and the target requires one; a result that says so is added
    calls without a signature: {"messages":[{"role":"user","content":[{"type":"text","text":"a"}]},{"role":"assistant","content":[{"type":"tool_use","id":"a","name":"f","kind":"function","input":{},"signature":"skip"},{"type":"tool_use","id":"b","name":"f","kind":"function","input":{}}]},{"role":"user","content":[{"type":"tool_result","id":"a","kind":"function","content":[]}]},{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","kind":"function","input":{},"signature":"s"}]}]}
      messages.call_signature mapped tool_use.signature - node: the target wants a signature on the first call of a step; the one for calls of other models is sent
    thinking as text: {"messages":[{"role":"assistant","content":[{"type":"text","text":"a"}]}]}
      messages.thinking_text disclosed thinking.text - node: the model's vendor takes no thinking in the history
    images of other types: same
      media.image_type refused image.base64 - node: images of type image/jpg are not accepted
      media.image_type refused image.base64 - node: images of type image/tiff are not accepted
    kinds of media that are not read: same
    media of the history that are not read: {"messages":[{"role":"user","content":[{"type":"text","text":"[An image was here. This model cannot read images.]"}]},{"role":"assistant","content":[{"type":"text","text":"a"}]},{"role":"user","content":[{"type":"text","text":"b"}]}]}
      media.history disclosed image.base64 - node: the model reads no images, so a text stands in its place
    media in results: {"messages":[{"role":"user","content":[{"type":"text","text":"a"}]},{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","kind":"function","input":{}}]},{"role":"user","content":[{"type":"tool_result","id":"c","kind":"function","content":[{"type":"text","text":"x"}]},{"type":"text","text":"Content of the result of the tool call c:"},{"type":"image","source":{"kind":"base64","mediaType":"image/png","data":"QUJD"}}]}]}
      media.tool_results mapped tool_result.media - node: the target takes no media in a result; it follows the results in the same turn
    addresses of media: same
      media.address refused image.url - node: the target does not read this address; send the bytes instead
      media.address refused document.url - node: the target does not read this address; send the bytes instead
    base64 of another alphabet: {"messages":[{"role":"user","content":[{"type":"image","source":{"kind":"base64","mediaType":"image/png","data":"+/+/"}},{"type":"image","source":{"kind":"base64","mediaType":"image/png","data":"QQ=="}},{"type":"image","source":{"kind":"base64","mediaType":"image/png","data":"QUJD"}}]}]}
      media.base64 mapped image.base64 - node: the data is written in the standard alphabet of base64, with padding
      media.base64 mapped image.base64 - node: the data is written in the standard alphabet of base64, with padding
    long names of the caller: {"user":"cd80f2ff","cache":{"key":"bf1b4c7f"}}
      identity.user disclosed user - $.user: the id has 21 characters and the target takes 8; its hash is sent
      identity.cache_key mapped cache.key - $.prompt_cache_key: the key has 21 characters and the target takes 8; its hash groups the same requests
    a user with an address: {"user":"ebb18a030bf15174f5714e24d63af1a81355c951ea7389bd2a9bd18e3d0c2477"}
      identity.user disclosed user - $.user: the target takes no e-mail address or telephone number; its hash is sent
    metadata beyond its limits: {"metadata":{"a":"1","long":"2","b":"a lo"}}
      identity.metadata disclosed metadata - $.metadata: 1 names are cut to 4 characters
      identity.metadata disclosed metadata - $.metadata: 1 values are cut to 4 characters
      identity.metadata disclosed metadata - $.metadata: 3 pairs beyond 3 are left out
    a model that cannot think: same
      reasoning.support emulated reasoning.mode extended_thinking.prompt $: m does not think by itself; a prompt asks for it
    thinking that cannot be off: {} without reasoning
      reasoning.mode disclosed reasoning.mode - $: m always thinks, so thinking stays on
    an effort off the scale: {"reasoning":{"effort":"high"}}
      reasoning.effort disclosed reasoning.effort - $: m has no effort medium; high is the nearest
    an effort that nobody knows: {} without reasoning
      reasoning.effort disclosed reasoning.effort - $: m takes no effort; its own is used
    a great effort without thinking: {"reasoning":{"mode":"off","effort":"low"}}
      reasoning.off_effort disclosed reasoning.effort - $: without thinking, m takes an effort up to low, not high
    a great effort with thinking: same
    a small budget: {"reasoning":{"mode":"on","budgetTokens":1024}}
      reasoning.budget disclosed reasoning.budget - $: a budget of 5 tokens is not accepted; 1024 is used
    a large budget: {"reasoning":{"mode":"on","budgetTokens":2048}}
      reasoning.budget disclosed reasoning.budget - $: a budget of 5000 tokens is not accepted; 2048 is used
    a budget beyond the output: {"reasoning":{"mode":"on","budgetTokens":2999}}
      reasoning.budget disclosed reasoning.budget - $: a budget of 5000 tokens is not accepted; 2999 is used
    a budget without room: {"reasoning":{"mode":"off"}}
      reasoning.budget disclosed reasoning.budget - $: a budget is at least 1024 tokens and below the output limit, which is 1024, so thinking is off
    thinking with tools: same
      reasoning.with_tools refused reasoning.effort - $: m always thinks, and takes tools at the Responses API alone; use an engine with the dialect codex
    a tool turn without its thinking: {"reasoning":{"mode":"off"}}
      reasoning.tool_turn disclosed reasoning.mode - $: the turn that called the tools is there without its thinking, so thinking is off for this call
    breakpoints: {"messages":[{"role":"user","content":[{"type":"text","text":"a","cache":{}}]},{"role":"assistant","content":[{"type":"text","text":"b"}]}]}
      cache.breakpoints disclosed cache.hint - node: the model's own turns take no cache breakpoint
    no breakpoints: {"messages":[{"role":"user","content":[{"type":"text","text":"a"}]}]}
      cache.breakpoints disclosed cache.hint - node: m takes no cache breakpoints
    another API: same
    `,
  );
});
