import { describe } from "vitest";
import { listFacts } from "../fixtures/dialect-facts.ts";
import { describeForms } from "../fixtures/forms.ts";
import { openai } from "./index.ts";
import { profile } from "./profile.ts";

describe("the dialect openai", () => {
  describeForms(
    "has its facts",
    listFacts(openai),
    `
    id: "openai"
    title: "OpenAI Chat Completions"
    required: {"turns":"messages","limits":[["max_completion_tokens"],["max_tokens"]]}
    eventMarkers: ["\\"usage\\":{","\\"usage\\": {","\\"finish_reason\\":\\"","\\"finish_reason\\": \\"","\\"error\\"","\\"$web_search\\""]
    endMark: "[DONE]"
    toolCallIds: {"pattern":"/^[\\\\s\\\\S]+$/","maxLength":40}
    replyIdPrefix: "chatcmpl-"
    fileIssuers: ["codex"]
    transport: {"credential":{"header":"authorization","prefix":"Bearer "},"headers":[],"ownHeaders":["openai-beta","openai-organization","openai-project"],"requestId":"x-request-id","heartbeat":": keep-alive\\n"}
    modelPrefix: "openai"
    toolMembers: {"known":["tools","functions","tool_choice","function_call","web_search_options"],"hidden":["plugins","search_parameters","enable_search"]}
    modelPlaces: [["models"],["fallbacks"],["fallbacks","model"],["plugins","model"]]
    callMarkers: ["\\"tool_calls\\":[","\\"tool_calls\\": [","\\"function_call\\":{","\\"function_call\\": {"]
    embeddings: {"statesUsage":true}
    `,
  );
  describeForms(
    "has its profile",
    listFacts(profile),
    `
    id: "openai"
    title: "OpenAI Chat Completions"
    modelPrefix: "openai"
    embeddingsPath: "/v1/embeddings"
    ownHeaders: ["openai-beta","openai-organization","openai-project"]
    toolCallIds: {"pattern":"/^[\\\\s\\\\S]+$/","maxLength":40}
    fileIssuers: ["codex"]
    thinking: {"text":["reasoning_content","reasoning"],"sealed":[],"writes":"plain","requiredWithCalls":false}
    outputLimit: "max_completion_tokens"
    developerRole: "developer"
    prefill: undefined
    efforts: ["none","minimal","low","medium","high","xhigh","max"]
    effortOff: "none"
    thinkingSwitch: undefined
    thinkingBudget: undefined
    serviceTiers: ["auto","default","flex","scale","priority","fast","on_demand","performance"]
    cacheLifetimes: ["30m","12h"]
    cacheOptionLifetimes: ["30m"]
    padding: ["obfuscation","p"]
    billedSearch: {"models":"/-search-(?:preview|api)(?:-|$)/"}
    usage: {"cachedAtTop":false,"reasoningAtTop":false}
    namesObject: true
    tokenCount: ["input_tokens"]
    modelOwner: "owned_by"
    signals: {"base":0.3,"headers":["/^openai-organization: ./","/^openai-project: ./"]}
    `,
  );
});
