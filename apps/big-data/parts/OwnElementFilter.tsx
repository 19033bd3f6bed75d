import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import type { DashboardFilter } from '@formwork/contract/analytics/definition.ts';
import type { ScreenElement } from '@formwork/contract/analytics/screen.ts';
import { textIn } from '@formwork/contract/text.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { use } from 'react';
import { picksBefore, withKey } from './chosen.ts';
import { FilterInput } from './FilterInput.tsx';
import { ScreenChosen, type ScreenChoice } from './screen-choice.ts';
import { useAnswer } from './use-answer.ts';
import { useSourceChanges } from './use-source-changes.ts';
import './analytics.css';

/** A filter of a screen: set where it is looked at, shown as it will be where it is designed. */
export function OwnElementFilter({ element }: { element: Extract<ScreenElement, { is: 'filter' }> }) {
  const choice = use(ScreenChosen);
  if (!element.filter) return null;
  const filter = { ...element.filter, id: element.id };
  return choice ? <Set filter={filter} choice={choice} /> : <Drafted filter={filter} />;
}

function Set({ filter, choice }: { filter: DashboardFilter; choice: ScreenChoice }) {
  const { screen, filters, chosen, onChosen } = choice;
  const values = useAnswer(analyticsApi.elementValues, {
    params: { screenId: screen, elementId: filter.id },
    body: { picks: picksBefore({ filters }, chosen, filter.id) },
  });
  useSourceChanges(values.data?.watch, () => void values.refetch());
  return (
    <FilterInput
      filter={filter}
      values={values.data}
      value={chosen.f[filter.id]}
      onValue={(value) => onChosen({ ...chosen, f: withKey(chosen.f, filter.id, value) })}
    />
  );
}

function Drafted({ filter }: { filter: DashboardFilter }) {
  const t = useT();
  const locale = useLocale();
  const source = useQuery(q(analyticsApi.source, { params: { formId: filter.form } }));
  const field = source.data?.fields.find(({ id }) => id === filter.field);
  const title = textIn(filter.title ?? field?.title, locale) || (source.isPending ? '…' : t('analytics.field_gone'));
  return (
    <div className="analytics-filter">
      <span>{title}</span>
      <Select disabled aria-label={title} placeholder={t('analytics.all')} />
    </div>
  );
}
