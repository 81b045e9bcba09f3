/** The gateway: one model call from bytes to bytes. */
export { type CollectedAnswer, collectAnswer } from "./collected-answer.ts";
export type {
  Admission,
  AnswerSource,
  Caller,
  CallHead,
  LeaveReason,
  OpenCall,
  PlainResponse,
  Recognised,
  ResponseSink,
} from "./exchange.ts";
export type { Gateway } from "./gateway.ts";
export { enginesOf, type GatewayWorld, type OpenedGateway, openGateway, SIM_ENGINE } from "./open-gateway.ts";
export { servedPaths } from "./recognition.ts";
export { TurnQueue } from "./turn-queue.ts";
