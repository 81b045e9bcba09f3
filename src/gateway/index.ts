/** The gateway: one model call from bytes to bytes. */
import "../lib/index.ts";

export { type CollectedAnswer, collectAnswer } from "./answer/collected-answer.ts";
export { BodyCheck } from "./call/body-check.ts";
export { checkSettings } from "./check-settings.ts";
export { writeForCloud } from "./cloud/cloud-request.ts";
export { planAsConfigured } from "./configured-plan.ts";
export { limitsWithEvidence } from "./evidence/engine-evidence.ts";
export type {
  Admission,
  AnswerSource,
  Caller,
  CallHead,
  LeaveReason,
  OpenCall,
  OpenSession,
  PlainResponse,
  Recognised,
  ResponseSink,
  SocketSink,
} from "./exchange.ts";
export type { Gateway } from "./gateway.ts";
export {
  explainCall,
  type TranslationQuestion,
  type TranslationTarget,
  translateCall,
} from "./mapping/translation.ts";
export {
  defaultEngineOf,
  enginesOf,
  type GatewayOptions,
  type OpenedGateway,
  openGateway,
} from "./open-gateway.ts";
export { openRouter, type RouteChoice } from "./routing/router.ts";
export type { GatewayAccount, RunAccountRequest, RunModels } from "./runs/gateway-account.ts";
export { openSearching } from "./search/searching.ts";
export { SliceQueue } from "./slices/slice-queue.ts";
