import type { VNode } from "preact";
import { Fetched } from "#web/parts/lazy-part.tsx";
import type { ShownView, ViewName } from "#web/state/address.ts";
import type { App } from "#web/state/app.ts";
import type { ViewProps } from "./view-props.ts";

interface ViewFile {
  readonly View: (props: ViewProps) => VNode | null;
}

/** Each is fetched when it is opened first. */
const files: Readonly<Record<ViewName, () => Promise<ViewFile>>> = {
  questions: () => import("#web/views/questions/index.tsx"),
  agents: () => import("#web/views/agents/index.tsx"),
  activity: () => import("#web/views/activity/index.tsx"),
  settings: () => import("#web/views/settings/index.tsx"),
};

export function Destination({ app, shown }: { readonly app: App; readonly shown: ShownView }) {
  return (
    <Fetched key={shown.view} load={files[shown.view]}>
      {(file) => <file.View app={app} part={shown.part} />}
    </Fetched>
  );
}
