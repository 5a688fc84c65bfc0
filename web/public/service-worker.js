// Where the page's policy asks for it, the two files below are the only ones that may be run.
if (self.trustedTypes !== undefined) {
  self.trustedTypes.createPolicy("default", { createScriptURL: (url) => (["/push.js", "/shell.js"].includes(url) ? url : null) });
}
importScripts("/push.js", "/shell.js");

self.addEventListener("install", () => self.skipWaiting());
