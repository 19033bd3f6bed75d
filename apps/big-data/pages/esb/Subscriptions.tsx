import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import {
  DecisionInput,
  gatewayApi,
  PlanInput,
  subscriptionSteps,
  type Plan,
  type Subscription,
  type SubscriptionState,
  SubscribeInput,
} from '@formwork/contract/gateway/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { EmptyState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { LongTextInput } from '@formwork/web/form/inputs/LongTextInput.tsx';
import { NumberInput } from '@formwork/web/form/inputs/NumberInput.tsx';
import { SelectInput } from '@formwork/web/form/inputs/SelectInput.tsx';
import { SwitchInput } from '@formwork/web/form/inputs/SwitchInput.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { columnsOf, time } from '@formwork/web/list/columns-of.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button } from 'antd';
import { useMemo, useState } from 'react';
import { megabyte, quotaWords } from './quota-words.ts';

const tones = {
  requested: 'warning',
  approved: 'success',
  refused: 'error',
  suspended: 'warning',
  ended: 'neutral',
} as const;
const refresh = [gatewayApi.subscriptions, gatewayApi.plans];

/** Plans, and which application subscribed to which API under which of them. */
export function Subscriptions() {
  const t = useT();
  const locale = useLocale();
  const plans = useQuery(q(gatewayApi.plans));
  const subscriptions = useQuery(q(gatewayApi.subscriptions));
  const [asked, setAsked] = useState<'plan' | 'subscription'>();
  const [editing, setEditing] = useState<Plan>();
  const [deciding, setDeciding] = useState<{ of: Subscription; to: SubscriptionState }>();
  const removePlan = useCommand(gatewayApi.removePlan, { refresh });
  const columns = useMemo(
    () =>
      columnsOf<Subscription>()('gateway.subscription.column', {
        application: { width: 220, cell: ({ consumer, application }) => `${consumer.name} / ${application.name}` },
        api: { width: 200, cell: ({ api }) => (api.name ? textIn(api.name, locale) : '—') },
        plan: { width: 140, cell: ({ plan }) => plan.name },
        state: {
          width: 110,
          cell: ({ state }) => <StateTag tone={tones[state]}>{t(`gateway.subscription.state.${state}`)}</StateTag>,
        },
        note: { width: 220, cell: ({ note, answer }) => [note, answer].filter((text) => text !== '').join(' → ') },
        requestedAt: time,
      })(t, locale),
    [t, locale],
  );
  const planColumns = useMemo(
    () =>
      columnsOf<Plan>()('gateway.plan.column', {
        name: { width: 180, cell: ({ name }) => name },
        rate: { width: 180, cell: ({ rate }) => (rate ? t('gateway.plan.rate_text', { ...rate }) : '—') },
        quota: { width: 320, cell: ({ quota }) => quotaWords(quota, t, locale) || '—' },
        approval: {
          width: 120,
          cell: ({ approval }) => t(approval ? 'gateway.plan.looked_at' : 'gateway.plan.at_once'),
        },
        subscriptions: { width: 100, align: 'end', cell: (one) => one.subscriptions },
      })(t, locale),
    [t, locale],
  );
  if (!plans.data || !subscriptions.data)
    return <Unread of={[plans, subscriptions]} skeleton={<SkeletonRows rows={8} />} />;
  return (
    <div className="esb-body esb-fill">
      <div className="esb-tools">
        <h2>{t('gateway.plans')}</h2>
        <span className="esb-space" />
        <Button onClick={() => setAsked('plan')}>{t('gateway.plan.add')}</Button>
      </div>
      <div className="esb-list esb-short">
        <DataList<Plan>
          label={t('gateway.plans')}
          rows={plans.data}
          columns={planColumns}
          rowKey={({ id }) => id}
          status="ready"
          onOpen={setEditing}
          rowActions={(plan) => [
            {
              id: 'remove',
              title: t('gateway.plan.remove'),
              danger: true,
              disabled: plan.subscriptions > 0,
              reason: t('gateway.plan.used'),
              onSelect: () => void removePlan.run({ params: { planId: plan.id } }),
            },
          ]}
          empty={<EmptyState title={t('gateway.plan.none')} hint={t('gateway.plan.none_hint')} />}
        />
      </div>
      <div className="esb-tools">
        <h2>{t('gateway.subscriptions')}</h2>
        <span className="esb-space" />
        <Button disabled={plans.data.length === 0} onClick={() => setAsked('subscription')}>
          {t('gateway.subscription.add')}
        </Button>
      </div>
      <div className="esb-list">
        <DataList<Subscription>
          label={t('gateway.subscriptions')}
          rows={subscriptions.data}
          columns={columns}
          rowKey={({ id }) => id}
          status="ready"
          rowActions={(row) =>
            subscriptionSteps[row.state].map((next) => ({
              id: next,
              title: t(`gateway.subscription.to.${next}`),
              danger: next === 'refused' || next === 'ended',
              onSelect: () => setDeciding({ of: row, to: next }),
            }))
          }
          empty={<EmptyState title={t('gateway.subscription.none')} hint={t('gateway.subscription.none_hint')} />}
        />
      </div>
      {(asked === 'plan' || editing) && (
        <PlanDialog
          plan={editing}
          onClose={() => {
            setAsked(undefined);
            setEditing(undefined);
          }}
        />
      )}
      {deciding && <DecideDialog {...deciding} onClose={() => setDeciding(undefined)} />}
      {asked === 'subscription' && <SubscribeDialog plans={plans.data} onClose={() => setAsked(undefined)} />}
    </div>
  );
}

