import { definitionsApi, type Definition } from '@formwork/contract/definitions/api.ts';
import { startRules, type EtlParameter, type ParameterValues } from '@formwork/contract/etl/parameter.ts';
import { etlTasksApi } from '@formwork/contract/etl/task-api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { useFormValues } from '@formwork/web/form/form-state.ts';
import { DayInput } from '@formwork/web/form/inputs/DayInput.tsx';
import { TextInput } from '@formwork/web/form/inputs/TextInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { q, queryClient } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { useQuery } from '@tanstack/react-query';
import { Modal } from 'antd';
import { useState } from 'react';

type Started = Pick<Definition, 'id' | 'released'>;
type Kind = 'etl_task' | 'etl_flow';

const readings = [etlTasksApi.jobs, etlTasksApi.lastRuns];

/** What is drawn may be another thing by now: the release that runs says what it asks for. */
const releaseOf = (kind: Kind, { id, released }: Started) =>
  q(definitionsApi.getRelease, { params: { kind, id, number: released ?? 0 }, query: {} });

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
export function StartDialog({ kind, of, onClose }: { kind: Kind; of: Started; onClose: () => void }) {
  const t = useT();
  const release = useQuery(releaseOf(kind, of));
  const globals = useQuery(q(etlTasksApi.parameters));
  if (!release.data || !globals.data)
    return (
      <Modal open title={t('etltask.run_now')} footer={null} onCancel={onClose}>
        <Unread of={[release, globals]} small skeleton={<SkeletonRows rows={2} columns={1} />} />
      </Modal>
    );
  const known = new Map(globals.data.filter(({ value }) => value !== '').map(({ name, value }) => [name, value]));
  return <Form {...{ kind, of, known, onClose }} parameters={parametersOf(release.data.body)} />;
}

const parametersOf = (body: unknown): readonly EtlParameter[] =>
  (body as { parameters?: EtlParameter[] }).parameters ?? [];

interface Values {
  day: string | null;
  [parameter: `of ${string}`]: string | null;
}

function Form({
  kind,
  of,
  parameters,
  known,
  onClose,
}: {
  kind: Kind;
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
  const initial: Values = {
    day: null,
    ...Object.fromEntries(parameters.map(({ name, value }) => [`of ${name}`, value])),
  };
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
      {parameters.map((parameter) => (
        <Asked key={parameter.id} of={parameter} fallback={known.get(parameter.name)} />
      ))}
    </FormDialog>
  );
}

/** What was left as it is stays what the task says, or the enterprise. */
function givenOf(parameters: readonly EtlParameter[], values: Values): ParameterValues {
  return Object.fromEntries(
    parameters.flatMap(({ name, value }) => {
      const given = values[`of ${name}`] ?? '';
      return given === value ? [] : [[name, given]];
    }),
  );
}

function Asked({ of: { name, type, value }, fallback }: { of: EtlParameter; fallback: string | undefined }) {
  const t = useT();
  const isBlank = !useFormValues<Values>()[`of ${name}`]?.trim();
  const field = {
    name: `of ${name}`,
    path: `parameters.${name}`,
    label: name,
    help: t(`etltask.start.${type}`),
    ...(!isBlank && { wrong: t(`etltask.start.no_${type}`) }),
  };
  if (type === 'date') return <DayInput {...field} />;
  return <TextInput {...field} {...(value === '' && fallback !== undefined && { placeholder: fallback })} />;
}
