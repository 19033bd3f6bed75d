import type { ApproveNode, Due, Span } from '@formwork/contract/workflow/graph.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { InputNumber, Select, Switch } from 'antd';
import { Line } from '../form/inspector-parts.tsx';

const usual: Due = { within: { minutes: 8 * 60, working: true }, remindBefore: 60, remindEvery: 0, overdue: 'wait' };

/** By when a task is to be done, who is reminded, and what becomes of it when it is late. */
export function TaskTimes({ node, onChange }: { node: ApproveNode; onChange: (node: ApproveNode) => void }) {
  const t = useT();
  const { due } = node;
  const set = (part: Partial<Due>) => onChange({ ...node, due: { ...(due ?? usual), ...part } });
  const toggle = (on: boolean) => {
    const { due: _, ...rest } = node;
    onChange(on ? { ...rest, due: usual } : rest);
  };
  return (
    <>
      <h3>{t('flow-design.due.title')}</h3>
      <Line label={t('flow-design.due.set')} inline>
        <Switch size="small" checked={due !== undefined} onChange={toggle} />
      </Line>
      {due && (
        <>
          <SpanLine label={t('flow-design.due.within')} span={due.within} onChange={(within) => set({ within })} />
          <Line label={t('flow-design.due.remind_before')}>
            <InputNumber
              min={0}
              max={100_000}
              value={due.remindBefore}
              suffix={t('flow-design.due.minutes')}
              onChange={(value) => set({ remindBefore: value ?? 0 })}
            />
          </Line>
          <Line label={t('flow-design.due.remind_every')}>
            <InputNumber
              min={0}
              max={100_000}
              value={due.remindEvery}
              suffix={t('flow-design.due.minutes')}
              onChange={(value) => set({ remindEvery: value ?? 0 })}
            />
          </Line>
          <Line label={t('flow-design.due.overdue')}>
            <Select
              value={due.overdue}
              onChange={(overdue) => set({ overdue })}
              options={(['wait', 'pass', 'return'] as const).map((value) => ({
                value,
                label: t(`flow-design.due.overdue_${value}`),
              }))}
            />
          </Line>
        </>
      )}
    </>
  );
}

const units = { minutes: 1, hours: 60, days: 1440 } as const;
type Unit = keyof typeof units;

/** A length of time; days only where all hours count, since a day of work is as long as its shift. */
export function SpanLine({ label, span, onChange }: { label: string; span: Span; onChange: (span: Span) => void }) {
  const t = useT();
  const unit: Unit =
    !span.working && span.minutes % 1440 === 0 ? 'days' : span.minutes % 60 === 0 ? 'hours' : 'minutes';
  const choose = (value: string) => {
    const [kind, next] = value.split(' ') as ['plain' | 'working', Unit];
    onChange({
      working: kind === 'working',
      minutes: Math.max(1, Math.round(span.minutes / units[unit])) * units[next],
    });
  };
  const offered = (['working hours', 'working minutes', 'plain days', 'plain hours', 'plain minutes'] as const).map(
    (value) => ({ value, label: t(`flow-design.unit.${value.replace(' ', '_')}`) }),
  );
  return (
    <Line label={label}>
      <span className="flow-span">
        <InputNumber
          min={1}
          max={10_000}
          aria-label={label}
          value={span.minutes / units[unit]}
          onChange={(value) => onChange({ ...span, minutes: Math.max(1, Math.round((value ?? 1) * units[unit])) })}
        />
        <Select
          value={`${span.working ? 'working' : 'plain'} ${unit}`}
          aria-label={t('flow-design.unit.label')}
          onChange={choose}
          options={offered}
        />
      </span>
    </Line>
  );
}
