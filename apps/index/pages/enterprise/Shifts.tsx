import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { Shift, WorkTime } from '@formwork/contract/enterprise/work-time.ts';
import { ClockInput } from '@formwork/web/inputs/ClockInput.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Button, Input } from 'antd';

interface Props {
  value: WorkTime;
  problems: ReadonlySet<string>;
  onChange: (part: Partial<WorkTime>) => void;
}

/** The shifts there are, each with its periods; a period that ends before it begins ends on the next day. */
export function Shifts({ value, problems, onChange }: Props) {
  const t = useT();
  const change = (id: string, part: Partial<Shift>) =>
    onChange({ shifts: value.shifts.map((shift) => (shift.id === id ? { ...shift, ...part } : shift)) });
  const inUse = (id: string) => value.week.includes(id) || value.days.some(({ shift }) => shift === id);
  const add = () => {
    const taken = new Set(value.shifts.map(({ id }) => id));
    let n = value.shifts.length + 1;
    while (taken.has(`s${n}`)) n++;
    onChange({
      shifts: [
        ...value.shifts,
        { id: `s${n}`, name: t('enterprise.work.new_shift', { number: n }), periods: [{ from: '09:00', to: '18:00' }] },
      ],
    });
  };
  return (
    <>
      <ul className="work-shifts">
        {value.shifts.map(({ id, name, periods }) => (
          <li key={id}>
            <Input
              className="work-shift-name"
              aria-label={t('enterprise.work.shift_name')}
              maxLength={40}
              value={name}
              status={name.trim() === '' ? 'error' : ''}
              onChange={(event) => change(id, { name: event.target.value })}
            />
            <div className="work-periods">
              {periods.map((period, at) => {
                const set = (part: Partial<typeof period>) =>
                  change(id, { periods: periods.map((old, n) => (n === at ? { ...old, ...part } : old)) });
                return (
                  <span key={at} className="work-period">
                    <ClockInput
                      className="work-clock"
                      label={t('enterprise.work.from')}
                      value={period.from}
                      onChange={(from) => set({ from })}
                    />
                    –
                    <ClockInput
                      className="work-clock"
                      label={t('enterprise.work.to')}
                      value={period.to}
                      onChange={(to) => set({ to })}
                    />
                    {period.to < period.from && <small>{t('enterprise.work.next_day')}</small>}
                    {periods.length > 1 && (
                      <Button
                        type="text"
                        size="small"
                        icon={<DeleteOutlined />}
                        aria-label={t('enterprise.work.remove_period')}
                        onClick={() => change(id, { periods: periods.filter((_, n) => n !== at) })}
                      />
                    )}
                  </span>
                );
              })}
              {periods.length < 6 && (
                <Button
                  type="link"
                  size="small"
                  onClick={() => change(id, { periods: [...periods, { from: '19:00', to: '21:00' }] })}
                >
                  {t('enterprise.work.add_period')}
                </Button>
              )}
            </div>
            <Button
              icon={<DeleteOutlined />}
              disabled={inUse(id) || value.shifts.length === 1}
              title={inUse(id) ? t('enterprise.work.shift_in_use') : undefined}
              onClick={() => onChange({ shifts: value.shifts.filter((shift) => shift.id !== id) })}
            >
              {t('enterprise.work.remove_shift')}
            </Button>
          </li>
        ))}
      </ul>
      {problems.has('periods_overlap') && (
        <p className="setting-error" role="alert">
          {t('enterprise.work.periods_overlap')}
        </p>
      )}
      {problems.has('empty_period') && (
        <p className="setting-error" role="alert">
          {t('enterprise.work.empty_period')}
        </p>
      )}
      {value.shifts.length < 20 && (
        <Button icon={<PlusOutlined />} onClick={add}>
          {t('enterprise.work.add_shift')}
        </Button>
      )}
    </>
  );
}
