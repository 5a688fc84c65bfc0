import type { ArtifactWire } from "#protocol/wire";
import { Fetched } from "./lazy-part.tsx";

/** The files that a message carries. Few messages do, so what draws them is fetched with the first. */
export function ArtifactList({ artifacts }: { readonly artifacts: readonly ArtifactWire[] }) {
  if (artifacts.length === 0) return null;
  return (
    <div class="chips">
      <Fetched load={() => import("./artifact.tsx")}>
        {(part) => (
          <>
            {artifacts.map((artifact) => (
              <part.Artifact key={artifact.id} artifact={artifact} />
            ))}
          </>
        )}
      </Fetched>
    </div>
  );
}
