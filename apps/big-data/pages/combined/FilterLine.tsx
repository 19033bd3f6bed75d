import { CloseOutlined, PlusOutlined } from '@ant-design/icons';
import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import type { DashboardFilter } from '@formwork/contract/analytics/definition.ts';
import { textIn } from '@formwork/contract/text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useState } from 'react';
import { FormSelect } from '../../parts/FormSelect.tsx';

interface LineProps {
  filter: DashboardFilter;
  readOnly: boolean;
  onFilter: (filter: DashboardFilter) => void;
  onRemove: () => void;
}

/** One filter: its field, and fields of other forms that mean the same. */
export function FilterLine({ filter, readOnly, onFilter, onRemove }: LineProps) {
  const t = useT();
  const locale = useLocale();
  const [adding, setAdding] = useState(false);
  const source = useQuery(q(analyticsApi.source, { params: { formId: filter.form } }));
  const field = source.data?.fields.find(({ id }) => id === filter.field);
  const same = filter.same ?? [];
  return (
    <div className="board-filter">
      <div className="board-phone-line">
        <b>{field ? textIn(field.title, locale) : source.isPending ? '…' : t('analytics.field_gone')}</b>
        <small className="analytics-quiet">{textIn(source.data?.title, locale)}</small>
        {!readOnly && (
          <button type="button" className="fw-icon-button" aria-label={t('ui.action.remove')} onClick={onRemove}>
            <CloseOutlined />
          </button>
        )}
      </div>
      {same.map((one) => (
        <SameField
          key={one.form}
          {...one}
          readOnly={readOnly}
          onRemove={() => onFilter({ ...filter, same: same.filter(({ form }) => form !== one.form) })}
        />
      ))}
      {!readOnly &&
        (adding ? (
          <FieldOfForm
            onField={(form, fieldId) => {
              setAdding(false);
              onFilter({ ...filter, same: [...same.filter((one) => one.form !== form), { form, field: fieldId }] });
            }}
          />
        ) : (
          <button type="button" className="analytics-tool" onClick={() => setAdding(true)}>
            <PlusOutlined /> {t('analytics.filter_same')}
          </button>
        ))}
    </div>
  );
}

function SameField({
  form,
  field,
  readOnly,
  onRemove,
}: {
  form: string;
  field: string;
  readOnly: boolean;
  onRemove: () => void;
}) {
  const t = useT();
  const locale = useLocale();
  const source = useQuery(q(analyticsApi.source, { params: { formId: form } }));
  const found = source.data?.fields.find(({ id }) => id === field);
  return (
    <div className="board-phone-line">
      <span>= {textIn(found?.title, locale)}</span>
      <small className="analytics-quiet">{textIn(source.data?.title, locale)}</small>
      {!readOnly && (
        <button type="button" className="fw-icon-button" aria-label={t('ui.action.remove')} onClick={onRemove}>
          <CloseOutlined />
        </button>
      )}
    </div>
  );
}

/** Chooses a form or data set, and a field of it. */
export function FieldOfForm({ onField }: { onField: (form: string, field: string) => void }) {
  const t = useT();
  const locale = useLocale();
  const [form, setForm] = useState<string | null>(null);
  const source = useQuery({ ...q(analyticsApi.source, { params: { formId: form ?? '' } }), enabled: form !== null });
  return (
    <div className="board-filter">
      <FormSelect value={form} onChange={setForm} />
      {form !== null && (
        <Select
          aria-label={t('analytics.filter_field')}
          placeholder={t('analytics.filter_field')}
          loading={source.isPending}
          showSearch={{ optionFilterProp: 'label' }}
          value={null}
          options={(source.data?.fields ?? []).map(({ id, title }) => ({ value: id, label: textIn(title, locale) }))}
          onChange={(field: string | null) => field !== null && onField(form, field)}
        />
      )}
    </div>
  );
}
