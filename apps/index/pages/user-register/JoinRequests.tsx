import { joiningApi, joinStates, type JoinRequest } from '@formwork/contract/joining/api.ts';
import { Person } from '@formwork/ui/format/avatar.tsx';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { StateTag, type StateTone } from '@formwork/ui/feedback/state-tag.tsx';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { call } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useCursorPages } from '@formwork/web/http/use-cursor-pages.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { Segmented } from 'antd';
import { useMemo, useState } from 'react';
import { RequestDetail } from './RequestDetail.tsx';

const tones = { waiting: 'info', accepted: 'success', refused: 'error' } satisfies Record<
  JoinRequest['state'],
  StateTone
>;

/** Who wants to come in; opened to be let in or refused. */
export function JoinRequests() {
  const t = useT();
  const [asked, setState] = useQueryText('state');
  const state = joinStates.find((one) => one === asked) ?? 'waiting';
  const [open, setOpen] = useState<string>();
  const query = { state };
  const { rows, ...list } = useCursorPages(keyOf(joiningApi.listRequests, { query }), (after) =>
    call(joiningApi.listRequests, { query: { ...query, ...after } }),
  );
  const columns = useColumns(state);
  return (
    <div className="register-list">
      <div className="register-tools">
        <Segmented
          aria-label={t('register.request.state')}
          value={state}
          onChange={(next) => setState(next === 'waiting' ? undefined : next)}
          options={joinStates.map((value) => ({ value, label: t(`register.request.state_${value}`) }))}
        />
      </div>
      <DataList<JoinRequest>
        label={t('register.tab.requests')}
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        onOpen={({ id }) => setOpen(id)}
        {...list}
        empty={
          <EmptyState
            title={t(state === 'waiting' ? 'register.request.none_waiting' : 'register.request.none')}
            hint={t('register.request.none_hint')}
          />
        }
      />
      <RequestDetail request={rows.find(({ id }) => id === open)} onClose={() => setOpen(undefined)} />
    </div>
  );
}

function useColumns(state: JoinRequest['state']): ListColumn<JoinRequest>[] {
  const t = useT();
  const locale = useLocale();
  return useMemo(
    () => [
      { id: 'name', title: t('register.request.name'), width: 150, render: ({ name }) => <Person name={name} /> },
      { id: 'login', title: t('register.request.login'), width: 130, value: ({ login }) => login },
      { id: 'contact', title: t('register.request.contact'), width: 170, value: ({ contact }) => contact },
      { id: 'message', title: t('register.request.message'), width: 220, value: ({ message }) => message },
      {
        id: 'asked',
        title: t('register.request.asked'),
        width: 160,
        render: ({ askedAt }) => <Time at={askedAt} locale={locale} />,
      },
      {
        id: 'state',
        title: t('register.request.state'),
        width: 100,
        render: (one) => <StateTag tone={tones[one.state]}>{t(`register.request.state_${one.state}`)}</StateTag>,
      },
      ...(state === 'waiting'
        ? []
        : [
            {
              id: 'decided',
              title: t('register.request.decided'),
              width: 220,
              render: ({ decidedBy, decidedAt }: JoinRequest) => (
                <span>
                  {decidedBy?.name} {decidedAt !== null && <Time at={decidedAt} locale={locale} />}
                </span>
              ),
            },
            {
              id: 'reason',
              title: t('register.request.reason'),
              width: 200,
              value: ({ reason }: JoinRequest) => reason,
            },
          ]),
    ],
    [t, locale, state],
  );
}
