import { fieldKind } from '@formwork/contract/forms/field.ts';
import {
  fieldsOf,
  isDay,
  notificationEvents,
  offsetUnits,
  usualClock,
  type NotificationEvent,
  type NotificationWhen,
} from '@formwork/contract/forms/notifications.ts';
import { textIn } from '@formwork/contract/text.ts';
import { ClockInput } from '@formwork/web/inputs/ClockInput.tsx';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { InputNumber, Select } from 'antd';
import { Suspense } from 'react';
import { Choose, Line } from '../form/inspector-parts.tsx';
import type { CardProps } from './NotificationCard.tsx';

type Props = Pick<CardProps, 'rule' | 'definition' | 'problems'> & { onChange: (when: NotificationWhen) => void };

/** What has to happen, and what more it asks: which fields, which date and how long before or after it. */
export function WhenEditor({ rule: { when }, definition, problems, onChange }: Props) {
  const t = useT();
  const locale = useLocale();
  const named = ({ id, title }: { id: string; title: { zh: string; en?: string | undefined } }) => ({
    value: id,
    label: textIn(title, locale),
  });
  return (
    <>
      <Line label={t('design.notify.when')}>
        <Select<NotificationEvent>
          value={when.on}
          aria-label={t('design.notify.when')}
          onChange={(on) => onChange(begun(on))}
          options={notificationEvents.map((on) => ({ value: on, label: t(`design.notify.on.${on}`) }))}
        />
      </Line>
      {when.on === 'changed' && (
        <Line label={t('design.notify.fields')} help={t('design.notify.fields_help')} wrong={problems['when.fields']}>
          <Choose<string[]>
            mode="multiple"
            value={when.fields}
            aria-label={t('design.notify.fields')}
            placeholder={t('design.notify.any_field')}
            showSearch={{ optionFilterProp: 'label' }}
            onChange={(fields) => onChange({ ...when, fields })}
            options={[...definition.fields, ...definition.tables].map(named)}
          />
        </Line>
      )}
      {when.on === 'date' && <DateEditor when={when} definition={definition} problems={problems} onChange={onChange} />}
    </>
  );
}

function DateEditor({
  when,
  definition,
  problems,
  onChange,
}: Omit<Props, 'rule'> & { when: Extract<NotificationWhen, { on: 'date' }> }) {
  const t = useT();
  const locale = useLocale();
  const all = fieldsOf(definition);
  const fields = [...all.values()].filter((field) => isDay(fieldKind(field)));
  const field = all.get(when.field);
  const isWholeDay = field !== undefined && fieldKind(field) === 'date';
  const choose = (id: string) => {
    const chosen = all.get(id);
    // days have no hours
    onChange({ ...when, field: id, ...(chosen && fieldKind(chosen) === 'date' && { unit: 'days' }) });
  };
  return (
    <>
      <Line label={t('design.notify.date_field')} wrong={problems['when.field']}>
        <Choose<string | null>
          value={when.field || null}
          aria-label={t('design.notify.date_field')}
          onChange={(id) => id && choose(id)}
          options={fields.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }))}
        />
      </Line>
      <div className="designer-line">
        <span>{t('design.notify.offset')}</span>
        <div className="notify-offset">
          <Select
            value={when.side}
            aria-label={t('design.notify.side')}
            onChange={(side) => onChange({ ...when, side })}
            options={(['before', 'after'] as const).map((value) => ({
              value,
              label: t(`design.notify.side.${value}`),
            }))}
          />
          <InputNumber<number>
            min={0}
            max={999}
            precision={0}
            value={when.amount}
            aria-label={t('design.notify.amount')}
            onChange={(amount) => onChange({ ...when, amount: amount ?? 0 })}
          />
          <Select
            value={when.unit}
            disabled={isWholeDay}
            aria-label={t('design.notify.unit')}
            onChange={(unit) => onChange({ ...when, unit })}
            options={offsetUnits.map((value) => ({ value, label: t(`design.notify.unit.${value}`) }))}
          />
          {isWholeDay && (
            <Suspense>
              <ClockInput label={t('design.notify.at')} value={when.at} onChange={(at) => onChange({ ...when, at })} />
            </Suspense>
          )}
        </div>
      </div>
    </>
  );
}

function begun(on: NotificationEvent): NotificationWhen {
  if (on === 'changed') return { on, fields: [] };
  return on === 'date' ? { on, field: '', amount: 0, unit: 'days', side: 'before', at: usualClock } : { on };
}
