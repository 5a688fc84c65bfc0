/**
 * The document as xterm.js gets it. It fills <style> elements and sets style attributes, which the page's policy forbids to any script;
 * here its rules become adopted style sheets, and its attributes properties of the elements, which are allowed.
 */
export function cspDocument(document: Document): { readonly document: Document; readonly dispose: () => void } {
  const adopted = new Set<CSSStyleSheet>();

  const styleElement = (): HTMLElement => {
    const element = document.createElement("style");
    const sheet = new CSSStyleSheet();
    adopted.add(sheet);
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
    let rules = "";
    Object.defineProperty(element, "textContent", {
      get: () => rules,
      set: (text: string) => {
        rules = text;
        sheet.replaceSync(text);
      },
    });
    return element;
  };

  const createElement = (tag: string, options?: ElementCreationOptions): HTMLElement => {
    if (tag === "style") return styleElement();
    const element = document.createElement(tag, options);
    const { setAttribute } = element;
    element.setAttribute = (name, value) => {
      if (name === "style") element.style.cssText = value;
      else setAttribute.call(element, name, value);
    };
    return element;
  };

  const shown = new Proxy(document, {
    get: (target, name): unknown => {
      if (name === "createElement") return createElement;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === "function" ? (value.bind(target) as unknown) : value;
    },
  });
  return {
    document: shown,
    dispose: () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((sheet) => !adopted.has(sheet));
    },
  };
}
