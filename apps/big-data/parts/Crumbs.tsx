import { useT } from '@formwork/web/i18n/i18n.ts';
import type { Level } from './use-drill.ts';

/** The levels that were gone down, each leading back to it. */
export function Crumbs({ levels, onLevels }: { levels: readonly Level[]; onLevels: (levels: Level[]) => void }) {
  const t = useT();
  if (levels.length === 0) return null;
  return (
    <nav className="analytics-crumbs" aria-label={t('analytics.drill')}>
      <button type="button" className="analytics-tool" onClick={() => onLevels([])}>
        {t('analytics.all')}
      </button>
      {levels.map(({ name }, at) => (
        <span key={at}>
          {'› '}
          {at === levels.length - 1 ? (
            <b aria-current="location">{name}</b>
          ) : (
            <button type="button" className="analytics-tool" onClick={() => onLevels(levels.slice(0, at + 1))}>
              {name}
            </button>
          )}
        </span>
      ))}
    </nav>
  );
}
