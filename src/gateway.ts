/** The package entry `agent-backplane/gateway`: a gateway in this process. */
export {
  type Admission,
  type AnswerSource,
  type CallHead,
  type CollectedAnswer,
  collectAnswer,
  type Gateway,
  type GatewayOptions,
  type OpenCall,
  type OpenedGateway,
  openGateway,
  type PlainResponse,
  type ResponseSink,
} from "./gateway/index.ts";
