import { sourceOfSet } from '@formwork/contract/analytics/source.ts';
import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';

interface Props {
  value: string | null;
  /** What the value is called, should it not be among those that are offered. */
  title?: Text | undefined;
  disabled?: boolean;
  /** Without data sets. */
  formsOnly?: boolean;
  onChange: (formId: string) => void;
}

/** Forms whose records the person may see, by application, and data sets that they may use. */
export function FormSelect({ value, title: called, disabled = false, formsOnly = false, onChange }: Props) {
  const t = useT();
  const locale = useLocale();
  const apps = useQuery(q(formsApi.listApps));
  const sets = useQuery(q(definitionsApi.list, { params: { kind: 'dataset' }, query: { limit: 200 } }));
  const usable = (sets.data?.rows ?? [])
    .filter(({ released, can }) => released !== null && can.includes('use'))
    .map(({ id, name }) => ({ value: sourceOfSet(id), label: textIn(name, locale) }));
  const groups = (apps.data?.apps ?? []).flatMap(({ id, title, forms }) => {
    const options = forms
      .filter(({ release, can }) => release !== null && can.view)
      .map((form) => ({ value: form.id, label: textIn(form.title, locale) }));
    return options.length === 0 ? [] : [{ key: id, label: textIn(title, locale), options }];
  });
  const options = [
    ...(usable.length > 0 && !formsOnly ? [{ key: 'sets', label: t('analytics.set.all'), options: usable }] : []),
    ...groups,
  ];
  const isOffered = options.some((group) => group.options.some((option) => option.value === value));
  const unoffered = textIn(called, locale) || (apps.data && sets.data ? t('analytics.form_unseen') : '…');
  return (
    <Select
      showSearch={{ optionFilterProp: 'label' }}
      aria-label={t('analytics.form')}
      placeholder={t('analytics.form_choose')}
      loading={apps.isPending}
      disabled={disabled}
      value={value}
      options={options}
      {...(value && !isOffered && { labelRender: () => unoffered })}
      notFoundContent={t('analytics.form_none')}
      onChange={onChange}
    />
  );
}
