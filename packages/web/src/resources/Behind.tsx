import { assetsApi } from '@formwork/contract/assets/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { useQuery } from '@tanstack/react-query';
import { callWith, quietlyGone } from '../http/call.ts';
import { q } from '../http/query.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import { addressOfDefinition, kindName } from './addresses.ts';
import './resources.css';

const shown = 20;

/** What hangs on a thing, or on some of its columns, also over several steps, or what it comes from: by the lineage of data. Nothing where nothing does. */
export function Behind({
  kind,
  id,
  columns,
  direction = 'down',
}: {
  kind: string;
  id: string;
  columns?: readonly string[];
  direction?: 'down' | 'up';
}) {
  const t = useT();
  const locale = useLocale();
  const query = { direction, ...(columns && { columns: [...columns] }) };
  const asked = { params: { kind, ref: id }, query };
  const impact = useQuery({
    ...q(assetsApi.impactOfThing, asked),
    // not everything is a thing that data comes from or goes to
    queryFn: ({ signal }) => callWith(assetsApi.impactOfThing, asked, { ...quietlyGone, signal }),
    retry: false,
  }).data;
  if (!impact || impact.rows.length + impact.hidden === 0) return null;
  const { rows, hidden } = impact;
  return (
    <details className="resource-behind">
      <summary>{t(`shell.behind.${direction}`, { count: rows.length + hidden })}</summary>
      <ul className="resource-uses">
        {rows.slice(0, shown).map((row) => {
          const href = addressOfDefinition(row.address);
          const name = textIn(row.title, locale);
          return (
            <li key={row.asset}>
              <span>
                {kindName(row.kind, t)} {href === undefined ? <b>{name}</b> : <Link href={href}>{name}</Link>}
                {row.columns.length > 0 && <small> {row.columns.join('、')}</small>}
              </span>
            </li>
          );
        })}
        {rows.length > shown && <li>{t('shell.behind.more', { count: rows.length - shown })}</li>}
        {hidden > 0 && <li>{t('shell.behind.hidden', { count: hidden })}</li>}
      </ul>
    </details>
  );
}
