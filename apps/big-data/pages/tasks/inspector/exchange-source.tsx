import { exchangeApi } from '@formwork/contract/etl/exchange.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import type { SettingsProps } from './NodeSettings.tsx';
import { ColumnSelect, Line, SelectLine } from './parts.tsx';
import { ColumnsButton } from './sources.tsx';

/** Data of another enterprise, out of the requests that it approved. */
export function ExchangeSourceSettings({ node, onChange }: SettingsProps<'exchangeSource'>) {
  const t = useT();
  const query = { side: 'asked' as const, state: 'approved' as const, limit: 200 };
  const approved = useQuery(q(exchangeApi.requests, { query }));
  const chosen = useQuery({
    ...q(exchangeApi.get, { params: { exchangeId: node.request ?? '' } }),
    enabled: node.request !== null,
  });
  const options = approved.data?.rows.map(({ id, title, partner }) => ({
    value: id,
    label: `${title} (${partner.name})`,
  }));
  const order = chosen.data?.order ?? '';
  return (
    <>
      <SelectLine
        label={t('etltask.exchange')}
        none={t('etltask.exchange_none')}
        value={node.request}
        options={options}
        onChange={(request) => onChange({ ...node, request, columns: [], watermark: '' })}
      />
      <Link href={pathTo('dataExchange', {})}>{t('etltask.exchange_open')}</Link>
      <ColumnsButton node={node} onChange={onChange} />
      {(order !== '' || node.watermark !== '') && (
        <Line label={t('etltask.watermark')} help={t('etltask.watermark_help')}>
          <ColumnSelect
            label={t('etltask.watermark')}
            value={node.watermark}
            columns={[
              { name: '', title: t('etltask.watermark_none'), type: 'text', nullable: true },
              ...node.columns.filter(({ name }) => name === order || name === node.watermark),
            ]}
            onChange={(watermark) => onChange({ ...node, watermark })}
          />
        </Line>
      )}
    </>
  );
}
