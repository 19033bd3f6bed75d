import { definitionsApi, type Definition } from '@formwork/contract/definitions/api.ts';
import type { EtlFlow } from '@formwork/contract/etl/flow.ts';
import { etlTasksApi, mostDays } from '@formwork/contract/etl/task-api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { daysBetween, daysCount } from '@formwork/etl/flow/walk.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Alert, Input, Modal } from 'antd';
import { useState } from 'react';
import { Line } from '../tasks/inspector/parts.tsx';
import { ParameterInput } from './ParameterRows.tsx';

const readings = [etlTasksApi.jobs, etlTasksApi.lastRuns];

/** Days of the past, shown before anything begins. */
export function BackfillDialog({ flow, onClose }: { flow: Pick<Definition, 'id' | 'released'>; onClose: () => void }) {
  const t = useT();
  const router = useRouter();
  const [first, setFirst] = useState('');
  const [last, setLast] = useState('');
  const backfill = useCommand(etlTasksApi.backfill, { refresh: readings });
  const { parameters, fields, given } = useParameterFields(flow);
  const count = first !== '' && last !== '' ? daysCount(first, last) : 0;
  const isTooMany = count > mostDays;
  const days = isTooMany ? [] : daysBetween(first, last);
  const run = async () => {
    const made = await backfill.run({ params: { flowId: flow.id }, body: { days, parameters: given } });
    if (made) await router.go(pathTo('etlFlowJobs', {}, { definition: flow.id }));
  };
  return (
    <Modal
      open
      title={t('etltask.backfill')}
      okText={t('etltask.backfill_days', { count })}
      okButtonProps={{ disabled: days.length === 0 || !parameters.data }}
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
        {fields}
        {isTooMany ? (
          <Alert type="error" title={t('etltask.backfill_over', { count, most: mostDays })} />
        ) : (
          <p className="etl-quiet" role="status">
            {count === 0
              ? t(first !== '' && last !== '' ? 'etltask.backfill_backwards' : 'etltask.backfill_none')
              : t('etltask.backfill_shown', { count, days: shownDays(days) })}
          </p>
        )}
        {backfill.errorText && <Alert type="error" title={backfill.errorText} />}
      </div>
    </Modal>
  );
}

const shownFirst = 40;

/** Of many the first ones and the last: which are between is plain. */
function shownDays(days: readonly string[]): string {
  if (days.length <= shownFirst) return days.join(', ');
  return `${days.slice(0, shownFirst - 1).join(', ')} … ${days.at(-1)}`;
}

/** What the flow that runs asks for: the release in force, and not what is drawn meanwhile. */
function useParameterFields({ id, released }: Pick<Definition, 'id' | 'released'>) {
  const t = useT();
  const [values, setValues] = useState<Record<string, string>>({});
  const release = useQuery({
    ...q(definitionsApi.getRelease, { params: { kind: 'etl_flow', id, number: released ?? 0 }, query: {} }),
    enabled: released !== null,
  });
  const globals = useQuery(q(etlTasksApi.parameters));
  const parameters = (release.data?.body as EtlFlow | undefined)?.parameters ?? [];
  const fields = !release.data ? (
    <Unread of={[release]} small skeleton={<SkeletonRows rows={1} columns={1} />} />
  ) : (
    parameters.map(({ id: key, name, type, value }) => (
      <Line key={key} label={name}>
        <ParameterInput
          label={name}
          type={type}
          value={values[name] ?? value}
          placeholder={globals.data?.find((one) => one.name === name)?.value || t('etltask.flow.parameter_value')}
          onChange={(next) => setValues({ ...values, [name]: next })}
        />
      </Line>
    ))
  );
  // what was left as it is, or blank, stays what the flow or the enterprise says
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ''));
  return { parameters: release, fields, given };
}
