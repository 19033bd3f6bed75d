import { connectionsApi, type Connection } from '@formwork/contract/connections/api.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { kindName } from '@formwork/web/resources/addresses.ts';
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';

/** Who names a source; those one may not see are counted. */
export function UsesDialog({ source, onClose }: { source: Connection; onClose: () => void }) {
  const t = useT();
  return (
    <Modal open title={t('sources.uses_of', { name: source.name })} footer={null} onCancel={onClose}>
      <Uses id={source.id} />
    </Modal>
  );
}

function Uses({ id }: { id: string }) {
  const t = useT();
  const locale = useLocale();
  const reading = useQuery(q(connectionsApi.uses, { params: { connectionId: id } }));
  if (!reading.data) return <Unread of={[reading]} small skeleton={<SkeletonRows rows={3} columns={2} />} />;
  const { uses, hidden } = reading.data;
  if (uses.length + hidden === 0) return <EmptyState small title={t('resources.no_uses')} />;
  return (
    <ul className="source-uses">
      {uses.map((use) => (
        <li key={`${use.kind} ${use.id} ${use.of}`}>
          {kindName(use.kind, t)} <b>{textIn(use.name as Text, locale)}</b>
          {use.of === 'draft' && <small> {t('resources.in_draft')}</small>}
        </li>
      ))}
      {hidden > 0 && <li>{t('resources.uses_hidden', { count: hidden })}</li>}
    </ul>
  );
}
