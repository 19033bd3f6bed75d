import { recordsApi } from '@formwork/contract/records/api.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Explanation } from '@formwork/records-ui/access/Explanation.tsx';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { useQuery } from '@tanstack/react-query';
import { Drawer } from 'antd';
import { useState } from 'react';

/** Why a person can or cannot see, change or delete this record, rule by rule. */
export default function AccessDrawer({
  formId,
  recordId,
  onClose,
}: {
  formId: string;
  recordId: string;
  onClose: () => void;
}) {
  const t = useT();
  const [person, setPerson] = useState<string>();
  const told = useQuery({
    ...q(recordsApi.explain, { params: { formId }, query: { person: person ?? '', record: recordId } }),
    enabled: person !== undefined,
  });
  return (
    <Drawer open title={t('records.access.title')} size={560} onClose={onClose}>
      <label className="fw-access-person">
        <span>{t('rights.explain_person')}</span>
        <PersonPicker
          aria-label={t('rights.explain_person')}
          value={person === undefined ? [] : [person]}
          onChange={([id]) => setPerson(id)}
        />
      </label>
      {person === undefined ? (
        <EmptyState small title={t('records.access.ask')} />
      ) : told.isPending ? (
        <SkeletonRows rows={6} columns={1} />
      ) : told.isError ? (
        <ErrorState small hint={errorText(told.error, t)} onRetry={() => void told.refetch()} />
      ) : (
        <Explanation formId={formId} told={told.data} />
      )}
    </Drawer>
  );
}
