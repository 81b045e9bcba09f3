import type { WorkOrder } from "../../../contract/index.ts";
import { stagedPrompt } from "../../host/staged-prompt.ts";

/** A text of the user, as `turn/start` and `turn/steer` take it. */
export function textInput(text: string): object {
  return { type: "text", text, text_elements: [] };
}

/** The prompt and the images of a work order. */
export function turnInput(workOrder: WorkOrder): readonly object[] {
  const images = workOrder.context.images ?? [];
  return [
    textInput(stagedPrompt(workOrder)),
    ...images.map(({ media_type, data }) => ({ type: "image", url: `data:${media_type};base64,${data}` })),
  ];
}
