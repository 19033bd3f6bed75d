import { explorerApi } from '@formwork/contract/etl/explorer.ts';
import type { OfferSource } from '@formwork/contract/etl/exchange.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';

/** Where an offer's rows come from, by the names that people gave: connection and table, or the form. */
export function SourceName({ source }: { source: OfferSource }) {
  const t = useT();
  const isForm = source.from === 'forms';
  const sources = useQuery({ ...q(explorerApi.sources), enabled: !isForm });
  const forms = useQuery({
    ...q(explorerApi.tables, { params: { source: 'forms' }, query: { schema: '' } }),
    enabled: isForm && source.kind === 'table',
  });
  const from = isForm ? t('dataexchange.source.forms') : sources.data?.find(({ id }) => id === source.from)?.name;
  const what =
    source.kind === 'sql'
      ? 'SQL'
      : isForm
        ? forms.data?.find(({ name }) => name === source.table)?.title
        : [source.schema, source.table].filter(Boolean).join('.');
  return <>{[from, what].filter(Boolean).join(' · ') || '—'}</>;
}
