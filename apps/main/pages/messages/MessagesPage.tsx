import { CheckOutlined, DeleteOutlined, PictureOutlined, SettingOutlined } from '@ant-design/icons';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { messagesApi, ofPlatform, type Message } from '@formwork/contract/messages/api.ts';
import { messageKinds, type MessageKind } from '@formwork/contract/messages/kinds.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { pushApi, wantsWay } from '@formwork/contract/workflow/push.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import { Page } from '@formwork/ui/frame/page.tsx';
import { EmptyState, ErrorState } from '@formwork/ui/feedback/state.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { call } from '@formwork/web/http/call.ts';
import { keyOf, q, refresh } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useCursorPages } from '@formwork/web/http/use-cursor-pages.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useLive } from '@formwork/web/live/use-live.ts';
import { useSocketDown } from '@formwork/web/live/use-socket-down.ts';
import { useQueryText, useRouter } from '@formwork/web/router/page-context.ts';
import { useCan } from '@formwork/web/session/session.ts';
import { messageHref } from '@formwork/web/messages/message-href.ts';
import { TypedSearch } from '@formwork/web/typed-search.tsx';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Select } from 'antd';
import { useState } from 'react';
import { useMessageColumns } from './columns.tsx';
import { hasPicture, SentPicture } from './SentPicture.tsx';
import './messages.css';

const mostAtOnce = 100;
const none: ReadonlySet<string> = new Set();

/** Everything a person was told, newest first; a message leads to what it is about. */
export default function MessagesPage() {
  const t = useT();
  const router = useRouter();
  const [asked, setTab] = useQueryText('tab');
  const elements = useElements('messageCentre');
  const tab = asked === 'unread' && elements.shows('tabs', 'unread') ? 'unread' : 'all';
  const [app, setApp] = useQueryText('app');
  const [askedKind, setKind] = useQueryText('kind');
  const kind = messageKinds.find((one) => one === askedKind);
  const [search, setSearch] = useQueryText('search');
  const unread = useQuery(q(messagesApi.count)).data?.unread ?? 0;
  const down = useSocketDown();
  useLive('messages.changed', () => void refresh(messagesApi.list, messagesApi.count));
  const tabs = elements.arranged('tabs', [
    { id: 'all' as const, title: elements.title('tabs', 'all', t('messages.all')) },
    {
      id: 'unread' as const,
      title: elements.title('tabs', 'unread', t('messages.unread')),
      ...(unread > 0 && { count: unread }),
    },
  ]);
  return (
    <Page
      fill
      flush
      title={t('messages.title')}
      tab={tab}
      onTab={(id) => setTab(id === 'all' ? undefined : id)}
      tabs={tabs}
      actions={
        elements.shows('tools', 'subscriptions') && (
          <Button icon={<SettingOutlined />} onClick={() => void router.go(pathTo('subscriptions'))}>
            {elements.title('tools', 'subscriptions', t('messages.subscriptions'))}
          </Button>
        )
      }
    >
      <WaysDown />
      {down && (
        <Alert
          className="messages-down"
          type="warning"
          showIcon
          title={t('messages.unavailable')}
          description={t('messages.not_live')}
          action={
            <Button size="small" onClick={() => void refresh(messagesApi.list, messagesApi.count)}>
              {t('messages.look_again')}
            </Button>
          }
        />
      )}
      <Messages
        query={{
          ...(tab === 'unread' && { unread: true }),
          ...(app !== undefined && { app }),
          ...(kind !== undefined && { kind }),
          ...(search !== undefined && { search }),
        }}
        filters={
          <>
            {elements.shows('tools', 'search') && (
              <TypedSearch
                className="messages-search"
                label={elements.title('tools', 'search', t('messages.search'))}
                value={search ?? ''}
                onChange={(text) => setSearch(text || undefined)}
              />
            )}
            <Filters app={app} onApp={setApp} kind={kind} onKind={setKind} />
          </>
        }
      />
    </Page>
  );
}

/** What of the ways in which one wants to be told is away. */
function WaysDown() {
  const t = useT();
  const may = useCan()('workflow.push.own.edit');
  const push = useQuery({ ...q(pushApi.get), enabled: may }).data;
  const away = push
    ? (['mail', 'sms'] as const).filter((way) => push[way] === 'down' && wantsWay(push.settings, way))
    : [];
  return away.map((way) => (
    <Alert
      key={way}
      className="messages-down"
      type="warning"
      showIcon
      title={t('messages.unavailable')}
      description={t(`messages.way_down_${way}`)}
    />
  ));
}

interface FilterProps {
  app: string | undefined;
  onApp: (app: string | undefined) => void;
  kind: MessageKind | undefined;
  onKind: (kind: MessageKind | undefined) => void;
}

