import { DeleteOutlined, RedoOutlined } from '@ant-design/icons';
import { eventsApi, type FailedEvent } from '@formwork/contract/operations/events.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import type { Selection } from '@formwork/ui/list/list-selection.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { refresh } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { usePages } from '@formwork/web/http/use-pages.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { App, Button } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { FailedEventDrawer } from './FailedEventDrawer.tsx';
import { subscriberText, typeText } from './Subscribers.tsx';

const readings = [eventsApi.failed, eventsApi.lag];
const lookAgainMs = 2_000;
const keyOf = ({ subscriber, id }: FailedEvent): string => `${subscriber} ${id}`;

/** Events that somebody could not take: handed on again, or taken off the list. */
export function FailedEvents() {
  const t = useT();
  const { message, modal } = App.useApp();
  const mayEdit = useCan()('operations.event.edit');
  const [selection, setSelection] = useState<Selection>(new Set());
  const [open, setOpen] = useState<FailedEvent>();
  const { list, rows } = usePages(eventsApi.failed, {});
  const replay = useCommand(eventsApi.replay, { refresh: readings });
  const discard = useCommand(eventsApi.discard, { refresh: readings });

  const someAsked = rows.some(({ asked }) => asked);
  useEffect(() => {
    if (!someAsked) return undefined;
    const timer = setInterval(() => void refresh(...readings), lookAgainMs);
    return () => clearInterval(timer);
  }, [someAsked]);

  const bodyOf = (events: readonly FailedEvent[]) => ({
    body: { events: events.map(({ id, subscriber }) => ({ id, subscriber })) },
  });
  const again = async (events: readonly FailedEvent[]) => {
    const answer = await replay.run(bodyOf(events));
    if (!answer) return;
    setSelection(new Set());
    void message.success(t('operations.events.asked', { count: answer.asked }));
  };
  const ask = (events: readonly FailedEvent[]) =>
    void modal.confirm({
      title: t('operations.events.discard_title', { count: events.length }),
      content: t('operations.events.discard_hint'),
      okText: t('operations.events.discard'),
      okButtonProps: { danger: true },
      onOk: async () => {
        if (await discard.run(bodyOf(events))) setSelection(new Set());
      },
    });
  const chosen = rows.filter((row) => selection.has(keyOf(row)));
  const replayable = chosen.filter(({ can }) => can.replay);
  return (
    <>
      <DataList<FailedEvent>
        label={t('operations.events.failed')}
        {...list}
        columns={useColumns()}
        rowKey={keyOf}
        onOpen={setOpen}
        {...(mayEdit && { selection, onSelection: setSelection })}
        bulkActions={
          <>
            <Button
              size="small"
              icon={<RedoOutlined />}
              disabled={replayable.length === 0}
              loading={replay.pending}
              onClick={() => void again(replayable)}
            >
              {t('operations.events.replay')}
            </Button>
            <Button size="small" danger icon={<DeleteOutlined />} onClick={() => ask(chosen)}>
              {t('operations.events.discard')}
            </Button>
          </>
        }
        rowActions={(event) => [
          ...(event.can.replay
            ? [
                {
                  id: 'replay',
                  title: t('operations.events.replay'),
                  icon: <RedoOutlined />,
                  onSelect: () => void again([event]),
                },
              ]
            : []),
          ...(event.can.discard
            ? [
                {
                  id: 'discard',
                  title: t('operations.events.discard'),
                  icon: <DeleteOutlined />,
                  danger: true,
                  onSelect: () => ask([event]),
                },
              ]
            : []),
        ]}
        empty={<EmptyState title={t('operations.events.none')} hint={t('operations.events.none_hint')} />}
      />
      <FailedEventDrawer event={open} onClose={() => setOpen(undefined)} />
    </>
  );
}

/** What stands first is what a phone shows. */
function useColumns(): ListColumn<FailedEvent>[] {
  const t = useT();
  const locale = useLocale();
  return useMemo(
    () => [
      { id: 'type', title: t('operations.events.type'), width: 170, value: ({ type }) => typeText(t, type) },
      {
        id: 'subscriber',
        title: t('operations.events.subscriber'),
        width: 160,
        value: ({ subscriber }) => subscriberText(t, subscriber),
      },
      { id: 'reason', title: t('operations.events.reason'), width: 300, value: ({ error }) => reasonOf(error) },
      {
        id: 'state',
        title: t('operations.events.state'),
        width: 110,
        render: ({ asked }) => (
          <StateTag tone={asked ? 'info' : 'error'}>
            {t(asked ? 'operations.events.state_asked' : 'operations.events.state_failed')}
          </StateTag>
        ),
      },
      { id: 'tries', title: t('operations.events.tries'), width: 76, align: 'end', value: ({ tries }) => tries },
      { id: 'space', title: t('operations.events.space'), width: 150, value: ({ space }) => space.name },
      {
        id: 'failed',
        title: t('operations.events.failed_at'),
        width: 150,
        render: ({ failedAt }) => <Time at={failedAt} locale={locale} />,
      },
    ],
    [t, locale],
  );
}

/** The first line of it: the rest says where in the product. */
function reasonOf(error: string): string {
  return error.split('\n', 1)[0]!;
}
