/** In the environment of everything that a command starts, so that its processes are found again. */
export const commandMark = "PARLEY_COMMAND";

/** Every process that this user may signal, at once: nothing can fork away from it. Process 1 and the caller are spared. */
export const endAllArgv: readonly string[] = ["/bin/sh", "-c", "kill -9 -1 2>/dev/null; exit 0"];

/**
 * Kills by session, because a session holds what a command started unless that began one of its own; then its environment
 * still tells. `mode` is `only` (the marked ones) or `but` (all but the marked ones). Repeated until nothing is left.
 */
const script = `
field() { sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | cut -d' ' -f"$2"; }
mode=$1; shift; own=$(field $$ 4); first=$(field 1 4); round=0
while [ $round -lt 20 ]; do
  round=$((round + 1)); sids=" "; left=0
  for p in /proc/[0-9]*; do
    for mark in "$@"; do
      tr '\\0' '\\n' < "$p/environ" 2>/dev/null | grep -qx "${commandMark}=$mark" && sids="$sids$(field "\${p#/proc/}" 4) "
    done
  done
  for p in /proc/[0-9]*; do
    pid=\${p#/proc/}; sid=$(field "$pid" 4)
    [ "$sid" = "$first" ] || [ -z "$sid" ] || [ "$sid" = "$own" ] || [ "$(field "$pid" 1)" = Z ] && continue
    case "$sids" in *" $sid "*) [ "$mode" = but ] && continue ;; *) [ "$mode" = only ] && continue ;; esac
    kill -9 "$pid" 2>/dev/null && left=$((left + 1))
  done
  [ $left = 0 ] && exit 0
done
exit 1
`;

export function endMarkedArgv(mark: string): readonly string[] {
  return ["/bin/sh", "-c", script, "sh", "only", mark];
}

export function endOthersArgv(spared: readonly string[]): readonly string[] {
  return ["/bin/sh", "-c", script, "sh", "but", ...spared];
}
