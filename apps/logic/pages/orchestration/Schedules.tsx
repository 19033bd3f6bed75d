import { CaretRightOutlined, DeleteOutlined, PauseOutlined, PlusOutlined } from '@ant-design/icons';
import type { Locale } from '@formwork/contract/identity/api.ts';
import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import { schedulesApi } from '@formwork/contract/schedules/api.ts';
import { missedPolicies, type Timing } from '@formwork/contract/schedules/timing.ts';
import { formatTime } from '@formwork/ui/format/time-format.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { CronInput } from '@formwork/web/timing/CronInput.tsx';
import { cronWords } from '@formwork/web/timing/cron-words.ts';
import { NextTimes } from '@formwork/web/timing/NextTimes.tsx';
import { Button, Checkbox, Select } from 'antd';
import { useState } from 'react';
import { Line } from './Line.tsx';

const usual = '0 8 * * *';

/** When the flow runs by the clock; in force at once, whatever is released. */
export function Schedules({ flow }: { flow: string }) {
  const t = useT();
  const locale = useLocale();
  const at = { query: { ofKind: flowKind.kind, ofId: flow } };
  const { data } = useQuery(q(schedulesApi.list, at));
  const refresh = [schedulesApi.list];
  const pause = useCommand(schedulesApi.pause, { refresh });
  const remove = useCommand(schedulesApi.remove, { refresh });
  const [adding, setAdding] = useState(false);
  return (
    <div className="flow-rows">
      {data?.map(({ id, timing, nextAt, paused }) => (
        <div key={id} className="flow-row">
          <span className="flow-grow">
            <span>{wordsOf(timing, t, locale)}</span>
            <small className="flow-hint">
              {' '}
              {paused
                ? t('flows.schedule_paused')
                : nextAt === null
                  ? t('flows.schedule_over')
                  : formatTime(nextAt, locale, 'minute')}
            </small>
          </span>
          <Button
            size="small"
            type="text"
            icon={paused ? <CaretRightOutlined /> : <PauseOutlined />}
            aria-label={t(paused ? 'flows.resume' : 'flows.pause')}
            onClick={() => void pause.run({ params: { scheduleId: id }, body: { paused: !paused } })}
          />
          <Button
            size="small"
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('flows.remove_schedule')}
            onClick={() => void remove.run({ params: { scheduleId: id } })}
          />
        </div>
      ))}
      {adding ? (
        <NewSchedule at={at.query} onClose={() => setAdding(false)} />
      ) : (
        <Button size="small" type="dashed" icon={<PlusOutlined />} block onClick={() => setAdding(true)}>
          {t('flows.add_schedule')}
        </Button>
      )}
    </div>
  );
}

function NewSchedule({ at, onClose }: { at: { ofKind: string; ofId: string }; onClose: () => void }) {
  const t = useT();
  const create = useCommand(schedulesApi.create, { refresh: [schedulesApi.list], quiet: true });
  const [cron, setCron] = useState(usual);
  const [workdays, setWorkdays] = useState(false);
  const [missed, setMissed] = useState<Timing['missed']>('once');
  const add = async () => {
    if (await create.run({ body: { ...at, timing: { cron, workdays, overlap: 'skip', missed } } })) onClose();
  };
  return (
    <div className="flow-rows flow-framed" role="group" aria-label={t('flows.cron')}>
      <CronInput label={t('flows.cron')} value={cron} onChange={setCron} />
      <NextTimes cron={cron} workdays={workdays} />
      <Checkbox checked={workdays} onChange={({ target }) => setWorkdays(target.checked)}>
        {t('flows.workdays')}
      </Checkbox>
      <Line label={t('flows.missed')}>
        <Select
          aria-label={t('flows.missed')}
          value={missed}
          options={missedPolicies.map((value) => ({ value, label: t(`flows.missed_${value}`) }))}
          onChange={setMissed}
        />
      </Line>
      {create.errorText !== undefined && <p className="flow-wrong">{create.errorText}</p>}
      <div className="flow-row">
        <Button
          size="small"
          type="primary"
          disabled={cron.trim() === ''}
          loading={create.pending}
          onClick={() => void add()}
        >
          {t('flows.add_schedule')}
        </Button>
        <Button size="small" onClick={onClose}>
          {t('ui.action.cancel')}
        </Button>
      </div>
    </div>
  );
}

function wordsOf({ cron, every, at, workdays }: Timing, t: Translate, locale: Locale): string {
  if (at !== undefined) return formatTime(at, locale, 'minute');
  if (every !== undefined) return t('flows.every_seconds', { count: every });
  const words = cronWords(cron ?? '', t, locale);
  return workdays ? `${words} · ${t('flows.workdays')}` : words;
}
