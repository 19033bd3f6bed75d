import { useT } from '@formwork/web/i18n/i18n.ts';
import type { Said } from './words/setting.ts';

/** Longer lists show what the other side does not have. */
const whole = 12;
const most = 100;

/** One side of a difference; in a list what the other side does not say stands out. */
export function SaidWords({ said, other }: { said: Said; other: Said }) {
  const t = useT();
  if (said.length === 0) return <>—</>;
  if (typeof said === 'string') return <>{said}</>;
  const there = new Set([other].flat());
  const own = said.filter((line) => !there.has(line));
  // of a list in another order every line counts
  const shown = said.length <= whole || own.length === 0 ? said : own;
  return (
    <ul className="release-settings">
      {shown.slice(0, most).map((line, at) => (
        <li key={at} data-own={there.has(line) ? undefined : true}>
          {line}
        </li>
      ))}
      {shown.length < said.length || shown.length > most ? (
        <li>
          <small>{t('design.version.of_all', { count: said.length })}</small>
        </li>
      ) : null}
    </ul>
  );
}
