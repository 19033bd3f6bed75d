import { startRules, type EtlParameter } from '@formwork/contract/etl/parameter.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { DayInput } from '@formwork/web/form/inputs/DayInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { queryClient } from '@formwork/web/http/query.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { useState } from 'react';
import {
  AskedParameters,
  Asking,
  givenOf,
  parameterFields,
  parametersOf,
  releaseOf,
  type ParameterFields,
  type Started,
  type StartedKind,
} from './asked-parameters.tsx';

const readings = [etlTasksApi.jobs, etlTasksApi.lastRuns];

/** Runs a task at once, or asks for what it has to be given first. */
export function useTaskStart() {
  const router = useRouter();
  const [asked, setAsked] = useState<Started>();
  const [reading, setReading] = useState(false);
  const run = useCommand(etlTasksApi.run, { refresh: readings });
  const start = async (task: Started) => {
    setReading(true);
    const release = await queryClient.fetchQuery(releaseOf('etl_task', task)).catch(() => undefined);
    setReading(false);
    // a release that was not read is read, and what is wrong is said, where it is asked for
    if (!release || parametersOf(release.body).length > 0) return setAsked(task);
    const started = await run.run({ params: { taskId: task.id }, body: {} });
    if (started) await router.go(pathTo('etlTaskJobs', {}, { run: started.id }));
  };
  return {
    start,
    pending: reading || run.pending,
    dialog: asked && <StartDialog kind="etl_task" of={asked} onClose={() => setAsked(undefined)} />,
  };
}

/** Runs a task or a flow now: for which day, with which parameters. */
export function StartDialog({ kind, of, onClose }: { kind: StartedKind; of: Started; onClose: () => void }) {
  const t = useT();
  return (
    <Asking title={t('etltask.run_now')} {...{ kind, of, onClose }}>
      {(parameters, known) => <Form {...{ kind, of, parameters, known, onClose }} />}
    </Asking>
  );
}

interface Values extends ParameterFields {
  day: string | null;
}

function Form({
  kind,
  of,
  parameters,
  known,
  onClose,
}: {
  kind: StartedKind;
  of: Started;
  parameters: readonly EtlParameter[];
  known: ReadonlyMap<string, string>;
  onClose: () => void;
}) {
  const t = useT();
  const router = useRouter();
  const isTask = kind === 'etl_task';
  const onDone = ({ id }: { id: string }) =>
    void router.go(pathTo(isTask ? 'etlTaskJobs' : 'etlFlowJobs', {}, { run: id }));
  const task = useSave(etlTasksApi.run, { params: { taskId: of.id }, refresh: readings, onDone });
  const flow = useSave(etlTasksApi.startFlow, { params: { flowId: of.id }, refresh: readings, onDone });
  const initial: Values = { day: null, ...parameterFields(parameters) };
  return (
    <FormDialog
      title={t('etltask.run_now')}
      okText={t('etltask.run')}
      rules={startRules(parameters, new Set(known.keys()))}
      initial={initial}
      toBody={(values) => ({ ...(values.day && { day: values.day }), parameters: givenOf(parameters, values) })}
      command={isTask ? task : flow}
      onClose={onClose}
    >
      <DayInput name="day" label={t('etltask.job.day')} help={t('etltask.flow.day_help')} />
      <AskedParameters {...{ parameters, known }} />
    </FormDialog>
  );
}
