import { DeleteOutlined, EditOutlined } from '@ant-design/icons';
import type { Definition } from '@formwork/contract/definitions/api.ts';
import { wallText } from '@formwork/contract/forms/values/dates.ts';
import { schedulesApi, type Schedule } from '@formwork/contract/schedules/api.ts';
import { missedPolicies, overlaps, type Timing } from '@formwork/contract/schedules/timing.ts';
import { EmptyState } from '@formwork/ui/feedback/state.tsx';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { Time } from '@formwork/ui/format/time.tsx';
import { call } from '@formwork/web/http/call.ts';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { ListOfTimes } from '@formwork/web/timing/NextTimes.tsx';
import { useQuery } from '@tanstack/react-query';
import { Alert, Button, Input, InputNumber, Modal, Segmented, Select, Switch } from 'antd';
import { useMemo, useState } from 'react';
import '../etl.css';
import { Choice, Line } from '../tasks/inspector/parts.tsx';
import { askedOf, clockOf, first, timingOf, ways, type Asked } from './asked.ts';

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
  const home = useTimeZone();
  const [asked, setAsked] = useState<Asked>({ ...first, clock: at });
  /** The one that is changed; without it one is added. */
  const [changed, setChanged] = useState<Schedule>();
  const create = useCommand(schedulesApi.create, { refresh: [schedulesApi.list], quiet: true });
  const update = useCommand(schedulesApi.update, { refresh: [schedulesApi.list], quiet: true });
  const refused = update.errorText ?? create.errorText;
  const set = (part: Partial<Asked>) => setAsked({ ...asked, ...part });
  const timing = timingOf(asked, home);
  const begin = (schedule?: Schedule) => {
    setChanged(schedule);
    setAsked(schedule ? askedOf(schedule.timing, home) : { ...first, clock: at });
  };
  const keep = async () => {
    if (!timing) return;
    const kept = changed
      ? await update.run({ params: { scheduleId: changed.id }, body: { version: changed.version, timing } })
      : await create.run({ body: { ofKind, ofId, timing } });
    if (kept) begin();
  };
  const zones = useMemo(
    () => Intl.supportedValuesOf('timeZone').map((zone) => ({ value: zone, label: zone.replaceAll('_', ' ') })),
    [],
  );
  const title = t(changed ? 'etltask.times_change' : 'etltask.times_add');
  return (
    <Modal open width={620} title={t('etltask.times')} footer={null} onCancel={onClose}>
      {definition.released === null && <Alert type="info" title={t('etltask.times_unreleased')} />}
      {list.data ? (
        <Known of={list.data} home={home} onChange={begin} onGone={(id) => id === changed?.id && begin()} />
      ) : (
        <Unread of={[list]} skeleton={null} />
      )}
      <h3 className="etl-heading">{title}</h3>
      <div className="etl-settings">
        <Segmented
          value={asked.way}
          options={ways.map((value) => ({ value, label: t(`etltask.times.${value}`) }))}
          onChange={(way) => set({ way })}
        />
        {asked.way === 'once' && (
          <Line label={t('etltask.times.moment')}>
            <Input
              type="datetime-local"
              aria-label={t('etltask.times.moment')}
              value={asked.moment}
              onChange={({ target }) => set({ moment: target.value })}
            />
          </Line>
        )}
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
              min={0.2}
              max={500_000}
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
        {asked.way !== 'every' && (
          <Line label={t('etltask.times.zone')}>
            <Select
              aria-label={t('etltask.times.zone')}
              className="etl-grow"
              showSearch={{ optionFilterProp: 'label' }}
              value={asked.zone}
              options={[
                { value: '', label: t('etltask.times.zone_own', { zone: home.replaceAll('_', ' ') }) },
                ...zones,
              ]}
              onChange={(zone: string) => set({ zone })}
            />
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
        {timing && <Next timing={timing} />}
        {refused && <Alert type="error" title={refused} />}
        <div className="etl-row-parts">
          <Button
            type="primary"
            disabled={!timing}
            loading={create.pending || update.pending}
            onClick={() => void keep()}
          >
            {title}
          </Button>
          {changed && <Button onClick={() => begin()}>{t('ui.action.cancel')}</Button>}
        </div>
      </div>
    </Modal>
  );
}

function Known({
  of,
  home,
  onChange,
  onGone,
}: {
  of: readonly Schedule[];
  home: string;
  onChange: (schedule: Schedule) => void;
  onGone: (id: string) => void;
}) {
  const t = useT();
  const locale = useLocale();
  const pause = useCommand(schedulesApi.pause, { refresh: [schedulesApi.list] });
  const remove = useCommand(schedulesApi.remove, { refresh: [schedulesApi.list] });
  if (of.length === 0) return <EmptyState small title={t('etltask.times_none')} />;
  return (
    <ul className="etl-times">
      {of.map((schedule) => (
        <li key={schedule.id}>
          <span>{inWords(schedule.timing, home, t)}</span>
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
            icon={<EditOutlined />}
            aria-label={t('etltask.times_change')}
            onClick={() => onChange(schedule)}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('ui.action.delete')}
            onClick={() => {
              onGone(schedule.id);
              void remove.run({ params: { scheduleId: schedule.id } });
            }}
          />
        </li>
      ))}
    </ul>
  );
}

/** `0 2 * * *` is every day at two; what says more stays as it was written. */
function inWords({ cron, every, at, zone, workdays, window }: Timing, home: string, t: Translate): string {
  const clock = clockOf(cron);
  const once = at && t('etltask.times_once_at', { moment: wallText(at, zone ?? home).slice(0, 16) });
  const often = once ?? (every ? t('etltask.times_every', { count: every / 60 }) : cron);
  return [
    clock ? t(workdays ? 'etltask.times_workdays_at' : 'etltask.times_daily_at', { clock }) : often,
    !clock && workdays && t('etltask.times.workdays'),
    window && `${window.from}–${window.to}`,
    zone?.replaceAll('_', ' '),
  ]
    .filter(Boolean)
    .join(' · ');
}

function Next({ timing }: { timing: Timing }) {
  const preview = useQuery({
    queryKey: ['schedule preview', JSON.stringify(timing)],
    queryFn: () => call(schedulesApi.preview, { body: { timing } }),
    retry: false,
  });
  return preview.data ? <ListOfTimes times={preview.data.times} /> : null;
}
