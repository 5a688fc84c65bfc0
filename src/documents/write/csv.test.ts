import { describe, expect, it } from "vitest";
import { csvLine } from "./csv.ts";

describe("a line of CSV", () => {
  it("quotes what would be read as more than one cell, and blanks at the ends", () => {
    expect(csvLine(["a", "b,c", 'd"e', "f\ng", "", " h", "你好"])).toBe('a,"b,c","d""e","f\ng",""," h",你好\r\n'.replace(',"",', ",,"));
  });

  it("keeps the data as it is, formulas too", () => {
    expect(csvLine(["=1+1", "-5", "@x"])).toBe("=1+1,-5,@x\r\n");
  });

  it("is safe to open in a spreadsheet where that is asked for, and numbers stay numbers", () => {
    expect(csvLine(["=1+1", "+cmd", "-5", "+3.5%", "-1E+5", "@x", " =y", "-a", "ok"], { isSafe: true })).toBe("'=1+1,'+cmd,-5,+3.5%,-1E+5,'@x,' =y,'-a,ok\r\n");
  });
});
