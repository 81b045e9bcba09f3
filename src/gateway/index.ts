/** The gateway: one model call from bytes to bytes. */
export { type CollectedAnswer, collectAnswer } from "./answer/collected-answer.ts";
export { EventLoopQueue } from "./call/event-loop-queue.ts";
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
export {
  enginesOf,
  type GatewayOptions,
  type OpenedGateway,
  openGateway,
  SIM_ENGINE,
} from "./open-gateway.ts";
export { servedPaths } from "./routing/recognition.ts";
