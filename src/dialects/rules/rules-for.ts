import { limitRows } from "../../models/index.ts";
import { modelRules } from "./model-rules.ts";

/** The rules that may apply to models of a dialect. Which of them do depends on the model and the request. */
export function rulesFor(dialect: string) {
  const isLimited = limitRows.some(({ api }) => api === dialect);
  return (isLimited ? modelRules : []).map(({ id, title, feature, remedies }) => ({
    id,
    title,
    feature,
    remedies,
  }));
}
