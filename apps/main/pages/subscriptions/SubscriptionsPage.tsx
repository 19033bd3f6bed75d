import { formsApi } from '@formwork/contract/forms/api.ts';
import { messagesApi, ofPlatform, subscribed, type Subscription } from '@formwork/contract/messages/api.ts';
import { applicationKinds, platformKindsOf, type MessageKind } from '@formwork/contract/messages/kinds.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { Page } from '@formwork/ui/frame/page.tsx';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useMe } from '@formwork/web/session/session.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Checkbox } from 'antd';
import { useCallback, useMemo, type CSSProperties } from 'react';
import './subscriptions.css';

interface Row {
  /** null: every application. */
  app: string | null;
  name: string;
}

/** Which kinds of messages one gets: of every application, and otherwise of single ones. Each box takes effect at once. */
export default function SubscriptionsPage() {
  const t = useT();
  const locale = useLocale();
  const { role } = useMe();
  const elements = useElements('subscriptions');
  const { message } = App.useApp();
  const [search, setSearch] = useQueryText('search');
  const apps = useQuery(q(formsApi.listApps));
  const said = useQuery(q(messagesApi.subscriptions));
  const subscriptions = said.data?.subscriptions;
  const save = useCommand(messagesApi.subscribe, { refresh: [messagesApi.subscriptions], quiet: true });
  const rows = useMemo((): Row[] => {
    const wanted = search?.trim().toLowerCase() ?? '';
    const named = (apps.data?.apps ?? [])
      .map(({ id, title }): Row => ({ app: id, name: textIn(title, locale) }))
      .filter(({ name }) => name.toLowerCase().includes(wanted));
    return wanted === '' ? [{ app: null, name: t('messages.subscribe.every_app') }, ...named] : named;
  }, [apps.data, search, locale, t]);
  const { run } = save;
  const put = useCallback(
    async (app: string | null, kind: MessageKind, on: boolean) => {
      if (!(await run({ body: { subscriptions: [{ app, kind, subscribed: on }] } })))
        void message.error(t('messages.subscribe.failed'));
    },
    [run, message, t],
  );
  const columns = useMemo((): ListColumn<Row>[] => {
    return [
      { id: 'app', title: t('messages.app'), width: 170, value: ({ name }) => name },
      ...applicationKinds.map((kind): ListColumn<Row> => ({
        id: kind,
        title: t(`messages.kind.${kind}`),
        width: 64,
        align: 'center',
        render: (row) => (
          <Box
            row={row}
            kind={kind}
            subscriptions={subscriptions ?? []}
            onChange={(on) => void put(row.app, kind, on)}
          />
        ),
      })),
    ];
  }, [t, subscriptions, put]);
  const error = apps.error ?? said.error;
  return (
    <Page
      fill
      flush
      title={t('messages.subscriptions')}
      back={pathTo('messageCentre')}
      actions={
        elements.shows('parts', 'search') && (
          <SearchInput
            label={elements.title('parts', 'search', t('messages.subscribe.search'))}
            className="subscriptions-search"
            defaultValue={search ?? ''}
            onSearch={(text) => setSearch(text.trim() || undefined)}
          />
        )
      }
    >
      <p className="subscriptions-hint">{t('messages.subscribe.hint')}</p>
      {elements.shows('parts', 'platform') && (
        <fieldset className="subscriptions-platform">
          <legend>{elements.title('parts', 'platform', t('messages.of_platform'))}</legend>
          {platformKindsOf(role).map((kind) => (
            <label key={kind}>
              <Box
                row={{ app: ofPlatform, name: t('messages.of_platform') }}
                kind={kind}
                subscriptions={subscriptions ?? []}
                onChange={(on) => void put(ofPlatform, kind, on)}
              />{' '}
              {t(`messages.kind.${kind}`)}
            </label>
          ))}
        </fieldset>
      )}
      <div className="subscriptions" style={{ '--kinds': applicationKinds.length } as CSSProperties}>
        <DataList<Row>
          label={t('messages.subscriptions')}
          rows={rows}
          columns={columns}
          rowKey={({ app }) => app ?? 'all'}
          status={
            error
              ? isApiError(error) && error.kind === 'network'
                ? 'offline'
                : 'error'
              : apps.isPending || said.isPending
                ? 'loading'
                : 'ready'
          }
          onRetry={() => void Promise.all([apps.refetch(), said.refetch()])}
          {...(isApiError(error) && error.requestId !== undefined && { requestId: error.requestId })}
          renderCard={({ app, name }) => (
            <div className="subscriptions-card">
              <strong>{name}</strong>
              {applicationKinds.map((kind) => (
                <label key={kind}>
                  {columns.find(({ id }) => id === kind)?.render?.({ app, name })} {t(`messages.kind.${kind}`)}
                </label>
              ))}
            </div>
          )}
          empty={
            <EmptyState title={t('messages.subscribe.none_found')} hint={t('messages.subscribe.none_found_hint')} />
          }
        />
      </div>
    </Page>
  );
}

interface BoxProps {
  row: Row;
  kind: MessageKind;
  subscriptions: Subscription[];
  onChange: (on: boolean) => void;
}

/** Filled when told so, faint when it follows the row of every application. */
function Box({ row: { app, name }, kind, subscriptions, onChange }: BoxProps) {
  const t = useT();
  const own = subscriptions.some((one) => one.app === app && one.kind === kind);
  return (
    <Checkbox
      className={own || app === null || app === ofPlatform ? undefined : 'subscriptions-follows'}
      aria-label={t('messages.subscribe.row', { app: name, kind: t(`messages.kind.${kind}`) })}
      title={own && app !== null ? t('messages.subscribe.own') : undefined}
      checked={subscribed(subscriptions, app ?? '', kind)}
      onChange={({ target }) => onChange(target.checked)}
    />
  );
}
