import { describe, expect, it } from "vitest";
import type { Tool } from "../../../contract/index.ts";
import { describeForms } from "../../fixtures/forms.ts";
import { Cursor } from "../../members/cursor.ts";
import { readTypedTool, writeTypedTool } from "./typed-tools.ts";

const size = { display_width_px: 1, display_height_px: 2 };
const tools: readonly [type: string, members: object][] = [
  ["bash_20250124", { name: "bash" }],
  ["text_editor_20241022", { name: "str_replace_editor" }],
  ["text_editor_20250124", { name: "str_replace_editor" }],
  ["text_editor_20250728", { name: "str_replace_based_edit_tool", max_characters: 9, odd: 1 }],
  ["memory_20250818", { name: "memory", cache_control: { type: "ephemeral" } }],
  ["computer_20241022", { name: "computer", display_width_px: 1 }],
  ["computer_20250124", { name: "computer", ...size, enable_zoom: true }],
  ["computer_20251124", { name: "computer", display_height_px: 2, enable_zoom: false }],
  ["computer_20251125", { name: "computer", ...size, enable_zoom: true }],
];

function read(type: string, members: object): Tool | undefined {
  const cursor = new Cursor({ type, ...members }, "$");
  cursor.take("type");
  return readTypedTool(type, cursor);
}

