import { DeleteOutlined, PauseOutlined, CaretRightOutlined } from '@ant-design/icons';
import { flowKind } from '@formwork/contract/orchestration/flow-kind.ts';
import { schedulesApi } from '@formwork/contract/schedules/api.ts';
import { formatTime } from '@formwork/ui/format/time-format.ts';
import { q } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Checkbox, Input, Select } from 'antd';
import { useState } from 'react';

/** When the flow runs by the clock; in force at once, whatever is released. */
export function Schedules({ flow }: { flow: string }) {
  const t = useT();
  const locale = useLocale();
  const at = { query: { ofKind: flowKind.kind, ofId: flow } };
  const { data } = useQuery(q(schedulesApi.list, at));
  const refresh = [schedulesApi.list];
  const create = useCommand(schedulesApi.create, { refresh });
  const pause = useCommand(schedulesApi.pause, { refresh });
  const remove = useCommand(schedulesApi.remove, { refresh });
  const [cron, setCron] = useState('');
  const [workdays, setWorkdays] = useState(false);
  const [missed, setMissed] = useState<'once' | 'skip' | 'all'>('once');
  const add = async () => {
    const timing = { cron, workdays, overlap: 'skip' as const, missed };
    if (await create.run({ body: { ...at.query, timing } })) setCron('');
  };
  return (
    <div className="flow-rows">
      {data?.map(({ id, timing, nextAt, paused }) => (
        <div key={id} className="flow-row">
          <span className="flow-grow">
            <code>{timing.cron ?? timing.every ?? timing.at}</code>
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
      <div className="flow-row">
        <Input
          aria-label={t('flows.cron')}
          placeholder={t('flows.cron_example')}
          value={cron}
          onChange={({ target }) => setCron(target.value)}
        />
        <Select
          className="flow-grow"
          aria-label={t('flows.missed')}
          value={missed}
          options={(['once', 'skip', 'all'] as const).map((value) => ({ value, label: t(`flows.missed_${value}`) }))}
          onChange={setMissed}
        />
      </div>
      <div className="flow-row">
        <Checkbox className="flow-grow" checked={workdays} onChange={({ target }) => setWorkdays(target.checked)}>
          {t('flows.workdays')}
        </Checkbox>
        <Button
          size="small"
          type="dashed"
          disabled={cron.trim() === ''}
          loading={create.pending}
          onClick={() => void add()}
        >
          {t('flows.add_schedule')}
        </Button>
      </div>
      {create.errorText !== undefined && <p className="flow-wrong">{create.errorText}</p>}
    </div>
  );
}
