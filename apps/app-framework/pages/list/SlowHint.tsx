import { listIndexesApi } from '@formwork/contract/records/list-indexes.ts';
import { Link } from '@formwork/ui/frame/link.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert } from 'antd';
import { useState } from 'react';
import { paths } from '../../paths.ts';

const lookedAgainMs = 300_000;

/** Tells administrators that lists of this form were slow and an index would help. */
export function SlowHint({ formId }: { formId: string }) {
  const t = useT();
  const mayBuild = useCan()('forms.design.edit');
  const [closed, setClosed] = useState(false);
  const { data } = useQuery({
    ...q(listIndexesApi.indexes, { params: { formId } }),
    enabled: mayBuild,
    staleTime: lookedAgainMs,
  });
  const lists = data?.proposals.flatMap((proposal) => proposal.lists) ?? [];
  if (lists.length === 0 || closed) return null;
  return (
    <Alert
      type="info"
      showIcon
      closable={{ onClose: () => setClosed(true) }}
      title={
        <>
          {t('views.list.slow', { count: lists.reduce((sum, { times }) => sum + times, 0) })}{' '}
          <Link href={paths.listIndexes(formId)}>{t('views.list.slow_more')}</Link>
        </>
      }
    />
  );
}
