import { pipeline } from "node:stream/promises";
import type { Run } from "#domain/command";
import { isId, type RunId } from "#domain/ids";
import type { Actor } from "#domain/people";
import { readJson } from "#http/door/body";
import { bearerOf } from "#http/door/auth";
import { commandsQuery, runFileQuery, runsQuery } from "#http/door/decode-runs";
import { surfaceOf } from "#http/door/door";
import { encodeFileLink } from "#http/encode/encode";
import { encodeCommand, encodeExec, encodeRunLine, encodeWholeRun } from "#http/encode/encode-runs";
import { errorLine } from "#http/door/error-line";
import { isGiven } from "#http/door/is-given";
import { idempotencyKey } from "#http/door/idempotency-key";
import { ok, safeHeaders } from "#http/door/reply";
import { opensRunFile, signRunFileLink } from "#http/door/signed-link";
import { accessTexts } from "#hub/access/texts";
import type { ExecCall } from "#hub/terminal/terminal";
import { say } from "#lib/words/words";
import { execBody, execLimits, type ExecLineWire } from "#protocol/runs";
import { attachment } from "./files.ts";
import type { Routes } from "#http/routes/route";
import { httpTexts } from "#http/texts";
import { defined } from "#lib/defined";

const execBytes = 4 * execLimits.stdinChars;

export function runRoutes({ app, door, auth, deps }: Routes): void {
  const { hub, store, policy, clock, signingKey, language, log } = deps;

  const runId = async (actor: Actor, id: string): Promise<RunId> => {
    if (isId("run", id)) return id;
    throw await door.notFound(actor, `run ${id.slice(0, 64)}`);
  };

  app.get(
    "/api/commands",
    door.known(async (ask) => {
      const { table } = commandsQuery(ask.req.query());
      return ok(hub.terminal.commands(table).map((command) => encodeCommand(command, language)));
    }),
  );

  app.post(
    "/api/exec",
    door.known(async (ask, by) => {
      const { incoming, outgoing } = ask.env;
      const key = idempotencyKey(incoming);
      const body = await readJson(incoming, execBody, execBytes);
      const thread = isGiven(body.thread) && isId("thr", body.thread) ? body.thread : undefined;
      if (isGiven(body.thread) && thread === undefined) throw await door.notFound(by, `thread ${body.thread.slice(0, 64)}`);
      const call = {
        by,
        surface: surfaceOf(by),
        line: body.command,
        ...(isGiven(body.stdin) && { stdin: body.stdin }),
        ...(isGiven(body.timeout_ms) && { timeoutMs: body.timeout_ms }),
        ...(isGiven(body.session) && { session: body.session }),
        ...defined({ thread, key }),
      };
      const exec = async (how: Partial<ExecCall> = {}): Promise<Run> => {
        const run = await hub.terminal.exec({ ...call, ...how });
        // It may have taken long: whoever has lost access meanwhile does not get what it says.
        const bearer = bearerOf(incoming);
        if (bearer !== undefined && (await auth.identify(bearer)) === undefined)
          throw await auth.turnAway(incoming, "BadToken", say(language, accessTexts.badToken));
        return run;
      };
      if (incoming.headers.accept?.includes("application/x-ndjson") !== true) return ok(encodeExec(await exec(), language));
      const line = (value: ExecLineWire): void => {
        if (!outgoing.headersSent) outgoing.writeHead(200, { ...safeHeaders, "Content-Type": "application/x-ndjson; charset=utf-8" });
        if (!outgoing.destroyed) outgoing.write(`${JSON.stringify(value)}\n`);
      };
      try {
        const run = await exec({ started: (id) => line({ run_id: id }), progress: (progress) => line({ progress }) });
        line(encodeExec(run, language));
      } catch (cause) {
        // With the status gone out, what went wrong is the last line.
        if (!outgoing.headersSent) throw cause;
        line(errorLine(cause, log, language));
      }
      outgoing.end();
      return undefined;
    }),
  );

  app.get(
    "/api/runs",
    door.known(async (ask, actor) => ok((await store.runs(policy.reader(actor), runsQuery(ask.req.query()))).map(encodeRunLine))),
  );

  app.get(
    "/api/runs/:id",
    door.known(async (ask, actor) => {
      const id = await runId(actor, ask.req.param("id") ?? "");
      const run = await store.run(policy.reader(actor), id);
      if (run === undefined) throw await door.notFound(actor, `run ${id}`);
      return ok(encodeWholeRun(run));
    }),
  );

  app.post(
    "/api/runs/:id/stop",
    door.known(async (ask, actor) => ok({ stopped: await hub.terminal.stop(actor, await runId(actor, ask.req.param("id") ?? "")) })),
  );

  app.get(
    "/api/runs/:id/artifacts/:n/link",
    door.known(async (ask, actor) => {
      const id = await runId(actor, ask.req.param("id") ?? "");
      const index = Number(ask.req.param("n"));
      // Opened once to tell at once that it is gone or was changed.
      await using file = await hub.terminal.artifact(actor, id, index);
      void file;
      const { url, expiresAt } = signRunFileLink(signingKey, id, index, clock.now());
      return ok(encodeFileLink(url, expiresAt));
    }),
  );

  app.get(
    "/run-files/:id/:n",
    door.anybody(async (ask) => {
      const { incoming, outgoing } = ask.env;
      const id = ask.req.param("id") ?? "";
      const index = Number(ask.req.param("n"));
      const link = runFileQuery(ask.req.query());
      if (!isId("run", id) || link === undefined || !opensRunFile(signingKey, { run: id, index, ...link }, clock.now()))
        throw await auth.turnAway(incoming, "LinkUnknown", say(language, httpTexts.downloadOver));
      await using file = await hub.terminal.artifact({ kind: "operator" }, id, index);
      outgoing.writeHead(200, {
        ...safeHeaders,
        "Content-Security-Policy": "default-src 'none'; sandbox; frame-ancestors 'none'",
        "Content-Type": "application/octet-stream",
        "Content-Length": file.bytes,
        "Content-Disposition": attachment(file.name),
      });
      if (incoming.method === "HEAD") return void outgoing.end();
      await pipeline(file.chunks(), outgoing).catch((cause: unknown) => log.debug({ cause }, "a download was broken off"));
      return undefined;
    }),
  );
}
