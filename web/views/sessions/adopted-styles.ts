/**
 * Runs what opens a terminal. xterm.js fills <style> elements, which the page's policy forbids; while it opens it gets elements that pass
 * their rules on to adopted style sheets, which are allowed. Returns what takes the sheets away again.
 */
export function withAdoptedStyles(open: () => void): () => void {
  const sheets: CSSStyleSheet[] = [];
  const made = document.createElement.bind(document);
  document.createElement = ((tag: string, options?: ElementCreationOptions): HTMLElement => {
    if (tag !== "style") return made(tag, options);
    const sheet = new CSSStyleSheet();
    sheets.push(sheet);
    return stylesFor(made("template"), sheet);
  }) as typeof document.createElement;
  try {
    open();
  } finally {
    // Its own property; the document's method is below it.
    Reflect.deleteProperty(document, "createElement");
  }
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, ...sheets];
  return () => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !sheets.includes(sheet));
  };
}

function stylesFor(element: HTMLElement, sheet: CSSStyleSheet): HTMLElement {
  let rules = "";
  Object.defineProperty(element, "textContent", {
    get: () => rules,
    set: (text: string) => {
      rules = text;
      sheet.replaceSync(text);
    },
  });
  return element;
}
