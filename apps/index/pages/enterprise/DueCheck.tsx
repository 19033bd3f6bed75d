import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { formatTime } from '@formwork/ui/format/time-format.ts';
import { instantOf, wallClock } from '@formwork/web/inputs/wall-clock.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { DatePicker, InputNumber } from 'antd';
import { useState } from 'react';

/** Tries the saved calendar: when a task that comes then, and has so many hours, is due. */
export function DueCheck() {
  const t = useT();
  const locale = useLocale();
  const [from, setFrom] = useState(() => new Date(Math.floor(Date.now() / 60_000) * 60_000).toISOString());
  const [hours, setHours] = useState(8);
  const due = useQuery(q(enterpriseApi.dueAfter, { query: { from, minutes: Math.round(hours * 60) } }));
  return (
    <section className="work-due">
      <h2>{t('enterprise.work.due')}</h2>
      <div className="setting-line">
        <DatePicker
          showTime={{ format: 'HH:mm' }}
          format="YYYY-MM-DD HH:mm"
          allowClear={false}
          aria-label={t('enterprise.work.due_from')}
          value={wallClock(from)}
          onChange={(next) => setFrom((before) => (next && instantOf(next)) ?? before)}
        />
        <InputNumber
          min={0.5}
          max={1_000}
          step={0.5}
          value={hours}
          suffix={t('enterprise.work.due_hours')}
          aria-label={t('enterprise.work.due_hours')}
          onChange={(next) => setHours(next ?? 8)}
        />
        <output>
          {due.data &&
            (due.data.due === null
              ? t('enterprise.work.due_never')
              : t('enterprise.work.due_at', { at: formatTime(due.data.due, locale) }))}
        </output>
      </div>
    </section>
  );
}
