import type { FlowParameter } from '@formwork/contract/etl/flow.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { daysBetween } from '@formwork/etl/flow/walk.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { Alert, Input, Modal } from 'antd';
import { useState } from 'react';
import { Line, TextLine } from '../tasks/inspector/parts.tsx';

const readings = [etlTasksApi.jobs, etlTasksApi.lastRuns];

/** Runs a flow now: for which day, with which parameters. */
export function StartDialog({
  flowId,
  parameters,
  onClose,
}: {
  flowId: string;
  parameters: readonly FlowParameter[];
  onClose: () => void;
}) {
  const t = useT();
  const router = useRouter();
  const [day, setDay] = useState('');
  const [values, setValues] = useState<Record<string, string>>({});
  const start = useCommand(etlTasksApi.startFlow, { refresh: readings });
  const run = async () => {
    const started = await start.run({ params: { flowId }, body: { ...(day !== '' && { day }), parameters: values } });
    if (started) await router.go(pathTo('etlFlowJobs', {}, { run: started.id }));
  };
  return (
    <Modal
      open
      title={t('etltask.run_now')}
      okText={t('etltask.run')}
      confirmLoading={start.pending}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <div className="etl-settings">
        <Line label={t('etltask.job.day')} help={t('etltask.flow.day_help')}>
          <Input
            type="date"
            aria-label={t('etltask.job.day')}
            value={day}
            onChange={({ target }) => setDay(target.value)}
          />
        </Line>
        {parameters.map(({ id, name, value }) => (
          <TextLine
            key={id}
            label={name}
            value={values[name] ?? value}
            onChange={(next) => setValues({ ...values, [name]: next })}
          />
        ))}
        {start.errorText && <Alert type="error" title={start.errorText} />}
      </div>
    </Modal>
  );
}

/** Days of the past, shown before anything begins. */
export function BackfillDialog({ flowId, onClose }: { flowId: string; onClose: () => void }) {
  const t = useT();
  const router = useRouter();
  const [first, setFirst] = useState('');
  const [last, setLast] = useState('');
  const backfill = useCommand(etlTasksApi.backfill, { refresh: readings });
  const days = first !== '' && last !== '' ? daysBetween(first, last) : [];
  const run = async () => {
    const made = await backfill.run({ params: { flowId }, body: { days } });
    if (made) await router.go(pathTo('etlFlowJobs', {}, { definition: flowId }));
  };
  return (
    <Modal
      open
      title={t('etltask.backfill')}
      okText={t('etltask.backfill_days', { count: days.length })}
      okButtonProps={{ disabled: days.length === 0 }}
      confirmLoading={backfill.pending}
      onOk={() => void run()}
      onCancel={onClose}
    >
      <div className="etl-settings">
        <Line label={t('etltask.backfill_first')}>
          <Input
            type="date"
            aria-label={t('etltask.backfill_first')}
            value={first}
            onChange={({ target }) => setFirst(target.value)}
          />
        </Line>
        <Line label={t('etltask.backfill_last')}>
          <Input
            type="date"
            aria-label={t('etltask.backfill_last')}
            value={last}
            onChange={({ target }) => setLast(target.value)}
          />
        </Line>
        <p className="etl-quiet" role="status">
          {days.length === 0
            ? t('etltask.backfill_none')
            : days.slice(0, 40).join(', ') + (days.length > 40 ? ' …' : '')}
        </p>
        {backfill.errorText && <Alert type="error" title={backfill.errorText} />}
      </div>
    </Modal>
  );
}
