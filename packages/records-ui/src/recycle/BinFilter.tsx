import { formsApi } from '@formwork/contract/forms/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, DatePicker, Select } from 'antd';
import type { Dayjs } from 'dayjs';
import { showsAll } from '@formwork/web/elements/elements.ts';
import { instantOf, wallClock } from '@formwork/web/inputs/wall-clock.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { PersonPicker } from '@formwork/web/pickers/PersonPicker.tsx';
import { TypedSearch } from '@formwork/web/typed-search.tsx';
import { useBinFilter } from './use-bin-filter.ts';

export interface BinFilterProps {
  appId: string | undefined;
  shows?: (filter: 'title' | 'form' | 'person' | 'range') => boolean;
}

/** Title, form, person and time: each narrows the others. */
export function BinFilter({ appId, shows = showsAll }: BinFilterProps) {
  const t = useT();
  const locale = useLocale();
  const { filter, isEmpty, change, clear } = useBinFilter();
  const apps = useQuery(q(formsApi.listApps)).data?.apps ?? [];
  const forms = apps
    .filter(({ id }) => appId === undefined || id === appId)
    .map((app) => ({
      label: textIn(app.title, locale),
      title: app.id,
      options: app.forms.map(({ id, title }) => ({ value: id, label: textIn(title, locale) })),
    }))
    .filter(({ options }) => options.length > 0);
  return (
    <div className="recycle-filter" role="search">
      {shows('title') && (
        <TypedSearch
          className="recycle-search"
          label={t('recycle.filter.title')}
          value={filter.search ?? ''}
          onChange={(search) => change({ search: search || undefined })}
        />
      )}
      {shows('form') && (
        <Select<string | null>
          className="recycle-form"
          allowClear
          showSearch={{ optionFilterProp: 'label' }}
          aria-label={t('recycle.row.form')}
          placeholder={t('recycle.filter.every_form')}
          value={filter.form ?? null}
          options={appId === undefined ? forms : (forms[0]?.options ?? [])}
          onChange={(form) => change({ form: form ?? undefined })}
        />
      )}
      {shows('person') && (
        <div className="recycle-person">
          <PersonPicker
            aria-label={t('recycle.row.who')}
            placeholder={t('recycle.filter.everybody')}
            value={filter.person === undefined ? [] : [filter.person]}
            onChange={([person]) => change({ person })}
          />
        </div>
      )}
      {shows('range') && (
        <DatePicker.RangePicker
          className="recycle-range"
          allowEmpty={[true, true]}
          aria-label={t('recycle.row.when')}
          value={[dayOf(filter.from), dayOf(filter.to)]}
          onChange={(range) =>
            change({ from: momentAt(range?.[0]?.startOf('day')), to: momentAt(range?.[1]?.endOf('day')) })
          }
        />
      )}
      {!isEmpty && (
        <Button type="link" onClick={clear}>
          {t('recycle.filter.clear')}
        </Button>
      )}
    </div>
  );
}

function dayOf(text: string | undefined) {
  return text === undefined ? null : wallClock(text);
}

function momentAt(chosen: Dayjs | null | undefined): string | undefined {
  return chosen ? instantOf(chosen) : undefined;
}
