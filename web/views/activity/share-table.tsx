import type { ShareCountWire, StatisticsWire } from "#protocol/statistics";
import { Block } from "#web/parts/block.tsx";
import { Plain } from "#web/parts/plain-text.tsx";
import { surfaceName } from "#web/parts/place-name.ts";
import { useSignedIn } from "#web/state/signed-in-context.ts";
import { type Share, meanOf, sharesBy, sumOf } from "#web/state/statistics/day-series.ts";
import type { ActivityWords } from "#web/words/activity.ts";
import { took, tokens } from "#web/words/format.ts";

interface ShareProps {
  readonly all: StatisticsWire;
  readonly by: ShareCountWire["by"];
  readonly own: ActivityWords;
}

/** Who had which part in it. */
export function ShareTable({ all, by, own }: ShareProps) {
  const { page, words } = useSignedIn();
  const shares = sharesBy(all, by);
  if (shares.length === 0) return null;
  const nameOf = ({ key, name }: Share): string =>
    by === "channel" ? surfaceName(key in words.surface ? key : `chat:${key}`, page.model.value.links, words) : (name ?? own.removedPerson);
  const mean = (share: Share, what: "turns" | "answered"): string => {
    const ms = meanOf(sumOf(share.counts, what));
    return ms === null ? "" : took(ms);
  };
  const number = (n: number): string => (n === 0 ? "" : String(n));
  const withTurns = by !== "channel";
  return (
    <Block title={own.by[by]}>
      <div class="share-scroll" tabIndex={0} role="group" aria-label={own.by[by]}>
        <table class="shares">
          <thead>
            <tr>
              <th scope="col">{own.who[by]}</th>
              <th scope="col">{own.measure.messages}</th>
              {withTurns && <th scope="col">{own.measure.turns}</th>}
              {withTurns && <th scope="col">{own.meanTurn}</th>}
              <th scope="col">{own.measure.answered}</th>
              <th scope="col">{own.meanAnswer}</th>
              {withTurns && <th scope="col">{own.measure.tokens}</th>}
              {withTurns && <th scope="col">{own.measure.cost}</th>}
            </tr>
          </thead>
          <tbody>
            {shares.map((share) => {
              const used = Math.round(sumOf(share.counts, "input").total + sumOf(share.counts, "output").total);
              const cost = sumOf(share.counts, "cost").total;
              return (
                <tr key={share.key}>
                  <th scope="row" class="isolate">
                    <Plain text={nameOf(share)} />
                  </th>
                  <td>{number(sumOf(share.counts, "messages").count)}</td>
                  {withTurns && <td>{number(sumOf(share.counts, "turns").count)}</td>}
                  {withTurns && <td>{mean(share, "turns")}</td>}
                  <td>{number(sumOf(share.counts, "answered").count)}</td>
                  <td>{mean(share, "answered")}</td>
                  {withTurns && <td>{used === 0 ? "" : tokens(used)}</td>}
                  {withTurns && <td>{cost === 0 ? "" : `$${cost.toFixed(2)}`}</td>}
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Block>
  );
}
