import { describe, expect, it } from "vitest";
import { verifies } from "#test/verifies";
import { passwordLine } from "./password-prompt.ts";

describe("a password prompt", () => {
  verifies("C-11.4-2", "is the last line of the screen, with nothing typed behind it", () => {
    for (const line of [
      "[sudo] password for ann: ",
      "Enter passphrase for key '/home/ann/.ssh/id':",
      "ann@host's password:",
      "[sudo] ann 的密码：",
      "Enter PIN:",
    ])
      expect(passwordLine(["$ sudo make", line, "", ""])).toBe(line.trim());
  });

  it("is no line of an answer, nor a composer", () => {
    for (const lines of [["The password: it is in the vault."], ["password:", "> "], ["Your password was changed"], [], ["password: hunter2"]])
      expect(passwordLine(lines)).toBeUndefined();
  });
});
