import { DeleteOutlined } from '@ant-design/icons';
import type { Definition } from '@formwork/contract/definitions/api.ts';
import { schedulesApi, type Schedule } from '@formwork/contract/schedules/api.ts';
import { missedPolicies, overlaps, type Timing } from '@formwork/contract/schedules/timing.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { Time } from '@formwork/ui/format/time.tsx';
import { call } from '@formwork/web/http/call.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, InputNumber, Modal, Segmented, Switch } from 'antd';
import { useState } from 'react';
import '../etl.css';
import { Choice, Line } from '../tasks/inspector/parts.tsx';

type Way = 'daily' | 'every' | 'cron';
interface Asked {
  way: Way;
  clock: string;
  minutes: number;
  cron: string;
  workdays: boolean;
  from: string;
  to: string;
  overlap: Timing['overlap'];
  missed: Timing['missed'];
}
const first: Asked = {
  way: 'daily',
  clock: '02:00',
  minutes: 60,
  cron: '0 2 * * *',
  workdays: false,
  from: '',
  to: '',
  overlap: 'skip',
  missed: 'once',
};

function timingOf({ way, clock, minutes, cron, workdays, from, to, overlap, missed }: Asked): Timing {
  const [hour, minute] = clock.split(':').map(Number);
  const when =
    way === 'every' ? { every: minutes * 60 } : { cron: way === 'cron' ? cron : `${minute ?? 0} ${hour ?? 0} * * *` };
  return { ...when, workdays, overlap, missed, ...(from !== '' && to !== '' && { window: { from, to } }) };
}

/** When something runs by itself: its times, and what comes next of one that is being set. */
export function SchedulesDialog({
  ofKind,
  at = first.clock,
  definition,
  onClose,
}: {
  ofKind: string;
  /** The time of day that is proposed: by night, unless somebody is to read it. */
  at?: string;
  definition: Pick<Definition, 'id' | 'released'>;
  onClose: () => void;
}) {
  const t = useT();
  const ofId = definition.id;
  const list = useQuery(q(schedulesApi.list, { query: { ofKind, ofId } }));
  const [asked, setAsked] = useState({ ...first, clock: at });
  const create = useCommand(schedulesApi.create, { refresh: [schedulesApi.list] });
  const set = (part: Partial<Asked>) => setAsked({ ...asked, ...part });
  return (
    <Modal open width={620} title={t('etltask.times')} footer={null} onCancel={onClose}>
      {definition.released === null && <Alert type="info" title={t('etltask.times_unreleased')} />}
      {list.data ? <Known of={list.data} /> : <Unread of={[list]} skeleton={null} />}
      <h3 className="etl-heading">{t('etltask.times_add')}</h3>
      <div className="etl-settings">
        <Segmented
          value={asked.way}
          options={(['daily', 'every', 'cron'] as const).map((value) => ({
            value,
            label: t(`etltask.times.${value}`),
          }))}
          onChange={(way) => set({ way })}
        />
        {asked.way === 'daily' && (
          <Line label={t('etltask.times.clock')}>
            <Input
              type="time"
              aria-label={t('etltask.times.clock')}
              value={asked.clock}
              onChange={({ target }) => set({ clock: target.value })}
            />
          </Line>
        )}
        {asked.way === 'every' && (
          <Line label={t('etltask.times.minutes')}>
            <InputNumber
              aria-label={t('etltask.times.minutes')}
              min={1}
              max={500_000}
              precision={0}
              value={asked.minutes}
              onChange={(minutes) => set({ minutes: minutes ?? 1 })}
            />
          </Line>
        )}
        {asked.way === 'cron' && (
          <Line label="Cron" help={t('etltask.times.cron_help')}>
            <Input aria-label="Cron" value={asked.cron} onChange={({ target }) => set({ cron: target.value })} />
          </Line>
        )}
        <Line label={t('etltask.times.workdays')}>
          <Switch
            aria-label={t('etltask.times.workdays')}
            checked={asked.workdays}
            onChange={(workdays) => set({ workdays })}
          />
        </Line>
        <Line label={t('etltask.times.window')}>
          <div className="etl-row-parts">
            <Input
              type="time"
              aria-label={t('etltask.times.window_from')}
              value={asked.from}
              onChange={({ target }) => set({ from: target.value })}
            />
            <Input
              type="time"
              aria-label={t('etltask.times.window_to')}
              value={asked.to}
              onChange={({ target }) => set({ to: target.value })}
            />
          </div>
        </Line>
        <Line label={t('etltask.times.overlap')}>
          <Choice
            label={t('etltask.times.overlap')}
            value={asked.overlap}
            values={overlaps}
            textOf={(one) => t(`etltask.times.overlap.${one}`)}
            onChange={(overlap) => set({ overlap })}
          />
        </Line>
        <Line label={t('etltask.times.missed')}>
          <Choice
            label={t('etltask.times.missed')}
            value={asked.missed}
            values={missedPolicies}
            textOf={(one) => t(`etltask.times.missed.${one}`)}
            onChange={(missed) => set({ missed })}
          />
        </Line>
        <Next timing={timingOf(asked)} />
        {create.errorText && <Alert type="error" title={create.errorText} />}
        <Button
          type="primary"
          loading={create.pending}
          onClick={() => void create.run({ body: { ofKind, ofId, timing: timingOf(asked) } })}
        >
          {t('etltask.times_add')}
        </Button>
      </div>
    </Modal>
  );
}

