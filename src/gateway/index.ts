/** The gateway: one model call from bytes to bytes. */
import "../lib/index.ts";

export type { Callers } from "./callers/callers.ts";
export { LOCAL_ADMIN_NAME, OWNER_NAME } from "./callers/reserved-names.ts";
export { checkSettings } from "./check-settings.ts";
export { writeForCloud } from "./cloud/cloud-request.ts";
export {
  type AskedRequest,
  type NamedTarget,
  questionOf,
  type TargetChoice,
  type TargetPlace,
  targetAsConfigured,
  targetOfDialect,
} from "./configured-target.ts";
export type { Admission, Recognised } from "./exchange/admission.ts";
export type { CallHead } from "./exchange/call-head.ts";
export type { Caller } from "./exchange/caller.ts";
export { type CollectedAnswer, collectAnswer } from "./exchange/collected-answer.ts";
export type { LeaveReason, OpenCall } from "./exchange/open-call.ts";
export type { PlainResponse } from "./exchange/plain-response.ts";
export type { AnswerSource, ResponseSink } from "./exchange/response-sink.ts";
export type { OpenSession, SocketSink } from "./exchange/socket-session.ts";
export type { Gateway } from "./gateway.ts";
export { UNBUFFERED } from "./headers/unbuffered.ts";
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
export { packageVersion } from "./package-version.ts";
export { errorHeaders } from "./plain-answers/error-answer.ts";
export { keyOfRun, ownsRun } from "./record/run-owner.ts";
export { BodyCheck } from "./request/body-check.ts";
export { openRouter, type RouteChoice } from "./routing/router.ts";
export type { GatewayAccount, RunAccountRequest, RunModels } from "./runs/gateway-account.ts";
export { SliceQueue } from "./slices/slice-queue.ts";
export { BufferGarbage } from "./transfer/buffer-garbage.ts";
