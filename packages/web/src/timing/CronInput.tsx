import { Input, Select } from 'antd';
import { useState } from 'react';
import { useLocale, useT } from '../i18n/i18n.ts';
import { ClockInput } from '../inputs/ClockInput.tsx';
import { cronOf, cronWays, partsOfCron, type CronParts, type CronWay } from './cron-ways.ts';
import { weekdayNames } from './cron-words.ts';
import './timing.css';

interface CronInputProps {
  label: string;
  /** Five fields of cron. */
  value: string;
  onChange: (cron: string) => void;
  readOnly?: boolean;
}

/** When something runs by the clock: every day, on days of the week or of the month at a time, or as cron has it. */
export function CronInput({ label, value, onChange, readOnly = false }: CronInputProps) {
  const t = useT();
  const locale = useLocale();
  // who chose to write cron goes on writing it, whatever it comes to
  const [asked, setAsked] = useState<CronWay>();
  const parts = partsOfCron(value);
  const way = asked === 'cron' ? asked : parts.way;
  const put = (change: Partial<CronParts>) => onChange(cronOf({ ...parts, way, ...change }, value));
  const names = weekdayNames(locale);
  const days =
    way === 'weekly'
      ? [1, 2, 3, 4, 5, 6, 0].map((day) => ({ value: day, label: names[day] ?? '' }))
      : Array.from({ length: 31 }, (_, at) => ({ value: at + 1, label: String(at + 1) }));
  return (
    <div className="timing-line" role="group" aria-label={label}>
      <Select<CronWay>
        className="timing-way"
        aria-label={label}
        disabled={readOnly}
        value={way}
        options={cronWays.map((one) => ({ value: one, label: t(`timing.way.${one}`) }))}
        onChange={(next) => {
          setAsked(next);
          if (next !== 'cron') put({ way: next });
        }}
      />
      {(way === 'weekly' || way === 'monthly') && (
        <Select<number[]>
          className="timing-days"
          mode="multiple"
          aria-label={t(way === 'weekly' ? 'timing.weekdays' : 'timing.monthdays')}
          disabled={readOnly}
          showSearch={{ optionFilterProp: 'label' }}
          value={way === 'weekly' ? parts.weekdays : parts.monthdays}
          options={days}
          // none at all would be every day
          onChange={(chosen) =>
            chosen.length > 0 && put(way === 'weekly' ? { weekdays: chosen } : { monthdays: chosen })
          }
        />
      )}
      {way === 'cron' ? (
        <Input
          className="timing-cron"
          aria-label={t('timing.cron')}
          title={t('timing.cron')}
          placeholder={t('timing.cron')}
          value={value}
          readOnly={readOnly}
          maxLength={100}
          onChange={({ target }) => onChange(target.value)}
        />
      ) : (
        <ClockInput
          label={t('timing.clock')}
          value={parts.clock}
          disabled={readOnly}
          onChange={(clock) => put({ clock })}
        />
      )}
    </div>
  );
}
