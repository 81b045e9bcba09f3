import type { WorkOrder } from "../../../contract/index.ts";
import { stagedPrompt } from "../../host/staged-prompt.ts";

/** The parts of a prompt: the text, and the images if the agent takes them. */
export function promptBlocks(order: WorkOrder, takesImages: boolean): readonly object[] {
  const images = takesImages ? (order.context.images ?? []) : [];
  return [
    { type: "text", text: stagedPrompt(order) },
    ...images.map((image) => ({ type: "image", mimeType: image.media_type, data: image.data })),
  ];
}
