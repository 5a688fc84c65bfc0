// Vite turns such an import into a style sheet that is fetched with the part that needs it.
declare module "#web/style/*.css";
declare module "@xterm/xterm/css/xterm.css";
