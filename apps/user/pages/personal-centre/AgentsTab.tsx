import { agentsApi, agentStates, type AgentState, type Delegation } from '@formwork/contract/agents/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Person } from '@formwork/ui/format/avatar.tsx';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import type { MenuAction } from '@formwork/ui/frame/menu.tsx';
import { StateTag, type StateTone } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { AppstoreOutlined, DeleteOutlined, EditOutlined, PlusOutlined, UndoOutlined } from '@ant-design/icons';
import { actFor } from '@formwork/web/http/acting-for.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { App, Button, Segmented, Select } from 'antd';
import { useMemo, useState } from 'react';
import { AgentDialog } from './AgentDialog.tsx';

const tones = { agenting: 'success', recycled: 'neutral', invalid: 'error', expired: 'warning' } satisfies Record<
  AgentState,
  StateTone
>;
/** All five in a line, in few words: whoever looks over the list sees what was handed over, beside until when and for what. */
const permissionsWidth = { 'zh-CN': 250, en: 290 };
const changed = [agentsApi.mine, agentsApi.toMe];

/** Those who act for me, and those I act for. */
export default function AgentsTab() {
  const t = useT();
  const locale = useLocale();
  const { modal } = App.useApp();
  const [side = 'mine', setSide] = useQueryText('side');
  const [state, setState] = useQueryText('state');
  const mine = side !== 'to-me';
  const query = { query: { ...(agentStates.some((one) => one === state) && { state: state as AgentState }) } };
  const list = useQuery(q(mine ? agentsApi.mine : agentsApi.toMe, query));
  const apps = useQuery(q(formsApi.listApps));
  const [editing, setEditing] = useState<Delegation | 'new'>();
  const [selection, setSelection] = useState<ReadonlySet<string>>(new Set());
  const recycle = useCommand(agentsApi.recycle, { refresh: changed, onDone: () => setSelection(new Set()) });
  const remove = useCommand(agentsApi.remove, { refresh: changed });

  const columns = useMemo((): ListColumn<Delegation>[] => {
    const titles = new Map(apps.data?.apps.map((app) => [app.id, textIn(app.title, locale)]));
    const between = locale === 'zh-CN' ? '、' : ', ';
    return [
      {
        id: 'person',
        title: t(mine ? 'personal.agents.agent' : 'personal.agents.principal'),
        width: 130,
        render: (one) => <Person name={(mine ? one.agent : one.principal).name} />,
      },
      {
        id: 'state',
        title: t('personal.agents.state'),
        width: 90,
        render: (one) => <StateTag tone={tones[one.state]}>{t(`personal.agents.state_${one.state}`)}</StateTag>,
      },
      {
        id: 'permissions',
        title: t('personal.agents.permissions'),
        width: permissionsWidth[locale],
        whole: true,
        value: (one) => one.permissions.map((permission) => t(`personal.agents.short_${permission}`)).join(between),
      },
      {
        id: 'validity',
        title: t('personal.agents.validity'),
        width: 290,
        render: (one) => (
          <span className="agent-validity">
            <Time at={one.startsAt} locale={locale} relative={false} /> –{' '}
            <Time at={one.endsAt} locale={locale} relative={false} />
          </span>
        ),
      },
      {
        id: 'scope',
        title: t('personal.agents.scope'),
        width: 120,
        whole: true,
        value: (one) =>
          one.appIds === null
            ? t('personal.agents.all_apps')
            : one.appIds.map((id) => titles.get(id) ?? t('personal.agents.hidden_app')).join(between),
      },
    ];
  }, [apps.data, locale, mine, t]);

  const actions = (one: Delegation): MenuAction[] => [
    ...(one.can.edit
      ? [
          {
            id: 'edit',
            title: t(one.state === 'agenting' ? 'personal.agents.edit' : 'personal.agents.edit_again'),
            icon: <EditOutlined />,
            onSelect: () => setEditing(one),
          },
        ]
      : []),
    ...(one.can.recycle
      ? [
          {
            id: 'recycle',
            title: t('personal.agents.recycle'),
            icon: <UndoOutlined />,
            onSelect: () => void recycle.run({ body: { ids: [one.id] } }),
          },
        ]
      : []),
    ...(one.can.remove
      ? [
          {
            id: 'remove',
            title: t('personal.agents.remove'),
            icon: <DeleteOutlined />,
            danger: true,
            onSelect: () =>
              void modal.confirm({
                title: t('personal.agents.remove_title', { name: one.agent.name }),
                okText: t('personal.agents.remove'),
                okButtonProps: { danger: true },
                onOk: () => remove.run({ params: { delegationId: one.id } }),
              }),
          },
        ]
      : []),
  ];
  const { error } = list;
  return (
    <div className="centre-list">
      <div className="centre-tools">
        <Segmented
          aria-label={t('personal.agents.side')}
          value={mine ? 'mine' : 'to-me'}
          options={[
            { value: 'mine', label: t('personal.agents.mine') },
            { value: 'to-me', label: t('personal.agents.to_me') },
          ]}
          onChange={(next) => {
            setSelection(new Set());
            setSide(next === 'mine' ? undefined : next);
          }}
        />
        <Select
          allowClear
          className="centre-filter"
          aria-label={t('personal.agents.state')}
          placeholder={t('personal.agents.every_state')}
          value={state ?? null}
          onChange={(next: string | null) => setState(next ?? undefined)}
          options={agentStates.map((value) => ({ value, label: t(`personal.agents.state_${value}`) }))}
        />
        {mine && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => setEditing('new')}>
            {t('personal.agents.create')}
          </Button>
        )}
      </div>
      <DataList<Delegation>
        label={t(mine ? 'personal.agents.mine' : 'personal.agents.to_me')}
        rows={list.data ?? []}
        columns={columns}
        rowKey={({ id }) => id}
        cardLines={4}
        {...(mine
          ? { onOpen: setEditing, rowActions: actions, selection, onSelection: setSelection }
          : {
              rowActions: (one) =>
                one.state === 'agenting'
                  ? [
                      {
                        id: 'open',
                        title: t('personal.agents.open'),
                        icon: <AppstoreOutlined />,
                        href: actFor(pathTo('application'), one.principal.id),
                      },
                    ]
                  : [],
            })}
        bulkActions={
          <Button
            size="small"
            loading={recycle.pending}
            onClick={() => void recycle.run({ body: { ids: [...selection] } })}
          >
            {t('personal.agents.recycle')}
          </Button>
        }
        status={
          list.isPending
            ? 'loading'
            : !error
              ? 'ready'
              : isApiError(error) && error.kind === 'network'
                ? 'offline'
                : 'error'
        }
        onRetry={() => void list.refetch()}
        requestId={isApiError(error) ? error.requestId : undefined}
        empty={
          <EmptyState
            title={t(mine ? 'personal.agents.none' : 'personal.agents.none_to_me')}
            hint={t(mine ? 'personal.agents.none_hint' : 'personal.agents.none_to_me_hint')}
          />
        }
      />
      {editing && (
        <AgentDialog delegation={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />
      )}
    </div>
  );
}
