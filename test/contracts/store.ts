import { describe } from "vitest";
import { accessContract } from "#test/contracts/store/access";
import { answeringContract } from "#test/contracts/store/answering";
import { askingContract } from "#test/contracts/store/asking";
import { auditContract } from "#test/contracts/store/audit";
import { batchContract } from "#test/contracts/store/batches";
import { chatContract } from "#test/contracts/store/chats";
import { claimContract } from "#test/contracts/store/claims";
import { keepingContract } from "#test/contracts/store/keeping";
import type { OpenStore } from "#test/contracts/store/kit";
import { logContract } from "#test/contracts/store/log";
import { outcomeContract } from "#test/contracts/store/outcomes";
import { peopleContract } from "#test/contracts/store/people";
import { rightsContract } from "#test/contracts/store/rights";
import { threadListContract } from "#test/contracts/store/thread-list";
import { turnContract } from "#test/contracts/store/turns";

const parts: readonly (readonly [string, (open: OpenStore) => void])[] = [
  ["the log of a thread", logContract],
  ["verbs called together", batchContract],
  ["the list of threads", threadListContract],
  ["who may read", rightsContract],
  ["chats", chatContract],
  ["sessions and turns", turnContract],
  ["asking", askingContract],
  ["answering", answeringContract],
  ["claiming deliveries", claimContract],
  ["outcomes of deliveries", outcomeContract],
  ["runs, artifacts, drafts, kept values", keepingContract],
  ["people", peopleContract],
  ["tokens and links", accessContract],
  ["the audit", auditContract],
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
