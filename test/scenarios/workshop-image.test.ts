import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { aptRootfs } from "#test/fakes/engine/apt-rootfs";
import { Dockerd } from "#test/fakes/engine/dockerd";
import { startRegistry } from "#test/fakes/engine/registry";
import { verifies } from "#test/verifies";
import { bash, call, end, longMs, openStage, readme, waitMs, write } from "./workshop-stage.ts";
import { talk } from "./talk.ts";

let daemon: Dockerd;
beforeAll(async () => {
  daemon = await Dockerd.start();
});
afterAll(() => daemon[Symbol.asyncDispose]());

const patience = { timeoutMs: waitMs };

describe("the image of a delivery", () => {
  verifies(
    ["CD-12-4", "CD-8-3", "CD-3.1-1"],
    "gets what it lacks while the container is prepared, by root in a container of its own, once; the agent can ask for more",
    async () => {
      const image = await daemon.image(aptRootfs);
      const script = [
        bash("parley-hello; id -u; touch /usr/bin/x || echo read only"),
        call("install_packages", { packages: ["no-such-package"] }),
        call("install_packages", { packages: ["--root=/"] }),
        write("README.md", readme),
        end(),
      ];
      const settings = `  docker_image: ${image}\n  packages: [git, parley-hello]\n`;
      await using stage = await openStage(
        daemon,
        { "say hello": script, "say it again": [bash("parley-hello"), write("README.md", readme), end()] },
        { settings },
      );
      const { parley, model } = stage;
      const ada = talk(parley, "ada");
      ada.say("!!deliver say hello");
      await parley.chat.waitFor(() => ada.heard().some((text) => text.includes("parley-hello")), patience);
      await stage.archive(ada.room);
      const { results = [] } = model.exchanges.at(-1) ?? {};
      expect(results[0]).toMatch(/Hello from a package\\n(?!0\\n)\d+\\nread only/);
      expect(results[1]).toMatch(/^NotSupported[\s\S]*no-such-package/);
      expect(results[2]).toContain("rejected");
      // The next task takes the image that was made for the first.
      const made = JSON.parse(await daemon.call("GET", "/images/json")) as { RepoTags?: string[] }[];
      expect(made.flatMap(({ RepoTags = [] }) => RepoTags).filter((tag) => tag.startsWith("parley-workshop:"))).toHaveLength(1);
      const room = parley.chat.group("dev", ["ada"]);
      talk(parley, "ada", room).say("!!deliver say it again");
      await stage.archive(room);
      expect(model.exchanges.at(-1)?.results[0]).toContain("Hello from a package");
      await expect.poll(() => daemon.names(), { timeout: waitMs }).toEqual([]);
    },
    longMs,
  );

  it(
    "is pulled with its progress in the chat if it is not there, and a sentence says so if it cannot be",
    async () => {
      await using registry = await startRegistry();
      const script = [bash("echo pulled"), write("README.md", readme), end()];
      await using stage = await openStage(daemon, { "a script": script }, { settings: `  docker_image: "${registry.image}"\n` });
      const ada = talk(stage.parley, "ada");
      ada.say("!!deliver make a script");
      await stage.archive(ada.room);
      const drafts = stage.parley.chat.posted.flatMap((message) => [message.text, ...message.was.map(({ text }) => text)]);
      expect(drafts.some((text) => /Pulling the image .*%/.test(text))).toBe(true);
      await using other = await openStage(daemon, { "a script": script }, { settings: `  docker_image: "${registry.missing}"\n` });
      const bo = talk(other.parley, "ada");
      bo.say("!!deliver make a script");
      const told = await other.parley.chat.waitFor(() => bo.heard().find((text) => text.includes("code_delivery.docker_image")), patience);
      expect(told).toContain(registry.missing);
    },
    longMs,
  );
});
