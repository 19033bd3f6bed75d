import { connectionsApi } from '@formwork/contract/connections/api.ts';
import { receiverApi, receiverKinds, ReceiverInput, type Receiver } from '@formwork/contract/assets/receivers.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { SelectInput } from '@formwork/web/form/inputs/SelectInput.tsx';
import { SwitchInput } from '@formwork/web/form/inputs/SwitchInput.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Drawer } from 'antd';
import { useState } from 'react';
import { useReason } from './reasons.ts';

const lookAgainMs = 15_000;
const refresh = [receiverApi.receivers];

/** Where events of our runs are sent by themselves, how far that came, and what failed. */
export function ReceiversDrawer({ onClose }: { onClose: () => void }) {
  const t = useT();
  const [editing, setEditing] = useState<Receiver | 'new'>();
  const receivers = useQuery({ ...q(receiverApi.receivers), refetchInterval: lookAgainMs });
  const { data } = receivers;
  const add = (
    <Button type="primary" onClick={() => setEditing('new')}>
      {t('assets.receiver.add')}
    </Button>
  );
  return (
    <Drawer open size={640} title={t('assets.receivers')} onClose={onClose}>
      <div className="asset-stack">
        <p className="asset-note">{t('assets.receivers.hint')}</p>
        {!data && <Unread of={[receivers]} skeleton={<SkeletonRows rows={4} />} />}
        {data?.length === 0 && <EmptyState title={t('assets.receivers.none')} action={add} />}
        {data && data.length > 0 && <div className="asset-line">{add}</div>}
        {data?.map((one) => (
          <OneReceiver key={one.id} receiver={one} onEdit={() => setEditing(one)} />
        ))}
      </div>
      {editing && (
        <ReceiverDialog receiver={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
    </Drawer>
  );
}

function OneReceiver({ receiver, onEdit }: { receiver: Receiver; onEdit: () => void }) {
  const t = useT();
  const locale = useLocale();
  const reason = useReason();
  const { modal } = App.useApp();
  const params = { receiverId: receiver.id };
  const remove = useCommand(receiverApi.removeReceiver, { refresh });
  const send = useCommand(receiverApi.sendNow, { refresh });
  const { enabled, failures, failure, failedAt, nextAt } = receiver;
  const state = !enabled ? 'off' : failures > 0 ? 'failing' : 'well';
  return (
    <section className="asset-card" aria-label={receiver.name}>
      <div className="asset-line">
        <strong className="asset-wide">{receiver.name}</strong>
        <StateTag tone={({ off: 'neutral', failing: 'error', well: 'success' } as const)[state]}>
          {t(`assets.receiver_state.${state}`)}
        </StateTag>
      </div>
      <p className="asset-note">
        {[receiver.connectionName, receiver.path].filter(Boolean).join(' / ')} ·{' '}
        {t('assets.receiver.sent', { count: receiver.sent })} ·{' '}
        {t('assets.receiver.waiting', { count: receiver.waiting })}
        {receiver.refused > 0 && ` · ${t('assets.receiver.refused', { count: receiver.refused })}`}
        {receiver.sentAt !== null && (
          <>
            {' '}
            · <Time at={receiver.sentAt} locale={locale} />
          </>
        )}
      </p>
      {failure !== null && (
        <Alert
          type="warning"
          showIcon
          title={t('assets.receiver.failed', { count: failures, why: reason(failure) })}
          description={
            <>
              {failedAt !== null && <Time at={failedAt} locale={locale} />}
              {nextAt !== null && (
                <>
                  {' '}
                  · {t('assets.receiver.next')} <Time at={nextAt} locale={locale} />
                </>
              )}
            </>
          }
        />
      )}
      <div className="asset-line">
        {enabled && (
          <Button size="small" loading={send.pending} onClick={() => void send.run({ params })}>
            {t('assets.receiver.send')}
          </Button>
        )}
        <Button size="small" type="text" onClick={onEdit}>
          {t('assets.edit')}
        </Button>
        <Button
          size="small"
          type="text"
          danger
          onClick={() =>
            void modal.confirm({
              title: t('assets.receiver.remove_title', { name: receiver.name }),
              okText: t('assets.word.remove'),
              okButtonProps: { danger: true },
              onOk: () => remove.run({ params }),
            })
          }
        >
          {t('assets.word.remove')}
        </Button>
      </div>
    </section>
  );
}

type Entry = Omit<ReceiverInput, 'connection'> & { connection: string | null };

function ReceiverDialog({ receiver, onClose }: { receiver: Receiver | undefined; onClose: () => void }) {
  const t = useT();
  const connections = useQuery(q(connectionsApi.list, { query: { limit: 200 } }));
  const options = { refresh, onDone: onClose };
  const create = useSave(receiverApi.createReceiver, options);
  const update = useSave(receiverApi.updateReceiver, { ...options, params: { receiverId: receiver?.id ?? '' } });
  return (
    <FormDialog<Entry, ReceiverInput>
      title={t(receiver ? 'assets.receiver.edit' : 'assets.receiver.add')}
      rules={ReceiverInput}
      initial={{
        version: receiver?.version ?? 0,
        name: receiver?.name ?? '',
        connection: receiver?.connection ?? null,
        path: receiver?.path ?? 'api/v1/lineage',
        enabled: receiver?.enabled ?? true,
      }}
      toBody={({ connection, ...entry }) => ({ ...entry, connection: connection ?? '' })}
      command={receiver ? update : create}
      onClose={onClose}
    >
      <TextInput name="name" label={t('assets.receiver.name')} />
      <SelectInput
        name="connection"
        label={t('assets.receiver.connection')}
        options={(connections.data?.rows ?? [])
          .filter(({ kind }) => (receiverKinds as readonly string[]).includes(kind))
          .map(({ id, name }) => ({ value: id, label: name }))}
      />
      <TextInput name="path" label={t('assets.receiver.path')} />
      <SwitchInput name="enabled" label={t('assets.receiver.enabled')} />
    </FormDialog>
  );
}
