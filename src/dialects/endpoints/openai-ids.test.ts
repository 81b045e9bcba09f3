import { expect, it } from "vitest";
import { listAccountIds } from "../fixtures/vendor-tables.ts";
import { chatIds, lineIds, responsesIds } from "./openai-ids.ts";

const read = [
  "read file_id {prefixes:[file-,file_],certain:/^file[-_]/}",
  "read file_ids {prefixes:[file-,file_],certain:/^file[-_]/}",
  "read training_file {prefixes:[file-,file_],certain:/./}",
  "read validation_file {prefixes:[file-,file_],certain:/./}",
  "read input_file_id {prefixes:[file-,file_],certain:/./,isInput:true}",
  "read vector_store_id {prefixes:[vs_],certain:/^vs_/}",
  "read vector_store_ids {prefixes:[vs_],certain:/^vs_/}",
  "read container {prefixes:[cntr_]}",
  "read container_id {prefixes:[cntr_]}",
  "read container.id {prefixes:[cntr_]}",
  "read skill_id {prefixes:[skill_],certain:/^skill_/}",
];
const notRead =
  "notRead [[metadata],[tools,parameters],[functions,parameters],[format,schema],[json_schema,schema]]";
const models = "models {prefixes:[ft:],only:/^ft:/i,suffix:/:ckpt-step-\\\\d+$/}";

it.each([
  [
    "the Responses API reads, keeps and shows ids",
    responsesIds,
    [
      ...read,
      "read prompt.id {prefixes:[pmpt_],certain:/^pmpt_/,sharedBy:prompts}",
      "read voice.id {prefixes:[voice_],certain:/^voice_/}",
      "kept input.id {prefixes:[],isItem:true}",
      "kept items.id {prefixes:[],isItem:true}",
      "made output.container_id {prefixes:[cntr_]}",
      "made output.environment.container_id {prefixes:[cntr_]}",
      "made response.output.container_id {prefixes:[cntr_]}",
      "made response.output.environment.container_id {prefixes:[cntr_]}",
      "made item.container_id {prefixes:[cntr_]}",
      "made item.environment.container_id {prefixes:[cntr_]}",
      notRead,
      models,
      'makers [code_interpreter,\\"shell\\",\\"container\\"]',
    ],
  ],
  [
    "Chat Completions reads and shows ids",
    chatIds,
    [
      ...read,
      "read prompt.id {prefixes:[pmpt_],certain:/^pmpt_/,sharedBy:prompts}",
      "read audio.id {prefixes:[audio_]}",
      "read voice.id {prefixes:[voice_],certain:/^voice_/}",
      "made choices.message.audio.id {prefixes:[audio_]}",
      "made choices.delta.audio.id {prefixes:[audio_]}",
      notRead,
      models,
      'makers [\\"audio\\"]',
    ],
  ],
  [
    "a line of a batch reads ids",
    lineIds,
    [
      ...read,
      "read prompt.id {prefixes:[pmpt_],certain:/^pmpt_/,sharedBy:prompts}",
      "read audio.id {prefixes:[audio_]}",
      "read voice.id {prefixes:[voice_],certain:/^voice_/}",
      "read input.id {prefixes:[],isItem:true}",
      "read items.id {prefixes:[],isItem:true}",
      "read previous_response_id {prefixes:[resp_],isResponse:true}",
      "read conversation {prefixes:[conv_],isResponse:true}",
      "read conversation.id {prefixes:[conv_],isResponse:true}",
      "read body.model {prefixes:[ft:],only:/^ft:/i,suffix:/:ckpt-step-\\\\d+$/}",
      notRead,
    ],
  ],
])("%s at these places", (_, ids, lines) => expect(listAccountIds(ids)).toEqual(lines));
