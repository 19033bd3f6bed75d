import { ClockCircleOutlined, DeleteOutlined, SendOutlined } from '@ant-design/icons';
import type { ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import {
  subscriptionSchedule,
  toldApi,
  type subscribedKinds,
  type ToldWay,
} from '@formwork/contract/analytics/told-api.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { receiversOf } from '@formwork/web/pickers/choice.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, App, Button, Drawer } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { AlertsSection } from './AlertsSection.tsx';
import { ReceiverChoice } from './ReceiverChoice.tsx';
import { Mailless, namesOf, ToldList, ToldWays } from './ToldList.tsx';
import { useReceivers } from './use-receivers.ts';

const SchedulesDialog = lazy(() =>
  import('../../pages/schedules/SchedulesDialog.tsx').then((module) => ({ default: module.SchedulesDialog })),
);

interface Props {
  kind: (typeof subscribedKinds)[number];
  thing: string;
  name: string;
  definition?: ChartDefinition;
  mayEdit: boolean;
  onClose: () => void;
}

/** One's own subscriptions of a chart or dashboard, and alerts on figures of a chart. */
export default function ToldDrawer({ kind, thing, name, definition, mayEdit, onClose }: Props) {
  const t = useT();
  return (
    <Drawer open title={t('analytics.told_of', { name })} size={460} onClose={onClose}>
      <Subscriptions kind={kind} thing={thing} mayEdit={mayEdit} />
      {definition && <AlertsSection chart={thing} definition={definition} mayEdit={mayEdit} />}
    </Drawer>
  );
}

function Subscriptions({ kind, thing, mayEdit }: Pick<Props, 'kind' | 'thing' | 'mayEdit'>) {
  const t = useT();
  const comma = useLocale() === 'zh-CN' ? '、' : ', ';
  const [receivers, setReceivers] = useReceivers();
  const { message } = App.useApp();
  const params = { analysisKind: kind, analysisId: thing };
  const [ways, setWays] = useState<ToldWay[]>(['message']);
  const [times, setTimes] = useState<string>();
  const list = useQuery(q(toldApi.subscriptions, { params }));
  const again = { refresh: [toldApi.subscriptions] };
  const add = useCommand(toldApi.subscribe, { ...again, quiet: true, onDone: ({ id }) => setTimes(id) });
  const remove = useCommand(toldApi.unsubscribe, again);
  const send = useCommand(toldApi.send, { onDone: () => void message.success(t('analytics.told.sent')) });
  return (
    <section className="analytics-told">
      <h3>{t('analytics.told.by_clock')}</h3>
      <p className="analytics-quiet">{t('analytics.told.hint')}</p>
      <ToldList
        list={list}
        none={t('analytics.told.none')}
        line={(one) => (
          <>
            <span>
              {namesOf(one.receivers, comma, t)}
              {' · '}
              {one.ways.map((way) => t(`analytics.told.way.${way}`)).join(comma)}
              <Mailless count={one.mailless} />
            </span>
            <Button
              type="text"
              icon={<ClockCircleOutlined />}
              aria-label={t('analytics.set.times')}
              title={t('analytics.set.times')}
              onClick={() => setTimes(one.id)}
            />
            <Button
              type="text"
              icon={<SendOutlined />}
              loading={send.pending}
              aria-label={t('analytics.told.send')}
              title={t('analytics.told.send')}
              onClick={() => void send.run({ params: { subscriptionId: one.id } })}
            />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('analytics.told.end')}
              title={t('analytics.told.end')}
              onClick={() => void remove.run({ params: { subscriptionId: one.id } })}
            />
          </>
        )}
      />
      <ReceiverChoice mayTellOthers={mayEdit} value={receivers} onChange={setReceivers} />
      <ToldWays value={ways} onChange={setWays} />
      {add.errorText !== undefined && <Alert type="error" showIcon title={add.errorText} />}
      <Button
        type="primary"
        disabled={ways.length === 0 || receivers.length === 0}
        loading={add.pending}
        onClick={() => void add.run({ params, body: { receivers: receiversOf(receivers), ways } })}
      >
        {t('analytics.told.subscribe')}
      </Button>
      {times !== undefined && (
        <Suspense>
          <SchedulesDialog
            ofKind={subscriptionSchedule}
            at="08:00"
            definition={{ id: times, released: 1 }}
            onClose={() => setTimes(undefined)}
          />
        </Suspense>
      )}
    </section>
  );
}
