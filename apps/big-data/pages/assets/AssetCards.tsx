import type { AssetRow } from '@formwork/contract/assets/asset.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { AssetKind, Certified, SensitivityTag } from './kind.tsx';

/** Assets below each other, each a button that opens it. */
export function AssetCards({
  rows,
  none,
  onOpen,
}: {
  rows: readonly AssetRow[];
  none: string;
  onOpen: (id: number) => void;
}) {
  const locale = useLocale();
  const t = useT();
  if (rows.length === 0) return <p className="asset-note">{none}</p>;
  return (
    <ul className="asset-cards">
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" onClick={() => onOpen(row.id)}>
            <strong>{textIn(row.title, locale)}</strong>
            <Certified of={row} />
            <SensitivityTag level={row.sensitivity} />
            <span className="asset-note">
              <AssetKind kind={row.kind} />
              {row.place.zh === '' ? '' : ` · ${textIn(row.place, locale)}`}
              {row.used > 0 ? ` · ${t('assets.used', { count: row.used })}` : ''}
            </span>
            {row.about !== '' && <span className="asset-about">{row.about}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
