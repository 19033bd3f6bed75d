import { holdApi } from '@formwork/contract/operations/hold.ts';
import { SkeletonRows } from '@formwork/ui/state.tsx';
import { Time } from '@formwork/ui/time.tsx';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Modal } from 'antd';
import { q } from '../http/query.ts';
import { useCommand } from '../http/use-command.ts';
import { useLocale, useT } from '../i18n/i18n.ts';

/** What waits since when, and the two ways on. */
export default function HoldDialog({ onClose }: { onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const { data } = useQuery({ ...q(holdApi.hold), refetchInterval: 5_000 });
  // the banner and what pages know of the hold come with the page
  const end = useCommand(holdApi.endHold, { onDone: () => window.location.reload() });
  const ways = [
    <Button key="cancel" onClick={onClose}>{t('shell.held.later')}</Button>,
    <Button key="drop" danger disabled={!data || end.pending} onClick={() => end.run({ body: { drop: true } })}>{t('shell.held.drop')}</Button>,
    <Button key="go" type="primary" disabled={!data} loading={end.pending} onClick={() => end.run({ body: { drop: false } })}>{t('shell.held.go')}</Button>,
  ];
  return (
    <Modal open title={t('shell.held.title')} footer={ways} onCancel={onClose}>
      <Alert type="warning" showIcon title={t('shell.held.hint')} />
      {!data ? <SkeletonRows rows={3} /> : data.waiting.length === 0 ? <p>{t('shell.held.nothing')}</p> : (
        <ul>
          {data.waiting.map(({ kind, count, since }) => (
            <li key={kind}>{t(`shell.held.waiting.${kind}`, { count })} <Time at={since} locale={locale} relative={false} /></li>
          ))}
        </ul>
      )}
      <p>{t('shell.held.ways')}</p>
    </Modal>
  );
}
