import { formsApi } from '@formwork/contract/forms/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { Explanation } from '@formwork/records-ui/access/Explanation.tsx';
import { errorText } from '@formwork/web/http/error-text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { useDeferredValue, useState } from 'react';

/** Looks through the eyes of a person at a form, or at one of its records. What is asked stands in the address. */
export function AccessExplained() {
  const t = useT();
  const locale = useLocale();
  const [person, setPerson] = useQueryText('person');
  const [formId, setForm] = useQueryText('form');
  const [record, setRecord] = useQueryText('record');
  const apps = useQuery(q(formsApi.listApps));
  const told = useQuery({
    ...q(recordsApi.explain, {
      params: { formId: formId ?? '' },
      query: { person: person ?? '', ...(record !== undefined && { record }) },
    }),
    enabled: person !== undefined && formId !== undefined,
  });
  return (
    <div className="explain">
      <div className="explain-question">
        <label>
          <span>{t('rights.explain_person')}</span>
          <PersonPicker
            aria-label={t('rights.explain_person')}
            value={person === undefined ? [] : [person]}
            onChange={([id]) => setPerson(id)}
          />
        </label>
        <label>
          <span>{t('rights.explain_form')}</span>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            aria-label={t('rights.explain_form')}
            value={formId}
            loading={apps.isPending}
            onChange={(next: string) => {
              setForm(next);
              setRecord(undefined);
            }}
            options={(apps.data?.apps ?? []).map((app) => ({
              label: textIn(app.title, locale),
              title: textIn(app.title, locale),
              options: app.forms
                .filter(({ release }) => release !== null)
                .map(({ id, title }) => ({ value: id, label: textIn(title, locale) })),
            }))}
          />
        </label>
        <label>
          <span>{t('rights.explain_record')}</span>
          <RecordSelect
            key={formId}
            formId={formId}
            value={record}
            onChange={setRecord}
            shown={told.data?.record?.title}
          />
        </label>
      </div>
      {person === undefined || formId === undefined ? (
        <EmptyState title={t('rights.explain_ask')} hint={t('rights.explain_hint')} />
      ) : told.isPending ? (
        <SkeletonRows rows={6} columns={3} />
      ) : told.isError ? (
        <ErrorState hint={errorText(told.error, t)} onRetry={() => void told.refetch()} />
      ) : (
        <Explanation formId={formId} told={told.data} />
      )}
    </div>
  );
}

/** A record by the words of its text fields, as a list finds it. */
function RecordSelect({
  formId,
  value,
  onChange,
  shown,
}: {
  formId: string | undefined;
  value: string | undefined;
  onChange: (id: string | undefined) => void;
  shown: string | undefined;
}) {
  const t = useT();
  const [search, setSearch] = useState('');
  const asked = useDeferredValue(search.trim());
  const plan = useQuery({ ...q(recordsApi.plan, { params: { formId: formId ?? '' } }), enabled: formId !== undefined });
  const found = useQuery({
    ...q(recordsApi.list, {
      params: { formId: formId ?? '' },
      query: { limit: 30, ...(asked !== '' && { search: asked }) },
    }),
    enabled: formId !== undefined,
    placeholderData: (before) => before,
  });
  const definition = plan.data?.definition;
  const titleField =
    definition?.titleField ?? definition?.fields.find(({ type }) => type === 'text' || type === 'autoNumber')?.id;
  const nameOf = (values: Record<string, unknown>): string => {
    const title = titleField === undefined ? null : values[titleField];
    return typeof title === 'string' || typeof title === 'number' ? String(title) : t('rights.explain_untitled');
  };
  const options = (found.data?.rows ?? []).map((row) => ({ value: row.id, label: nameOf(row.values) }));
  if (value !== undefined && !options.some((option) => option.value === value))
    options.unshift({ value, label: shown || t('rights.explain_untitled') });
  return (
    <Select
      allowClear
      disabled={formId === undefined}
      aria-label={t('rights.explain_record')}
      placeholder={t('rights.explain_any_record')}
      value={value}
      onChange={(next?: string) => onChange(next)}
      options={options}
      showSearch={{ filterOption: false, searchValue: search, onSearch: setSearch }}
      loading={found.isFetching}
      notFoundContent={t('rights.nothing_found')}
    />
  );
}
