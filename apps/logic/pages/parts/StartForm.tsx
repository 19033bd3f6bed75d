import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import { noForm } from '@formwork/contract/rules/document.ts';
import type { Start, StartKind } from '@formwork/contract/rules/rule.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { CronInput } from '@formwork/web/timing/CronInput.tsx';
import { NextTimes } from '@formwork/web/timing/NextTimes.tsx';
import { ShiftInput } from '@formwork/web/timing/ShiftInput.tsx';
import { SpanInput } from '@formwork/web/timing/SpanInput.tsx';
import { Button, Input, Select, Switch } from 'antd';
import { RuleHook } from './RuleHook.tsx';
import { Field } from './StatementForm.tsx';
import { StepChoice } from './StepChoice.tsx';
import type { KnownFacts } from './use-facts.ts';

/** Starts that something in this house tells of. */
export const offeredStarts = [
  'created',
  'changed',
  'deleted',
  'saving',
  'date',
  'time',
  'every',
  'step',
  'button',
  'message',
  'webhook',
  'call',
] as const;
type Offered = (typeof offeredStarts)[number];

export function newStart(on: Offered, form = ''): Start {
  switch (on) {
    case 'created':
    case 'deleted':
    case 'saving':
      return { on, form };
    case 'changed':
      return { on, form, fields: [] };
    case 'date':
      return { on, form, field: 'field', shift: 'P0D', working: false };
    case 'time':
      return { on, cron: '0 8 * * *', working: false };
    case 'every':
      return { on, span: 'PT1H', working: false };
    case 'step':
      return { on, form, node: '' };
    case 'button':
      return { on, form, button: '' };
    case 'message':
      return { on, name: '' };
    case 'webhook':
      return { on, key: `hook-${Math.random().toString(36).slice(2, 8)}` };
    case 'call':
      return { on };
  }
}

/** What starts a rule: several ways, all of one form. */
export function StartForm({
  ruleId,
  starts,
  facts,
  readOnly,
  onChange,
}: {
  ruleId: string;
  starts: readonly Start[];
  facts: KnownFacts;
  readOnly: boolean;
  onChange: (next: Start[]) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const { known, nameOf } = facts;
  const form = starts.flatMap((start) => ('form' in start ? [start.form] : []))[0];
  const isChosen = (id: string) => id !== '' && id !== noForm;
  const put = (at: number, next: Start) => onChange(starts.map((one, index) => (index === at ? next : one)));
  return (
    <div className="rule-starts">
      {starts.map((start, at) => (
        <fieldset key={at} className="rule-start" disabled={readOnly}>
          <div className="rule-line">
            <Field label={t('rules.field.start')}>
              <Select
                disabled={readOnly}
                value={start.on}
                onChange={(on: StartKind) =>
                  put(at, newStart(on as Offered, 'form' in start ? start.form : (form ?? '')))
                }
                options={offeredStarts.map((on) => ({ value: on, label: t(`rules.start.${on}`) }))}
              />
            </Field>
            {'form' in start && (
              <Field label={t('rules.field.form')}>
                <Select
                  disabled={readOnly}
                  showSearch={{ optionFilterProp: 'label' }}
                  value={isChosen(start.form) ? start.form : null}
                  placeholder={t('rules.choose_form')}
                  onChange={(id: string) => onChange(starts.map((one) => ('form' in one ? { ...one, form: id } : one)))}
                  options={known.forms.map(({ id, app }) => ({
                    value: id,
                    label: `${nameOf(id)} · ${textIn(app, locale)}`,
                  }))}
                />
              </Field>
            )}
            {!readOnly && starts.length > 1 && (
              <Button
                type="text"
                icon={<DeleteOutlined />}
                aria-label={t('rules.remove')}
                onClick={() => onChange(starts.filter((_, index) => index !== at))}
              />
            )}
          </div>
          {start.on === 'changed' && (
            <Field label={t('rules.field.fields')}>
              <Select
                mode="multiple"
                disabled={readOnly}
                value={start.fields}
                placeholder={t('rules.any_field')}
                onChange={(fields: string[]) => put(at, { ...start, fields })}
                options={known.fields
                  .filter(({ writable }) => writable)
                  .map(({ id }) => ({ value: id, label: nameOf(id) }))}
              />
            </Field>
          )}
          {start.on === 'date' && (
            <div className="rule-line">
              <Field label={t('rules.field.date')}>
                <Select
                  disabled={readOnly}
                  value={start.field}
                  onChange={(field: string) => put(at, { ...start, field })}
                  options={known.fields
                    .filter(({ type }) => type === 'date' || type === 'date and time')
                    .map(({ id }) => ({ value: id, label: nameOf(id) }))}
                />
              </Field>
              <Field label={t('rules.field.shift')}>
                <ShiftInput
                  key={start.field}
                  label={t('rules.field.shift')}
                  value={start.shift}
                  ofDay={known.fields.find(({ id }) => id === start.field)?.type === 'date'}
                  readOnly={readOnly}
                  onChange={(shift) => put(at, { ...start, shift })}
                />
              </Field>
            </div>
          )}
          {start.on === 'time' && (
            <Field label={t('rules.field.cron')}>
              <CronInput
                label={t('rules.field.cron')}
                value={start.cron}
                readOnly={readOnly}
                onChange={(cron) => put(at, { ...start, cron })}
              />
              <NextTimes cron={start.cron} workdays={start.working} />
            </Field>
          )}
          {start.on === 'every' && (
            <Field label={t('rules.field.span')}>
              <SpanInput
                label={t('rules.field.span')}
                value={start.span}
                readOnly={readOnly}
                onChange={(span) => put(at, { ...start, span })}
              />
            </Field>
          )}
          {(start.on === 'time' || start.on === 'every' || start.on === 'date') && (
            // oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the control is what stands in it
            <label className="rule-toggle">
              <Switch
                size="small"
                disabled={readOnly}
                checked={start.working}
                onChange={(working) => put(at, { ...start, working })}
              />
              {t('rules.field.working')}
            </label>
          )}
          {start.on === 'button' && (
            <Field label={t('rules.field.button')}>
              <Input
                value={start.button}
                readOnly={readOnly}
                onChange={(event) => put(at, { ...start, button: event.target.value })}
              />
            </Field>
          )}
          {start.on === 'message' && (
            <Field label={t('rules.field.message')} hint={t('rules.field.event_hint')}>
              <Input
                value={start.name}
                readOnly={readOnly}
                maxLength={200}
                onChange={(event) => put(at, { ...start, name: event.target.value })}
              />
            </Field>
          )}
          {start.on === 'webhook' && (
            <>
              <Field label={t('rules.field.webhook')} hint={t('rules.field.event_hint')}>
                <Input
                  value={start.key}
                  readOnly={readOnly}
                  maxLength={200}
                  onChange={(event) => put(at, { ...start, key: event.target.value })}
                />
              </Field>
              <RuleHook ruleId={ruleId} hookKey={start.key} />
            </>
          )}
          {start.on === 'step' && (
            <Field label={t('rules.field.node')}>
              <StepChoice
                node={start.node}
                facts={facts}
                readOnly={readOnly}
                onChange={(node) => put(at, { ...start, node })}
              />
            </Field>
          )}
        </fieldset>
      ))}
      {!readOnly && (
        <Button
          icon={<PlusOutlined />}
          onClick={() => onChange([...starts, newStart(form === undefined ? 'call' : 'created', form)])}
        >
          {t('rules.start.add')}
        </Button>
      )}
    </div>
  );
}
