import { DeleteOutlined } from '@ant-design/icons';
import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { isFigure, usesOf, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { toldApi, type ToldWay } from '@formwork/contract/analytics/told-api.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { receiversOf } from '@formwork/web/pickers/choice.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, InputNumber, Select, Switch } from 'antd';
import { useState } from 'react';
import { FieldRow } from '../FieldRow.tsx';
import { nameOfUse } from '../name-of-use.ts';
import { ReceiverChoice } from './ReceiverChoice.tsx';
import { Mailless, namesOf, ToldList, ToldWays } from './ToldList.tsx';
import { useReceivers } from './use-receivers.ts';

interface Props {
  chart: string;
  definition: ChartDefinition;
  mayEdit: boolean;
}

/** Bounds of figures: told of once when one is passed, and once when it is over. */
export function AlertsSection({ chart, definition: { form, settings }, mayEdit }: Props) {
  const t = useT();
  const locale = useLocale();
  const comma = locale === 'zh-CN' ? '、' : ', ';
  const [receivers, setReceivers] = useReceivers();
  const figures = usesOf(settings).filter(isFigure);
  const source = useQuery({ ...q(analyticsApi.source, { params: { formId: form ?? '' } }), enabled: form !== null });
  const nameOf = (id: string) => {
    const use = figures.find((one) => one.id === id);
    return use
      ? nameOfUse(use, (field) => source.data?.fields.find((one) => one.id === field), locale, t, !source.data)
      : id;
  };
  const params = { chartId: chart };
  const list = useQuery(q(toldApi.alerts, { params }));
  const again = { refresh: [toldApi.alerts] };
  const add = useCommand(toldApi.addAlert, { ...again, quiet: true });
  const turn = useCommand(toldApi.switchAlert, again);
  const remove = useCommand(toldApi.removeAlert, again);
  const [figure, setFigure] = useState(figures[0]?.id ?? '');
  const [side, setSide] = useState<'above' | 'below'>('above');
  const [raiseAt, setRaiseAt] = useState<number | null>(null);
  const [clearAt, setClearAt] = useState<number | null>(null);
  const [hold, setHold] = useState(0);
  const [ways, setWays] = useState<ToldWay[]>(['message']);
  if (figures.length === 0) return null;
  return (
    <section className="analytics-told">
      <h3>{t('analytics.alert.title')}</h3>
      <p className="analytics-quiet">{t('analytics.alert.hint')}</p>
      <ToldList
        list={list}
        none={t('analytics.alert.none')}
        line={(one) => (
          <>
            <span>
              {t(`analytics.alert.line.${one.side}`, {
                figure: nameOf(one.figure),
                raise: one.raiseAt,
                clear: one.clearAt,
              })}
              {' · '}
              {namesOf(one.receivers, comma, t)}
              <Mailless count={one.mailless} />
              {one.problem !== null && <Alert type="warning" title={one.problem} />}
              {one.raised.map(({ label, value }) => (
                <strong key={label} className="analytics-raised">
                  {[label, value].filter((part) => part !== '' && part !== null).join(': ')}
                </strong>
              ))}
            </span>
            <Switch
              aria-label={t('analytics.alert.on')}
              checked={one.enabled}
              onChange={(enabled) => void turn.run({ params: { alertId: one.id }, body: { enabled } })}
            />
            <Button
              type="text"
              icon={<DeleteOutlined />}
              aria-label={t('analytics.alert.remove')}
              title={t('analytics.alert.remove')}
              onClick={() => void remove.run({ params: { alertId: one.id } })}
            />
          </>
        )}
      />
      <FieldRow label={t('analytics.alert.figure')}>
        <Select
          value={figure}
          options={figures.map(({ id }) => ({ value: id, label: nameOf(id) }))}
          onChange={setFigure}
        />
      </FieldRow>
      <FieldRow label={t('analytics.alert.side')}>
        <Select
          value={side}
          options={(['above', 'below'] as const).map((value) => ({ value, label: t(`analytics.alert.side.${value}`) }))}
          onChange={setSide}
        />
      </FieldRow>
      <FieldRow label={t('analytics.alert.raise')}>
        <InputNumber value={raiseAt} onChange={setRaiseAt} />
      </FieldRow>
      <FieldRow label={t('analytics.alert.clear')}>
        <InputNumber value={clearAt} placeholder={raiseAt === null ? '' : String(raiseAt)} onChange={setClearAt} />
      </FieldRow>
      <FieldRow label={t('analytics.alert.hold')}>
        <InputNumber min={0} max={86_400} precision={0} value={hold} onChange={(next) => setHold(next ?? 0)} />
      </FieldRow>
      <ReceiverChoice mayTellOthers={mayEdit} value={receivers} onChange={setReceivers} />
      <ToldWays value={ways} onChange={setWays} />
      {add.errorText !== undefined && <Alert type="error" showIcon title={add.errorText} />}
      <Button
        disabled={raiseAt === null || ways.length === 0 || receivers.length === 0}
        loading={add.pending}
        onClick={() =>
          raiseAt !== null &&
          void add.run({
            params,
            body: { figure, side, raiseAt, clearAt: clearAt ?? raiseAt, hold, receivers: receiversOf(receivers), ways },
          })
        }
      >
        {t('analytics.alert.add')}
      </Button>
    </section>
  );
}