function Filters({ app, onApp, kind, onKind }: FilterProps) {
  const t = useT();
  const locale = useLocale();
  const apps = useQuery(q(formsApi.listApps)).data?.apps ?? [];
  return (
    <>
      <Select<string>
        className="messages-filter"
        allowClear
        showSearch={{ optionFilterProp: 'label' }}
        aria-label={t('messages.app')}
        placeholder={t('messages.every_app')}
        value={app ?? null}
        onChange={(chosen) => onApp(chosen)}
        options={[
          ...apps.map(({ id, title }) => ({ value: id, label: textIn(title, locale) })),
          { value: ofPlatform, label: t('messages.of_platform') },
        ]}
      />
      <Select<MessageKind>
        className="messages-filter"
        allowClear
        aria-label={t('messages.kind')}
        placeholder={t('messages.every_kind')}
        value={kind ?? null}
        onChange={(chosen) => onKind(chosen)}
        options={messageKinds.map((one) => ({ value: one, label: t(`messages.kind.${one}`) }))}
      />
    </>
  );
}

type Query = NonNullable<InputOf<typeof messagesApi.list>['query']>;

function Messages({ query, filters }: { query: Query; filters: React.ReactNode }) {
  const t = useT();
  const { modal } = App.useApp();
  const columns = useMessageColumns();
  const [pictured, setPictured] = useState<Pick<Message, 'title' | 'target'>>();
  // what was chosen among others is chosen no longer
  const asked = JSON.stringify(query);
  const [chosenOf, setChosenOf] = useState<{ asked: string; ids: ReadonlySet<string> }>({ asked, ids: new Set() });
  const selection = chosenOf.asked === asked ? chosenOf.ids : none;
  const setSelection = (ids: ReadonlySet<string>) => setChosenOf({ asked, ids });
  const { rows, ...list } = useCursorPages(keyOf(messagesApi.list, { query }), (after) =>
    call(messagesApi.list, { query: { ...query, ...after } }),
  );
  const settled = { refresh: [messagesApi.list, messagesApi.count], onDone: () => setSelection(none) };
  const read = useCommand(messagesApi.read, settled);
  // its own, so that a press on it is not swallowed while a single message is being read
  const readPage = useCommand(messagesApi.read, settled);
  const remove = useCommand(messagesApi.remove, settled);
  const waiting = rows
    .filter(({ readAt }) => readAt === null)
    .map(({ id }) => id)
    .slice(0, mostAtOnce);
  const chosen = [...selection].slice(0, mostAtOnce);
  const ask = (ids: string[]) =>
    void modal.confirm({
      title: t('messages.delete_title', { count: ids.length }),
      content: t('messages.delete_hint'),
      okText: t('messages.delete'),
      okButtonProps: { danger: true },
      onOk: () => remove.run({ body: { ids } }),
    });
  if (list.status === 'error' || list.status === 'offline')
    return (
      <ErrorState
        title={t('messages.unavailable')}
        hint={t('messages.unavailable_hint')}
        onRetry={list.onRetry}
        requestId={list.requestId}
      />
    );
  const filtered = Object.keys(query).length > 0;
  return (
    <div className="messages">
      <div className="messages-tools">
        {filters}
        <Button
          icon={<CheckOutlined />}
          disabled={waiting.length === 0}
          loading={readPage.pending}
          onClick={() => void readPage.run({ body: { ids: waiting } })}
        >
          {t('messages.read_page')}
        </Button>
      </div>
      <DataList<Message>
        label={t('messages.title')}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        {...list}
        rowHref={messageHref}
        onOpen={({ id, readAt }) => {
          if (readAt === null) void read.run({ body: { ids: [id] } });
        }}
        rowActions={({ id, readAt, title, target }) => [
          ...(hasPicture({ title, target })
            ? [
                {
                  id: 'picture',
                  title: t('messages.picture'),
                  icon: <PictureOutlined />,
                  onSelect: () => setPictured({ title, target }),
                },
              ]
            : []),
          ...(readAt === null
            ? [
                {
                  id: 'read',
                  title: t('messages.read'),
                  icon: <CheckOutlined />,
                  onSelect: () => void read.run({ body: { ids: [id] } }),
                },
              ]
            : []),
          {
            id: 'delete',
            title: t('messages.delete'),
            icon: <DeleteOutlined />,
            danger: true,
            onSelect: () => ask([id]),
          },
        ]}
        selection={selection}
        onSelection={setSelection}
        bulkActions={
          <>
            <Button size="small" loading={read.pending} onClick={() => void read.run({ body: { ids: chosen } })}>
              {t('messages.read')}
            </Button>
            <Button size="small" danger loading={remove.pending} onClick={() => ask(chosen)}>
              {t('messages.delete')}
            </Button>
          </>
        }
        empty={
          filtered ? (
            <EmptyState title={t('messages.none_found')} hint={t('messages.none_found_hint')} />
          ) : (
            <EmptyState title={t('messages.empty')} hint={t('messages.empty_hint')} />
          )
        }
      />
      <SentPicture message={pictured} onClose={() => setPictured(undefined)} />
    </div>
  );
}
