import { rulesApi } from '@formwork/contract/rules/api.ts';
import type { FlowStart } from '@formwork/contract/rules/flow.ts';
import { textIn } from '@formwork/contract/text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { ShiftInput } from '@formwork/web/timing/ShiftInput.tsx';
import { useQuery } from '@tanstack/react-query';
import { Select, Switch } from 'antd';
import { FormChoice } from './choices.tsx';
import { Line } from './Line.tsx';

type Start = Extract<FlowStart, { on: 'date' }>;

/** Before or after which date of which records a flow begins. */
export function DateStart({
  start,
  readOnly,
  onChange,
}: {
  start: Start;
  readOnly: boolean;
  onChange: (start: Start) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const known = start.form !== '';
  const { data, isLoading } = useQuery({ ...q(rulesApi.facts, { query: { form: start.form } }), enabled: known });
  const dates = (data?.fields ?? []).filter(({ type }) => type === 'date' || type === 'date and time');
  return (
    <>
      <Line label={t('flows.part.formId')}>
        <FormChoice
          label={t('flows.part.formId')}
          value={start.form}
          readOnly={readOnly}
          onChange={(form) => onChange({ ...start, form, field: form === start.form ? start.field : '' })}
        />
      </Line>
      <Line label={t('flows.date.field')}>
        <Select
          aria-label={t('flows.date.field')}
          value={start.field === '' ? undefined : start.field}
          placeholder={t('flows.choose')}
          loading={known && isLoading}
          disabled={readOnly || !known}
          showSearch={{ optionFilterProp: 'label' }}
          options={dates.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }))}
          onChange={(field: string) => onChange({ ...start, field })}
        />
      </Line>
      {start.field !== '' && (
        <Line label={t('flows.date.when')}>
          <ShiftInput
            key={start.field}
            label={t('flows.date.when')}
            value={start.shift}
            ofDay={dates.find(({ id }) => id === start.field)?.type === 'date'}
            readOnly={readOnly}
            onChange={(shift) => onChange({ ...start, shift })}
          />
        </Line>
      )}
      {/* oxlint-disable-next-line jsx-a11y/label-has-associated-control -- the control is what stands in it */}
      <label className="flow-toggle">
        <Switch
          size="small"
          disabled={readOnly}
          checked={start.working}
          onChange={(working) => onChange({ ...start, working })}
        />
        {t('flows.date.working')}
      </label>
      <small className="flow-hint">{t('flows.date.hint')}</small>
    </>
  );
}
