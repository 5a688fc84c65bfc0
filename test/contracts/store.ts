import { describe } from "vitest";
import { accessContract } from "#test/contracts/store/access";
import { agentContract } from "#test/contracts/store/agents";
import { amendingContract } from "#test/contracts/store/amending";
import { answeringContract } from "#test/contracts/store/answering";
import { askingContract } from "#test/contracts/store/asking";
import { auditContract } from "#test/contracts/store/audit";
import { backlogContract } from "#test/contracts/store/backlog";
import { batchContract } from "#test/contracts/store/batches";
import { chatContract } from "#test/contracts/store/chats";
import { claimContract } from "#test/contracts/store/claims";
import { deletingContract } from "#test/contracts/store/deleting";
import { detailsContract } from "#test/contracts/store/details";
import { inStepContract } from "#test/contracts/store/in-step";
import { invitationContract } from "#test/contracts/store/invitations";
import { keepingContract } from "#test/contracts/store/keeping";
import type { OpenStore } from "#test/contracts/store/kit";
import { logContract } from "#test/contracts/store/log";
import { outcomeContract } from "#test/contracts/store/outcomes";
import { pairingContract } from "#test/contracts/store/pairings";
import { peopleContract } from "#test/contracts/store/people";
import { personSettingsContract } from "#test/contracts/store/person-settings";
import { rightsContract } from "#test/contracts/store/rights";
import { runContract } from "#test/contracts/store/runs";
import { searchContract } from "#test/contracts/store/searching";
import { seatContract } from "#test/contracts/store/seats";
import { statisticsContract } from "#test/contracts/store/statistics";
import { threadListContract } from "#test/contracts/store/thread-list";
import { turnContract } from "#test/contracts/store/turns";

const parts: readonly (readonly [string, (open: OpenStore) => void])[] = [
  ["the log of a thread", logContract],
  ["verbs called together", batchContract],
  ["the list of threads", threadListContract],
  ["who may read", rightsContract],
  ["posts in step with each other", inStepContract],
  ["details, status, topics, templates", detailsContract],
  ["edits and reactions", amendingContract],
  ["deleting threads", deletingContract],
  ["search and metrics", searchContract],
  ["chats", chatContract],
  ["sessions and turns", turnContract],
  ["what turns and seats leave", seatContract],
  ["asking", askingContract],
  ["answering", answeringContract],
  ["claiming deliveries", claimContract],
  ["outcomes of deliveries", outcomeContract],
  ["runs, artifacts, drafts, kept values", keepingContract],
  ["runs of commands", runContract],
  ["lines that wait to be read", backlogContract],
  ["people", peopleContract],
  ["tokens and links", accessContract],
  ["pairing", pairingContract],
  ["agents that join", agentContract],
  ["invitations", invitationContract],
  ["the audit", auditContract],
  ["numbers by day", statisticsContract],
  ["what people set for themselves", personSettingsContract],
];

/** What every engine of the store must do. `open` gives a fresh store each time. */
export function storeContract(name: string, open: OpenStore): void {
  describe(`the store on ${name}`, () => {
    for (const [about, contract] of parts) {
      describe(`${about}`, () => {
        contract(open);
      });
    }
  });
}
