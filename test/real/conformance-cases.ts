// The official conformance suite drives a server that has its own fixtures: tools named test_…, resources test://…, prompts test_….
// What needs one of those cannot be asked of a hub; each says where the same behaviour is shown instead, or that it is not offered.

/** Every scenario of the suite that must hold here. */
export const held: readonly string[] = ["server-initialize", "ping", "tools-list", "resources-list", "prompts-list", "dns-rebinding-protection"];

const noFixtureTool = "calls a fixture tool that only the suite's own server has";
const notOffered = "the hub does not announce this capability, and the suite runs the scenario all the same";

/** The others, and why nothing is learned from them here. */
export const skipped: Readonly<Record<string, string>> = {
  "logging-set-level": `${notOffered}: log lines go to the operator, not to agents`,
  "completion-complete": `${notOffered}: no argument of the bus is completed`,
  "tools-call-simple-text": `${noFixtureTool} (test_simple_text); it passes with any text, even that of an unknown tool. bus-clients.test.ts calls tools for real`,
  "tools-call-image": `${noFixtureTool} (test_image_content). src/http/mcp tests show image blocks of msg_list`,
  "tools-call-audio": `${noFixtureTool} (test_audio_content); the bus carries no sound`,
  "tools-call-embedded-resource": `${noFixtureTool} (test_embedded_resource); tools of the bus return text and pictures`,
  "tools-call-mixed-content": `${noFixtureTool} (test_multiple_content_types)`,
  "tools-call-with-logging": `${noFixtureTool} (test_tool_with_logging), and ${notOffered}`,
  "tools-call-error": `${noFixtureTool} (test_error_handling); it passes with the error of an unknown tool. bus-clients.test.ts sees isError with its body`,
  "tools-call-with-progress": `${noFixtureTool} (test_tool_with_progress). src/http/mcp tests show the progress of msg_wait`,
  "tools-call-sampling": `${noFixtureTool} (test_sampling); the hub asks no client for a completion`,
  "tools-call-elicitation": `${noFixtureTool} (test_elicitation); the hub asks people, not clients`,
  "json-schema-2020-12": `${noFixtureTool} (json_schema_2020_12_tool)`,
  "elicitation-sep1034-defaults": `${noFixtureTool} (test_elicitation_sep1034_defaults)`,
  "elicitation-sep1330-enums": `${noFixtureTool} (test_elicitation_sep1330_enums)`,
  "server-sse-polling": `needs an mcp-session-id, and ${noFixtureTool} (test_reconnection). Requests stand alone here: msg_wait resumes at after_seq`,
  "server-sse-multiple-streams": "needs an mcp-session-id. Requests stand alone here, so many at once are many; test/scenarios/bus-kill.test.ts holds fifty",
  "resources-read-text": "reads test://static-text, which only the suite's own server has. src/http/mcp tests read every resource of the bus",
  "resources-read-binary": "reads test://static-binary; no resource of the bus is binary",
  "resources-templates-read": "reads test://template/123/data. src/http/mcp tests read the templates of the bus",
  "resources-subscribe": `${notOffered}: msg_wait tells what is new`,
  "resources-unsubscribe": `${notOffered}: msg_wait tells what is new`,
  "prompts-get-simple": "gets test_simple_prompt, which only the suite's own server has. src/http/mcp tests get every prompt of the bus",
  "prompts-get-with-args": "gets test_prompt_with_arguments, which only the suite's own server has",
  "prompts-get-embedded-resource": "gets test_prompt_with_embedded_resource, which only the suite's own server has",
  "prompts-get-with-image": "gets test_prompt_with_image, which only the suite's own server has",
};
