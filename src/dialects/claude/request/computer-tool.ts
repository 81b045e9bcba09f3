import type { Cursor } from "../../members/cursor.ts";
import type { Members } from "../../members/members.ts";

const FIRST_ACTIONS = [
  "key",
  "type",
  "cursor_position",
  "mouse_move",
  "left_click",
  "left_click_drag",
  "right_click",
  "middle_click",
  "double_click",
  "screenshot",
];
const MORE_ACTIONS = ["hold_key", "left_mouse_down", "left_mouse_up", "triple_click", "scroll", "wait"];

const point = (description: string) => ({ type: "array", items: { type: "integer" }, description });

/** What a tool for the computer is as a function. `kept` are the members that the description tells. */
export interface ComputerFunction {
  readonly description: string;
  readonly parameters: Members;
  readonly kept: Members;
}

/** Reads the size of the display and the actions of a tool for the computer. The caller runs every action. */
export function readComputer(type: string, cursor: Cursor): ComputerFunction {
  const version = Number(type.slice("computer_".length));
  const width = cursor.number("display_width_px");
  const height = cursor.number("display_height_px");
  const zoom = version >= 20251124 ? cursor.flag("enable_zoom") : undefined;
  const actions = [...FIRST_ACTIONS];
  if (version >= 20250124) actions.push(...MORE_ACTIONS);
  if (zoom === true) actions.push("zoom");
  const size =
    width === undefined || height === undefined
      ? ""
      : ` The display is ${width} pixels wide and ${height} pixels high.`;
  return {
    description: `Uses the mouse, the keyboard and the screen of a computer. Take a screenshot to see what an action did.${size} Coordinates are pixels from the upper left corner.`,
    parameters: {
      type: "object",
      properties: { action: { type: "string", enum: actions }, ...settings(version, zoom === true) },
      required: ["action"],
    },
    kept: {
      ...(width === undefined ? {} : { display_width_px: width }),
      ...(height === undefined ? {} : { display_height_px: height }),
      ...(zoom === undefined ? {} : { enable_zoom: zoom }),
    },
  };
}

function settings(version: number, zooms: boolean): Members {
  const properties: Members = {
    coordinate: point("x and y of a mouse action, or the end of left_click_drag."),
    text: { type: "string", description: "Text for type; key or combination such as ctrl+s for key." },
  };
  if (version >= 20250124) {
    properties["start_coordinate"] = point("x and y where left_click_drag begins.");
    properties["duration"] = { type: "number", description: "Seconds for hold_key and wait." };
    properties["scroll_amount"] = { type: "integer", description: "Clicks of the wheel for scroll." };
    properties["scroll_direction"] = { type: "string", enum: ["up", "down", "left", "right"] };
  }
  if (zooms) properties["region"] = point("x0, y0, x1, y1 of the part of the screen that zoom shows.");
  return properties;
}
