import { modelCatalogue } from "../models/index.ts";
import { catalogueManifest } from "./catalogue/model-manifest.ts";
import type { Decision } from "./decision/decision.ts";
import { newSession, planChange, type Session, type SessionChange } from "./session/session.ts";
import type { Target } from "./supply/target.ts";

/** A question: may a session have this target? */
export interface NegotiationQuestion
  extends Pick<SessionChange, "manifest" | "emulators" | "disabled">,
    Pick<Session, "demand" | "mode" | "lane" | "params"> {
  /** The id of the decision. */
  readonly id: string;
  /** The target that the session has now; undefined if it begins. */
  readonly previous: Target | undefined;
}

/**
 * Answers a question without a session that goes on. The models of the catalogue are the candidates for suggestions.
 *
 * @example
 * import { answerNegotiation, catalogueManifest, emptyLayer } from "agent-backplane/negotiation";
 * const manifest = catalogueManifest({ provider: "openai", model: "gpt-4o" });
 * const params = { launch: emptyLayer, runtime: emptyLayer };
 * const question = { id: "1", manifest, previous: undefined, demand, params } as const;
 * const { verdict } = answerNegotiation({ ...question, mode: "strict", lane: "mapped" });
 */
export function answerNegotiation({
  id,
  manifest,
  previous,
  emulators,
  disabled,
  ...session
}: NegotiationQuestion): Decision {
  const asked = newSession({ id: "question", target: previous ?? manifest.target, ...session });
  const { decision } = planChange(asked, {
    decisionId: id,
    trigger: previous === undefined ? "session.start" : switchTrigger(previous, manifest.target),
    manifest,
    ...(emulators === undefined ? {} : { emulators }),
    ...(disabled === undefined ? {} : { disabled }),
    candidates: modelCatalogue.models.map(({ provider, model }) => catalogueManifest({ provider, model })),
  });
  return decision;
}

function switchTrigger(from: Target, to: Target): "model.switch" | "provider.switch" {
  return from.provider === to.provider ? "model.switch" : "provider.switch";
}
