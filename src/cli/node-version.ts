/** What the hub runs on; what `npm start` and `npm test` bring with them. */
export const nodeNeeded = 24;

/** Why this Node cannot run Parley, and what can; undefined when it can. */
export function tooOldNode(version: string): string | undefined {
  if (Number(version.split(".")[0]) >= nodeNeeded) return undefined;
  return `Parley needs Node ${nodeNeeded} or newer, and this is Node ${version}. From a clone, npm start and npm run -s parley -- VERB use the right one.`;
}
