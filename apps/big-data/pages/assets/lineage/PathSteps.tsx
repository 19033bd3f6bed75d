import { assetsApi } from '@formwork/contract/assets/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { AssetKind } from '../kind.tsx';

/** The shortest way from one asset to another, step by step, as it was at a moment. */
export function PathSteps({
  from,
  fromColumn,
  to,
  at,
  onOpen,
}: {
  from: number;
  fromColumn: number | undefined;
  to: number;
  at: string | undefined;
  onOpen: (asset: number) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const path = useQuery(
    q(assetsApi.path, {
      query: { from, to, ...(fromColumn !== undefined && { fromColumn }), ...(at !== undefined && { at }) },
    }),
  );
  if (!path.data) return <Unread of={[path]} skeleton={<SkeletonRows rows={4} />} />;
  if (!path.data.steps) return <EmptyState title={t('assets.path.none')} hint={t('assets.path.none_hint')} />;
  return (
    <ol className="asset-path">
      {path.data.steps.map(({ node, columnTitle, kind }) => (
        <li key={node.id}>
          {node.asset === null ? (
            t('assets.hidden', { count: node.hidden })
          ) : (
            <span className="asset-line">
              <Button type="link" size="small" onClick={() => onOpen(node.asset!)}>
                {textIn(node.title, locale)}
              </Button>
              <AssetKind kind={node.kind} />
              {columnTitle && <span>{textIn(columnTitle, locale)}</span>}
              {kind && <span className="asset-note">{t(`assets.edge.${kind}`)}</span>}
            </span>
          )}
        </li>
      ))}
    </ol>
  );
}
