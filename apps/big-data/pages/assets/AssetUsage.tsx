import type { Asset } from '@formwork/contract/assets/asset.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PersonName } from '@formwork/web/list/PersonName.tsx';

/** Who used it, how often and when last, and how often on which day. */
export function AssetUsage({ asset }: { asset: Asset }) {
  const t = useT();
  const { usage, usageDays } = asset;
  if (usageDays.length === 0) return null;
  const all = usageDays.reduce((sum, { n }) => sum + n, 0);
  return (
    <div className="asset-field">
      <span className="asset-note">{t('assets.usage')}</span>
      <span>{t('assets.usage.all', { count: all, days: usageDays.length, last: usageDays.at(-1)!.day })}</span>
      {usage.map(({ by, id, name, n, last }) => (
        <span key={`${by} ${id}`}>
          {by === 'person' ? <PersonName id={id} /> : (name ?? t(`assets.usage.${by}`))} · {n} · {last}
        </span>
      ))}
    </div>
  );
}
