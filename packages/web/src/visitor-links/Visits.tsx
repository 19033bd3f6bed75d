import { EyeOutlined } from '@ant-design/icons';
import type { documentsApi } from '@formwork/contract/documents/api.ts';
import type { linkApi } from '@formwork/contract/records/link.ts';
import type { visitorsApi } from '@formwork/contract/visitors/api.ts';
import type { Visit } from '@formwork/contract/visitors/visit.ts';
import { ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { call, type CallInput } from '../http/call.ts';
import { keyOf } from '../http/query.ts';
import { useLocale, useT } from '../i18n/i18n.ts';
import './visitor-links.css';

/** Shows and hides who looked. */
export function LookedAt({ shown, onShow }: { shown: boolean; onShow: (shown: boolean) => void }) {
  const t = useT();
  return (
    <Button size="small" type="link" icon={<EyeOutlined />} aria-expanded={shown} onClick={() => onShow(!shown)}>
      {t('records.link.visits')}
    </Button>
  );
}

type Endpoint = (typeof linkApi)['visits'] | (typeof documentsApi)['visits'] | (typeof visitorsApi)['visits'];

/** Who opened a link, the last ones first. */
export function Visits<E extends Endpoint>({ endpoint, params }: { endpoint: E; params: CallInput<E>['params'] }) {
  const t = useT();
  const locale = useLocale();
  const visits = useQuery({
    queryKey: keyOf(endpoint, { params } as never),
    queryFn: () => call(endpoint, { params } as never) as Promise<{ visits: Visit[] }>,
    staleTime: 0,
  });
  if (visits.isPending) return <SkeletonRows rows={2} columns={1} />;
  if (visits.isError) return <ErrorState small onRetry={() => void visits.refetch()} />;
  if (visits.data.visits.length === 0) return <p className="fw-field-note">{t('records.link.visits_none')}</p>;
  return (
    <ul className="fw-visits" aria-label={t('records.link.visits')}>
      {visits.data.visits.map(({ id, at, from, person }) => (
        <li key={id}>
          <span>{person ?? t('records.link.visitor')}</span>
          <span>{from}</span>
          <Time at={at} locale={locale} relative={false} />
        </li>
      ))}
    </ul>
  );
}