/** What is said with it is told to whoever asked. */
function DecideDialog({ of, to, onClose }: { of: Subscription; to: SubscriptionState; onClose: () => void }) {
  const t = useT();
  const save = useSave(gatewayApi.decideSubscription, { refresh, onDone: onClose, params: { subscriptionId: of.id } });
  return (
    <FormDialog
      title={`${t(`gateway.subscription.to.${to}`)} · ${of.consumer.name} / ${of.application.name}`}
      okText={t(`gateway.subscription.to.${to}`)}
      rules={DecisionInput}
      initial={{ note: '' }}
      toBody={({ note }) => ({ state: to, note })}
      command={save}
      onClose={onClose}
    >
      <LongTextInput
        name="note"
        label={t('gateway.subscription.answer')}
        help={t('gateway.subscription.answer_help')}
      />
    </FormDialog>
  );
}

function PlanDialog({ plan, onClose }: { plan: Plan | undefined; onClose: () => void }) {
  const t = useT();
  const create = useSave(gatewayApi.createPlan, { refresh, onDone: onClose });
  const update = useSave(gatewayApi.updatePlan, { refresh, onDone: onClose, params: { planId: plan?.id ?? '' } });
  return (
    <FormDialog
      title={t(plan ? 'gateway.plan.edit' : 'gateway.plan.add')}
      rules={PlanInput}
      initial={{
        name: plan?.name ?? '',
        count: plan?.rate?.count ?? (null as number | null),
        seconds: plan?.rate?.seconds ?? 1,
        burst: plan?.rate?.burst ?? (null as number | null),
        calls: plan?.quota?.calls ?? (null as number | null),
        megabytes: plan?.quota?.bytes ? Math.ceil(plan.quota.bytes / megabyte) : (null as number | null),
        busy: plan?.quota?.seconds ?? (null as number | null),
        period: plan?.quota?.period ?? 'day',
        approval: plan?.approval ?? false,
      }}
      toBody={({ name, count, seconds, burst, calls, megabytes, busy, period, approval }) => ({
        name,
        about: plan?.about ?? '',
        approval,
        rate: count === null ? null : { count, seconds: seconds ?? 1, burst: burst ?? count },
        quota:
          calls === null && megabytes === null && busy === null
            ? null
            : {
                calls,
                bytes: megabytes === null ? null : megabytes * megabyte,
                seconds: busy,
                period: period === 'month' ? ('month' as const) : ('day' as const),
              },
      })}
      command={plan ? update : create}
      onClose={onClose}
    >
      <TextInput name="name" label={t('gateway.name')} />
      <NumberInput name="count" path="rate.count" label={t('gateway.limit.count')} />
      <NumberInput name="seconds" path="rate.seconds" label={t('gateway.limit.seconds')} />
      <NumberInput name="burst" path="rate.burst" label={t('gateway.limit.burst')} />
      <NumberInput name="calls" path="quota.calls" label={t('gateway.plan.calls')} />
      <NumberInput name="megabytes" path="quota.bytes" label={t('gateway.plan.megabytes')} />
      <NumberInput
        name="busy"
        path="quota.seconds"
        label={t('gateway.plan.seconds')}
        help={t('gateway.plan.seconds_help')}
      />
      <SelectInput
        name="period"
        path="quota.period"
        label={t('gateway.plan.period')}
        options={(['day', 'month'] as const).map((value) => ({ value, label: t(`gateway.plan.period.${value}`) }))}
      />
      <SwitchInput name="approval" label={t('gateway.plan.approval')} />
    </FormDialog>
  );
}

function SubscribeDialog({ plans, onClose }: { plans: readonly Plan[]; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const consumers = useQuery(q(gatewayApi.consumers));
  const apis = useQuery(q(definitionsApi.list, { params: { kind: 'gateway_api' }, query: { limit: 200 } }));
  const save = useSave(gatewayApi.subscribe, { refresh, onDone: onClose });
  return (
    <FormDialog
      title={t('gateway.subscription.add')}
      rules={SubscribeInput}
      initial={{ application: null as string | null, api: null as string | null, plan: plans[0]?.id ?? null }}
      toBody={({ application, api, plan }) => ({
        application: application ?? '',
        api: api ?? '',
        plan: plan ?? '',
        note: '',
      })}
      command={save}
      onClose={onClose}
    >
      <SelectInput
        name="application"
        label={t('gateway.subscription.column.application')}
        options={(consumers.data ?? []).flatMap((consumer) =>
          consumer.applications.map(({ id, name }) => ({ value: id, label: `${consumer.name} / ${name}` })),
        )}
      />
      <SelectInput
        name="api"
        label={t('gateway.subscription.column.api')}
        options={(apis.data?.rows ?? []).map(({ id, name }) => ({ value: id, label: textIn(name, locale) }))}
      />
      <SelectInput
        name="plan"
        label={t('gateway.subscription.column.plan')}
        options={plans.map(({ id, name }) => ({ value: id, label: name }))}
      />
    </FormDialog>
  );
}
