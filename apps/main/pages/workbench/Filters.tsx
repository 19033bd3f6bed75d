import { FilterOutlined } from '@ant-design/icons';
import { formsApi } from '@formwork/contract/forms/api.ts';
import { addDays, instantFromWall } from '@formwork/contract/forms/values/dates.ts';
import { textIn } from '@formwork/contract/text.ts';
import { instanceStates } from '@formwork/contract/workflow/process.ts';
import { todoMarks } from '@formwork/contract/workflow/work-rows.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { DayInput } from '@formwork/web/inputs/DayInput.tsx';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { TypedSearch } from '@formwork/web/typed-search.tsx';
import { useQuery } from '@tanstack/react-query';
import { Button, Select } from 'antd';
import { useState } from 'react';
import type { Narrowed } from './WorkList.tsx';
import type { Tab } from './tabs.ts';

/** Which filters a list has: all by application, most by title and time, processes by state, to-dos by why they stand out. */
const has = {
  todo: { words: true, state: todoMarks, name: 'mark' },
  handled: { words: true, state: instanceStates, name: 'state' },
  started: { words: true, state: instanceStates, name: 'state' },
  copies: { words: true, state: instanceStates, name: 'state' },
  drafts: { words: false, state: [], name: 'state' },
  followed: { words: false, state: [], name: 'state' },
} as const satisfies Record<Tab, { words: boolean; state: readonly string[]; name: string }>;

/** The filters of a list live in the address: they survive a reload and can be sent to others. */
export function useFilters(tab: Tab): { narrowed: Narrowed; bar: React.ReactNode } {
  const t = useT();
  const locale = useLocale();
  const [search, setSearch] = useQueryText('search');
  const [app, setApp] = useQueryText('app');
  const [state, setState] = useQueryText('state');
  const [from, setFrom] = useQueryText('from');
  const [until, setUntil] = useQueryText('until');
  const apps = useQuery(q(formsApi.listApps)).data?.apps ?? [];
  const { words, state: states, name } = has[tab];
  const known = (states as readonly string[]).includes(state ?? '') ? state : undefined;
  const narrowed: Narrowed = {
    ...(app && tab !== 'followed' ? { appId: app } : {}),
    ...(words && search ? { search } : {}),
    ...(known ? { [name]: known } : {}),
    ...(words && from ? { from: beginOf(from) } : {}),
    ...(words && until ? { until: beginOf(addDays(until, 1)) } : {}),
  };
  // On a phone the list counts more: what narrows it folds away behind the search.
  const phone = usePhone();
  const [unfolded, setUnfolded] = useState(false);
  const folded = phone && words && !unfolded;
  const stateText = (value: string) =>
    t(tab === 'todo' ? `workflow.workbench.mark_${value}` : `workflow.state.${value}`);
  const bar =
    tab === 'followed' ? null : (
      <div className="workbench-filters">
        {words && (
          <TypedSearch
            className="workbench-search"
            label={t('workflow.workbench.search')}
            value={search ?? ''}
            onChange={(text) => setSearch(text || undefined)}
          />
        )}
        {phone && words && (
          <Button
            icon={<FilterOutlined />}
            aria-expanded={unfolded}
            aria-label={t('workflow.workbench.filters')}
            type={!unfolded && Object.keys(narrowed).some((key) => key !== 'search') ? 'primary' : 'default'}
            onClick={() => setUnfolded(!unfolded)}
          />
        )}
        {!folded && (
          <Select<string>
            className="workbench-select"
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            aria-label={t('workflow.workbench.app')}
            placeholder={t('workflow.workbench.every_app')}
            value={app ?? null}
            onChange={(chosen) => setApp(chosen)}
            options={apps.map(({ id, title }) => ({ value: id, label: textIn(title, locale) }))}
          />
        )}
        {!folded && states.length > 0 && (
          <Select<string>
            className="workbench-select"
            allowClear
            aria-label={t('workflow.workbench.state')}
            placeholder={t('workflow.workbench.every_state')}
            value={known ?? null}
            onChange={(chosen) => setState(chosen)}
            options={states.map((value) => ({ value, label: stateText(value) }))}
          />
        )}
        {!folded && words && (
          <fieldset className="workbench-period" aria-label={t('workflow.workbench.period')}>
            <DayInput
              onDemand
              aria-label={t('workflow.workbench.from')}
              placeholder={t('workflow.workbench.from')}
              value={from}
              latest={until}
              onChange={(day) => setFrom(day ?? undefined)}
            />
            <span aria-hidden>–</span>
            <DayInput
              onDemand
              aria-label={t('workflow.workbench.until')}
              placeholder={t('workflow.workbench.until')}
              value={until}
              earliest={from}
              onChange={(day) => setUntil(day ?? undefined)}
            />
          </fieldset>
        )}
      </div>
    );
  return { narrowed, bar };
}

function beginOf(day: string): string {
  return instantFromWall(`${day} 00:00:00`, timeZone()) ?? day;
}
