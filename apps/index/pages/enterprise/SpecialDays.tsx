import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { SpecialDay, WorkTime } from '@formwork/contract/enterprise/work-time.ts';
import { DataList } from '@formwork/ui/list/data-list.tsx';
import type { ListColumn } from '@formwork/ui/list/list-columns.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, DatePicker, Input, Select } from 'antd';
import dayjs, { type Dayjs } from 'dayjs';
import { useMemo, useState } from 'react';

interface Props {
  value: WorkTime;
  shifts: { value: string; label: string }[];
  onChange: (part: Partial<WorkTime>) => void;
}

/** Holidays and the working days that stand in for them; a range of days is entered at once. */
export function SpecialDays({ value, shifts, onChange }: Props) {
  const t = useT();
  const [range, setRange] = useState<[Dayjs | null, Dayjs | null] | null>(null);
  const [name, setName] = useState('');
  const [shift, setShift] = useState('');
  const days = useMemo(() => value.days.toSorted((a, b) => a.date.localeCompare(b.date)), [value.days]);
  const columns = useMemo(
    (): ListColumn<SpecialDay>[] => [
      {
        id: 'date',
        title: t('enterprise.work.date'),
        width: 200,
        value: ({ date }) => `${date} ${dayjs(date).format('ddd')}`,
      },
      { id: 'name', title: t('enterprise.work.day'), width: 220, value: (day) => day.name },
      {
        id: 'shift',
        title: t('enterprise.work.day_shift'),
        width: 200,
        value: (day) => shifts.find((one) => one.value === (day.shift ?? ''))?.label,
      },
    ],
    [t, shifts],
  );
  const [first, last] = [range?.[0], range?.[1]];
  const add = () => {
    if (!first || !last) return;
    const added: SpecialDay[] = [];
    for (let day = first.startOf('day'); !day.isAfter(last, 'day') && added.length < 366; day = day.add(1, 'day'))
      added.push({ date: day.format('YYYY-MM-DD'), name: name.trim(), shift: shift || null });
    const dates = new Set(added.map(({ date }) => date));
    onChange({ days: [...value.days.filter(({ date }) => !dates.has(date)), ...added] });
    setRange(null);
    setName('');
  };
  return (
    <div className="work-days">
      <div className="setting-line">
        <DatePicker.RangePicker aria-label={t('enterprise.work.date')} value={range} onChange={setRange} />
        <Input
          className="work-day-name"
          maxLength={40}
          placeholder={t('enterprise.work.day_name')}
          aria-label={t('enterprise.work.day_name')}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Select
          className="work-day-shift"
          aria-label={t('enterprise.work.day_shift')}
          value={shift}
          options={shifts}
          onChange={setShift}
        />
        <Button icon={<PlusOutlined />} disabled={!first || !last} onClick={add}>
          {t('enterprise.work.add_days')}
        </Button>
      </div>
      <div className="work-day-list">
        <DataList<SpecialDay>
          label={t('enterprise.work.days')}
          rows={days}
          columns={columns}
          rowKey={({ date }) => date}
          rowActions={({ date }) => [
            {
              id: 'remove',
              title: t('enterprise.work.remove_day'),
              icon: <DeleteOutlined />,
              danger: true,
              onSelect: () => onChange({ days: value.days.filter((day) => day.date !== date) }),
            },
          ]}
          empty={<EmptyState small title={t('enterprise.work.no_days')} hint={t('enterprise.work.no_days_hint')} />}
        />
      </div>
    </div>
  );
}
