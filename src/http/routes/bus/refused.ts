import { ParleyError } from "#domain/errors";
import { say } from "#lib/words/words";
import { busRouteTexts } from "./texts.ts";
import type { Routes } from "#http/routes/route";

/** Routes of the bus that have no meaning here, each with the sentence that says what to use instead. docs/http.md has the same list. */
export const refusedRoutes = {
  busNoRestart: ["POST /api/threads/:id/restart"],
  busNoCliSessions: [
    "GET /api/threads/:id/cli-sessions",
    "POST /api/threads/:id/cli-sessions",
    "GET /api/cli-sessions/:id",
    "GET /api/cli-sessions/:id/output",
    "POST /api/cli-sessions/:id/restart",
    "POST /api/cli-sessions/:id/stop",
    "POST /api/cli-sessions/:id/resize",
    "POST /api/cli-sessions/:id/input",
    "GET /api/cli-defaults",
    "GET /api/cli-models",
    "POST /api/cli-models/discover",
    "POST /api/cli/meeting-prompt-preview",
    "POST /api/system/pick-directory",
  ],
  busNoSettings: ["GET /api/settings", "PUT /api/settings", "GET /api/settings/manifest"],
  busNoLogs: ["GET /api/logs"],
  busNoDiagnostics: ["GET /api/system/diagnostics", "GET /api/debug/sse-status"],
  busNoOwnership: ["GET /api/ide/status", "POST /api/ide/register", "POST /api/ide/heartbeat", "POST /api/ide/unregister", "POST /api/shutdown"],
  busNoAdHoc: ["POST /mcp/messages", "POST /mcp/messages/"],
} as const;

export function busRefusedRoutes({ app, door, deps: { language } }: Routes): void {
  for (const [key, routes] of Object.entries(refusedRoutes)) {
    const sentence = say(language, busRouteTexts[key as keyof typeof refusedRoutes]);
    const refuse = door.known(() => Promise.reject(new ParleyError("NotSupported", sentence)));
    for (const route of routes) {
      const [method = "", path = ""] = route.split(" ");
      app.on(method, path, refuse);
    }
  }
}
