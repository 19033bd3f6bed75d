import {
  DeleteOutlined,
  ExportOutlined,
  ImportOutlined,
  LeftOutlined,
  PlusOutlined,
  RightOutlined,
} from '@ant-design/icons';
import { basedataApi } from '@formwork/contract/basedata/api.ts';
import type { Holiday } from '@formwork/contract/basedata/holidays.ts';
import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { today } from '@formwork/web/inputs/wall-clock.ts';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { documentAddress } from '@formwork/web/http/call.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, DatePicker, Input, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useMemo, useState } from 'react';
import { SheetDialog } from './SheetDialog.tsx';

const readings = [basedataApi.listHolidays, enterpriseApi.dueAfter];
const firstYear = 1990;
const lastYear = 2199;

/** Days off and make-up workdays of a year; due times keep to them. */
export function Holidays() {
  const t = useT();
  const locale = useLocale();
  const [asked, setYear] = useQueryText('year');
  const year = /^(199\d|2[01]\d\d)$/.test(asked ?? '') ? Number(asked) : Number(today().slice(0, 4));
  const [range, setRange] = useState<[Dayjs | null, Dayjs | null] | null>(null);
  const [name, setName] = useState('');
  const [kind, setKind] = useState<'off' | 'work'>('off');
  const [importing, setImporting] = useState(false);
  const reading = useQuery(q(basedataApi.listHolidays, { params: { year } }));
  const save = useCommand(basedataApi.setHolidays, { refresh: readings });
  const days = useMemo(() => reading.data ?? [], [reading.data]);
  const put = (next: Holiday[]) => save.run({ params: { year }, body: { days: next } });
  const [first, last] = [range?.[0], range?.[1]];
  const add = async () => {
    if (!first || !last) return;
    const added: Holiday[] = [];
    for (let day = first; !day.isAfter(last, 'day') && day.year() === year; day = day.add(1, 'day'))
      added.push({ date: day.format('YYYY-MM-DD'), name: name.trim(), off: kind === 'off' });
    const dates = new Set(added.map(({ date }) => date));
    if (!(await put([...days.filter(({ date }) => !dates.has(date)), ...added]))) return;
    setRange(null);
    setName('');
  };
  const columns = useMemo((): ListColumn<Holiday>[] => {
    const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' });
    return [
      {
        id: 'date',
        title: t('basedata.holiday.date'),
        width: 200,
        value: ({ date }) => `${date} ${weekday.format(new Date(date))}`,
      },
      { id: 'name', title: t('basedata.holiday.name'), width: 240, value: (day) => day.name },
      {
        id: 'kind',
        title: t('basedata.holiday.kind'),
        width: 200,
        value: ({ off }) => t(off ? 'basedata.holiday.off' : 'basedata.holiday.work'),
        render: ({ off }) => (
          <StateTag tone={off ? 'success' : 'warning'}>
            {t(off ? 'basedata.holiday.off' : 'basedata.holiday.work')}
          </StateTag>
        ),
      },
    ];
  }, [t, locale]);
  const outside = (day: Dayjs) => day.year() !== year;
  return (
    <div className="base-detail">
      <header className="base-head">
        <Button
          icon={<LeftOutlined />}
          aria-label={t('basedata.holiday.before')}
          disabled={year <= firstYear}
          onClick={() => setYear(String(year - 1))}
        />
        <h2 className="base-year">{year}</h2>
        <Button
          icon={<RightOutlined />}
          aria-label={t('basedata.holiday.after')}
          disabled={year >= lastYear}
          onClick={() => setYear(String(year + 1))}
        />
        <span className="base-gap" />
        <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
          {t('basedata.import')}
        </Button>
        <Button
          icon={<ExportOutlined />}
          disabled={days.length === 0}
          onClick={() => location.assign(documentAddress(basedataApi.exportHolidays, { params: { year } }))}
        >
          {t('basedata.export')}
        </Button>
      </header>
      <div className="base-head">
        <DatePicker.RangePicker
          key={year}
          aria-label={t('basedata.holiday.date')}
          value={range}
          onChange={setRange}
          disabledDate={outside}
          defaultPickerValue={[dayjs(`${year}-01-01`), dayjs(`${year}-02-01`)]}
        />
        <Input
          className="base-title"
          maxLength={40}
          placeholder={t('basedata.holiday.name')}
          aria-label={t('basedata.holiday.name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Select
          className="base-kind"
          aria-label={t('basedata.holiday.kind')}
          value={kind}
          onChange={setKind}
          options={(['off', 'work'] as const).map((value) => ({ value, label: t(`basedata.holiday.${value}`) }))}
        />
        <Button
          icon={<PlusOutlined />}
          disabled={!first || !last || reading.data === undefined}
          loading={save.pending}
          onClick={() => void add()}
        >
          {t('basedata.holiday.add')}
        </Button>
      </div>
      <DataList<Holiday>
        label={t('basedata.tab.holidays')}
        rows={days}
        columns={columns}
        rowKey={({ date }) => date}
        status={reading.isPending ? 'loading' : reading.isError ? 'error' : 'ready'}
        onRetry={() => void reading.refetch()}
        {...(isApiError(reading.error) && reading.error.requestId !== undefined
          ? { requestId: reading.error.requestId }
          : {})}
        rowActions={({ date }) => [
          {
            id: 'remove',
            title: t('ui.action.remove'),
            icon: <DeleteOutlined />,
            danger: true,
            onSelect: () => void put(days.filter((day) => day.date !== date)),
          },
        ]}
        empty={<EmptyState title={t('basedata.holiday.none', { year })} hint={t('basedata.holiday.none_hint')} />}
      />
      {importing && (
        <SheetDialog
          endpoint={basedataApi.importHolidays}
          params={{ year }}
          refresh={readings}
          columns={t('basedata.holiday.columns', { year })}
          onClose={() => setImporting(false)}
        />
      )}
    </div>
  );
}
