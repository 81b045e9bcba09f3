import type { Members } from "../../members/members.ts";
import type { Frames } from "./frames.ts";

/** Writes the events of a search that is whole: its announcement, its steps and its end. */
export function writeSearchEvents(
  item: Members,
  place: number,
  frames: Frames,
  write: (text: string) => void,
): void {
  const at = { output_index: place, item_id: item["id"] };
  const announced = { ...item, status: "in_progress" };
  write(frames.frame("response.output_item.added", { output_index: place, item: announced }));
  write(frames.frame("response.web_search_call.in_progress", at));
  write(frames.frame("response.web_search_call.searching", at));
  if (item["status"] === "completed") write(frames.frame("response.web_search_call.completed", at));
  write(frames.frame("response.output_item.done", { output_index: place, item }));
}
