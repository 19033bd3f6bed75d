import { LeftOutlined, RightOutlined } from '@ant-design/icons';
import { addDays } from '@formwork/contract/views/span.ts';
import { todayIn } from '@formwork/contract/condition/calendar.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQueryText } from '@formwork/web/router/page-context.ts';
import { Button, Segmented } from 'antd';
import type { ReactNode } from 'react';
import type { TimeRange } from './timeline.ts';

const lengths = { day: 1, week: 7, month: 31, quarter: 92, year: 366 } as const;
type Length = keyof typeof lengths;

/** The stretch of time that is shown, kept in the address, and the buttons that change it. */
export function useTimeRange(
  first: Length,
  offered: readonly Length[],
): { range: TimeRange; before: string; tools: ReactNode } {
  const t = useT();
  const [mode, setMode] = useQueryText('mode');
  const [at, setAt] = useQueryText('at');
  const length = offered.find((one) => one === mode) ?? first;
  const days = lengths[length];
  const from = begin(at !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(at) ? at : todayIn(new Date(), timeZone()), length);
  const before = addDays(from, days);
  const tools = (
    <div className="fw-timeline-tools">
      <Button
        icon={<LeftOutlined />}
        aria-label={t('views.time.earlier')}
        onClick={() => setAt(addDays(from, -days))}
      />
      <Button icon={<RightOutlined />} aria-label={t('views.time.later')} onClick={() => setAt(addDays(from, days))} />
      <Button onClick={() => setAt(undefined)}>{t('views.time.today')}</Button>
      <strong>{days === 1 ? from : `${from} – ${addDays(before, -1)}`}</strong>
      <Segmented
        value={length}
        options={offered.map((value) => ({ value, label: t(`views.time.${value}`) }))}
        onChange={setMode}
      />
    </div>
  );
  return { range: { from, days }, before, tools };
}

/** Weeks begin on Monday, longer stretches with the month. */
function begin(day: string, length: Length): string {
  if (length === 'day') return day;
  if (length === 'week') return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
  return length === 'year' ? `${day.slice(0, 4)}-01-01` : `${day.slice(0, 7)}-01`;
}