function Known({ of }: { of: readonly Schedule[] }) {
  const t = useT();
  const locale = useLocale();
  const pause = useCommand(schedulesApi.pause, { refresh: [schedulesApi.list] });
  const remove = useCommand(schedulesApi.remove, { refresh: [schedulesApi.list] });
  if (of.length === 0) return <EmptyState small title={t('etltask.times_none')} />;
  return (
    <ul className="etl-times">
      {of.map((schedule) => (
        <li key={schedule.id}>
          <span>{inWords(schedule.timing, t)}</span>
          <span>
            {schedule.paused ? (
              t('etltask.times_paused')
            ) : schedule.nextAt ? (
              <Time at={schedule.nextAt} locale={locale} />
            ) : (
              '—'
            )}
          </span>
          <Switch
            aria-label={t('etltask.times_on')}
            checked={!schedule.paused}
            onChange={(on) => void pause.run({ params: { scheduleId: schedule.id }, body: { paused: !on } })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('ui.action.delete')}
            onClick={() => void remove.run({ params: { scheduleId: schedule.id } })}
          />
        </li>
      ))}
    </ul>
  );
}

/** `0 2 * * *` is every day at two; what says more stays as it was written. */
function inWords({ cron, every, workdays, window }: Timing, t: ReturnType<typeof useT>): string {
  const daily = /^(\d{1,2}) (\d{1,2}) \* \* \*$/.exec(cron ?? '');
  const clock = daily && `${daily[2]!.padStart(2, '0')}:${daily[1]!.padStart(2, '0')}`;
  const often = every ? t('etltask.times_every', { count: every / 60 }) : cron;
  return [
    clock ? t(workdays ? 'etltask.times_workdays_at' : 'etltask.times_daily_at', { clock }) : often,
    !clock && workdays && t('etltask.times.workdays'),
    window && `${window.from}–${window.to}`,
  ]
    .filter(Boolean)
    .join(' · ');
}

function Next({ timing }: { timing: Timing }) {
  const t = useT();
  const locale = useLocale();
  const preview = useQuery({
    queryKey: ['schedule preview', JSON.stringify(timing)],
    queryFn: () => call(schedulesApi.preview, { body: { timing } }),
    retry: false,
  });
  if (!preview.data) return null;
  return (
    <p className="etl-quiet">
      {t('etltask.times_next')}{' '}
      {preview.data.times.slice(0, 3).map((at, place) => (
        <span key={at}>
          {place > 0 && ' · '}
          <Time at={at} locale={locale} relative={false} />
        </span>
      ))}
    </p>
  );
}
