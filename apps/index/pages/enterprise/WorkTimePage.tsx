import { enterpriseApi } from '@formwork/contract/enterprise/api.ts';
import { isUsual, usualWorkTime, WorkTime } from '@formwork/contract/enterprise/work-time.ts';
import { FieldRow } from '@formwork/ui/input/field-row.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { App, Select } from 'antd';
import { useMemo } from 'react';
import { DueCheck } from './DueCheck.tsx';
import { SettingFrame } from './SettingFrame.tsx';
import { Shifts } from './Shifts.tsx';
import { SpecialDays } from './SpecialDays.tsx';
import { useSetting } from './use-setting.ts';

const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** When work is done: shifts, the week, and the days that differ. Due times count these hours alone. */
export default function WorkTimePage() {
  const t = useT();
  const elements = useElements('workTime');
  const { message } = App.useApp();
  const {
    reading,
    value = usualWorkTime,
    changed,
    change,
    forget,
  } = useSetting(enterpriseApi.getWorkTime, (time) =>
    isUsual(time)
      ? { ...time, shifts: time.shifts.map((shift) => ({ ...shift, name: t('enterprise.work.usual_shift') })) }
      : time,
  );
  const save = useCommand(enterpriseApi.setWorkTime, {
    refresh: [enterpriseApi.getWorkTime, enterpriseApi.dueAfter],
    onDone: () => {
      forget();
      void message.success(t('enterprise.setting.saved'));
    },
  });
  const zones = useMemo(
    () => Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    [],
  );
  const problems = useMemo(
    () => new Set(WorkTime.safeParse(value).error?.issues.map(({ message: what }) => what) ?? []),
    [value],
  );
  const shifts = [
    { value: '', label: t('enterprise.work.rest') },
    ...value.shifts.map(({ id, name }) => ({ value: id, label: name })),
  ];
  const set = (part: Partial<WorkTime>) => change({ ...value, ...part });
  return (
    <SettingFrame
      wide
      title={t('enterprise.work.title')}
      hint={t('enterprise.work.hint')}
      reading={reading}
      changed={changed && problems.size === 0}
      pending={save.pending}
      onSave={() => void save.run({ body: value })}
      onReset={forget}
    >
      <FieldRow name="timeZone" label={t('enterprise.work.time_zone')}>
        {(input) => (
          <Select
            {...input}
            className="work-zone"
            showSearch
            value={value.timeZone}
            options={zones}
            onChange={(timeZone) => set({ timeZone })}
          />
        )}
      </FieldRow>
      <h2>{t('enterprise.work.shifts')}</h2>
      <Shifts value={value} problems={problems} onChange={set} />
      <h2>{t('enterprise.work.week')}</h2>
      <div className="work-week">
        {weekdays.map((day, at) => (
          <label key={day}>
            <span>{t(`enterprise.work.${day}`)}</span>
            <Select
              aria-label={t(`enterprise.work.${day}`)}
              value={value.week[at] ?? ''}
              options={shifts}
              onChange={(shift) => set({ week: value.week.map((old, n) => (n === at ? shift || null : old)) })}
            />
          </label>
        ))}
      </div>
      {elements.shows('parts', 'days') && (
        <>
          <h2>{elements.title('parts', 'days', t('enterprise.work.days'))}</h2>
          <p className="setting-hint">{t('enterprise.work.days_hint')}</p>
          <SpecialDays value={value} shifts={shifts} onChange={set} />
        </>
      )}
      {!changed && !reading.isPending && elements.shows('parts', 'check') && <DueCheck />}
    </SettingFrame>
  );
}