describe("a tool that the API defines by its type", () => {
  describeForms(
    "is read as a function",
    tools.map(([type, members]) => `${type}: ${JSON.stringify(read(type, members))}`).join("\n"),
    `
    bash_20250124: {"kind":"function","name":"bash","description":"Runs a command in a bash session that is kept between calls. restart begins a new session.","parameters":{"type":"object","properties":{"command":{"type":"string","description":"Command to run."},"restart":{"type":"boolean"}}},"vendor":{"claude:typed={\\"type\\":\\"bash_20250124\\"}":{}}}
    text_editor_20241022: {"kind":"function","name":"str_replace_editor","description":"Views, creates and edits files. undo_edit takes the last edit of a file back.","parameters":{"type":"object","properties":{"command":{"type":"string","enum":["view","create","str_replace","insert","undo_edit"]},"path":{"type":"string","description":"Absolute path of a file or directory."},"file_text":{"type":"string","description":"Content of a file for create."},"old_str":{"type":"string","description":"Text to replace; it must occur exactly once."},"new_str":{"type":"string","description":"Replacement."},"insert_line":{"type":"integer","description":"Line after which insert puts its text; 0 is the start."},"insert_text":{"type":"string","description":"Text for insert."},"view_range":{"type":"array","items":{"type":"integer"},"description":"First and last line."}},"required":["command","path"]},"vendor":{"claude:typed={\\"type\\":\\"text_editor_20241022\\"}":{}}}
    text_editor_20250124: {"kind":"function","name":"str_replace_editor","description":"Views, creates and edits files. undo_edit takes the last edit of a file back.","parameters":{"type":"object","properties":{"command":{"type":"string","enum":["view","create","str_replace","insert","undo_edit"]},"path":{"type":"string","description":"Absolute path of a file or directory."},"file_text":{"type":"string","description":"Content of a file for create."},"old_str":{"type":"string","description":"Text to replace; it must occur exactly once."},"new_str":{"type":"string","description":"Replacement."},"insert_line":{"type":"integer","description":"Line after which insert puts its text; 0 is the start."},"insert_text":{"type":"string","description":"Text for insert."},"view_range":{"type":"array","items":{"type":"integer"},"description":"First and last line."}},"required":["command","path"]},"vendor":{"claude:typed={\\"type\\":\\"text_editor_20250124\\"}":{}}}
    text_editor_20250728: {"kind":"function","name":"str_replace_based_edit_tool","description":"Views, creates and edits files. A view shows at most 9 characters.","parameters":{"type":"object","properties":{"command":{"type":"string","enum":["view","create","str_replace","insert"]},"path":{"type":"string","description":"Absolute path of a file or directory."},"file_text":{"type":"string","description":"Content of a file for create."},"old_str":{"type":"string","description":"Text to replace; it must occur exactly once."},"new_str":{"type":"string","description":"Replacement."},"insert_line":{"type":"integer","description":"Line after which insert puts its text; 0 is the start."},"insert_text":{"type":"string","description":"Text for insert."},"view_range":{"type":"array","items":{"type":"integer"},"description":"First and last line."}},"required":["command","path"]},"vendor":{"claude":{"odd":1},"claude:typed={\\"type\\":\\"text_editor_20250728\\",\\"max_characters\\":9}":{}}}
    memory_20250818: {"kind":"function","name":"memory","description":"Keeps notes in files below /memories that last beyond this conversation. View /memories before other work.","parameters":{"type":"object","properties":{"command":{"type":"string","enum":["view","create","str_replace","insert","delete","rename"]},"path":{"type":"string","description":"Path below /memories; for every command but rename."},"view_range":{"type":"array","items":{"type":"integer"},"description":"First and last line."},"file_text":{"type":"string","description":"Content of a file for create."},"old_str":{"type":"string"},"new_str":{"type":"string"},"insert_line":{"type":"integer"},"insert_text":{"type":"string"},"old_path":{"type":"string","description":"For rename."},"new_path":{"type":"string","description":"For rename."}},"required":["command"]},"cache":{},"vendor":{"claude:typed={\\"type\\":\\"memory_20250818\\"}":{}}}
    computer_20241022: {"kind":"function","name":"computer","description":"Uses the mouse, the keyboard and the screen of a computer. Take a screenshot to see what an action did. Coordinates are pixels from the upper left corner.","parameters":{"type":"object","properties":{"action":{"type":"string","enum":["key","type","cursor_position","mouse_move","left_click","left_click_drag","right_click","middle_click","double_click","screenshot"]},"coordinate":{"type":"array","items":{"type":"integer"},"description":"x and y of a mouse action, or the end of left_click_drag."},"text":{"type":"string","description":"Text for type; key or combination such as ctrl+s for key."}},"required":["action"]},"vendor":{"claude:typed={\\"type\\":\\"computer_20241022\\",\\"display_width_px\\":1}":{}}}
    computer_20250124: {"kind":"function","name":"computer","description":"Uses the mouse, the keyboard and the screen of a computer. Take a screenshot to see what an action did. The display is 1 pixels wide and 2 pixels high. Coordinates are pixels from the upper left corner.","parameters":{"type":"object","properties":{"action":{"type":"string","enum":["key","type","cursor_position","mouse_move","left_click","left_click_drag","right_click","middle_click","double_click","screenshot","hold_key","left_mouse_down","left_mouse_up","triple_click","scroll","wait"]},"coordinate":{"type":"array","items":{"type":"integer"},"description":"x and y of a mouse action, or the end of left_click_drag."},"text":{"type":"string","description":"Text for type; key or combination such as ctrl+s for key."},"start_coordinate":{"type":"array","items":{"type":"integer"},"description":"x and y where left_click_drag begins."},"duration":{"type":"number","description":"Seconds for hold_key and wait."},"scroll_amount":{"type":"integer","description":"Clicks of the wheel for scroll."},"scroll_direction":{"type":"string","enum":["up","down","left","right"]}},"required":["action"]},"vendor":{"claude":{"enable_zoom":true},"claude:typed={\\"type\\":\\"computer_20250124\\",\\"display_width_px\\":1,\\"display_height_px\\":2}":{}}}
    computer_20251124: {"kind":"function","name":"computer","description":"Uses the mouse, the keyboard and the screen of a computer. Take a screenshot to see what an action did. Coordinates are pixels from the upper left corner.","parameters":{"type":"object","properties":{"action":{"type":"string","enum":["key","type","cursor_position","mouse_move","left_click","left_click_drag","right_click","middle_click","double_click","screenshot","hold_key","left_mouse_down","left_mouse_up","triple_click","scroll","wait"]},"coordinate":{"type":"array","items":{"type":"integer"},"description":"x and y of a mouse action, or the end of left_click_drag."},"text":{"type":"string","description":"Text for type; key or combination such as ctrl+s for key."},"start_coordinate":{"type":"array","items":{"type":"integer"},"description":"x and y where left_click_drag begins."},"duration":{"type":"number","description":"Seconds for hold_key and wait."},"scroll_amount":{"type":"integer","description":"Clicks of the wheel for scroll."},"scroll_direction":{"type":"string","enum":["up","down","left","right"]}},"required":["action"]},"vendor":{"claude:typed={\\"type\\":\\"computer_20251124\\",\\"display_height_px\\":2,\\"enable_zoom\\":false}":{}}}
    computer_20251125: {"kind":"function","name":"computer","description":"Uses the mouse, the keyboard and the screen of a computer. Take a screenshot to see what an action did. The display is 1 pixels wide and 2 pixels high. Coordinates are pixels from the upper left corner.","parameters":{"type":"object","properties":{"action":{"type":"string","enum":["key","type","cursor_position","mouse_move","left_click","left_click_drag","right_click","middle_click","double_click","screenshot","hold_key","left_mouse_down","left_mouse_up","triple_click","scroll","wait","zoom"]},"coordinate":{"type":"array","items":{"type":"integer"},"description":"x and y of a mouse action, or the end of left_click_drag."},"text":{"type":"string","description":"Text for type; key or combination such as ctrl+s for key."},"start_coordinate":{"type":"array","items":{"type":"integer"},"description":"x and y where left_click_drag begins."},"duration":{"type":"number","description":"Seconds for hold_key and wait."},"scroll_amount":{"type":"integer","description":"Clicks of the wheel for scroll."},"scroll_direction":{"type":"string","enum":["up","down","left","right"]},"region":{"type":"array","items":{"type":"integer"},"description":"x0, y0, x1, y1 of the part of the screen that zoom shows."}},"required":["action"]},"vendor":{"claude:typed={\\"type\\":\\"computer_20251125\\",\\"display_width_px\\":1,\\"display_height_px\\":2,\\"enable_zoom\\":true}":{}}}
  `,
  );

  it.each(tools)("is written as it came: %s with %j", (type, members) => {
    expect(writeTypedTool(read(type, members) as Extract<Tool, { kind: "function" }>)).toStrictEqual({
      type,
      ...members,
    });
  });

  it.each([
    ["bash_20250124", "shell"],
    ["bash_2025", "bash"],
    ["my_bash_20250124", "bash"],
    ["text_editor_20250728", "str_replace_editor"],
    ["memory_20250818", "bash"],
    ["computer_20250124", "screen"],
    ["computer_2025", "computer"],
    ["web_search_20250305", "web_search"],
  ])("is not %s with the name %s", (type, name) => expect(read(type, { name })).toBeUndefined());

  it("is not written for another function", () => {
    expect(writeTypedTool({ kind: "function", name: "bash", parameters: {} })).toBeUndefined();
    const vendor = { 'codex:typed={"type":"shell"}': {} };
    expect(writeTypedTool({ kind: "function", name: "bash", parameters: {}, vendor })).toBeUndefined();
  });
});
