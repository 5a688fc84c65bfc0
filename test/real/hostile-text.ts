/** What strangers could write into any field. If any of it ran, the window would have a mark. */
export const hostileTexts: readonly string[] = [
  `<img src=x onerror="window.ran=1">`,
  `"><script>window.ran=1</script>`,
  `<svg/onload=window.ran=1>`,
  `javascript:window.ran=1`,
  `{{constructor.constructor("window.ran=1")()}}`,
  `'"--></style></script><iframe srcdoc="<script>parent.ran=1</script>">`,
];

/** Markdown that would be HTML, an address that would run, or code that would, in a reader that is less careful. */
export const hostileMarkdown: readonly string[] = [
  ...hostileTexts,
  "[run](javascript:window.ran=1) ![run](javascript:window.ran=1) <javascript:window.ran=1>",
  "[run](data:text/html;base64,PHNjcmlwdD53aW5kb3cucmFuPTE8L3NjcmlwdD4=)",
  "[run](\u0001java\nscript:window.ran=1) [run](JaVaScRiPt&colon;window.ran=1)",
  "[a]: javascript:window.ran=1\n\n[a]",
  `| <img src=x onerror=window.ran=1> |\n| --- |\n| \`<script>window.ran=1</script>\` |`,
  `# <img src=x onerror=window.ran=1>\n\n- [ ] <svg onload=window.ran=1>\n\n> <script>window.ran=1</script>`,
  ...["html", "xml", "js", "ts", "bash", "css", "markdown", "php", "diff", `"><img src=x onerror=window.ran=1>`].map(
    (language) => `\`\`\`${language}\n</code></pre><script>window.ran=1</script><img src=x onerror="window.ran=1">\n\`\`\``,
  ),
];

export const hostileSvg = `<svg xmlns="http://www.w3.org/2000/svg" onload="window.ran=1"><script>window.ran=1</script></svg>`;
