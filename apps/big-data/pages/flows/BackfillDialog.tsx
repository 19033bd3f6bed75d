import { backfillRules, type EtlParameter } from '@formwork/contract/etl/parameter.ts';
import { etlTasksApi, mostDays } from '@formwork/contract/etl/task-api.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { daysBetween, daysCount } from '@formwork/etl/flow/walk.ts';
import { FormDialog } from '@formwork/web/form/FormDialog.tsx';
import { useFormValues } from '@formwork/web/form/form-state.ts';
import { DayInput } from '@formwork/web/form/inputs/DayInput.tsx';
import { useSave } from '@formwork/web/form/use-save.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import {
  AskedParameters,
  Asking,
  givenOf,
  parameterFields,
  type Known,
  type ParameterFields,
  type Started,
} from './asked-parameters.tsx';

const readings = [etlTasksApi.jobs, etlTasksApi.lastRuns];

/** Days of the past, shown before anything begins. */
export function BackfillDialog({ flow, onClose }: { flow: Started; onClose: () => void }) {
  const t = useT();
  return (
    <Asking title={t('etltask.backfill')} kind="etl_flow" of={flow} onClose={onClose}>
      {(parameters, known) => <Form {...{ flow, parameters, known, onClose }} />}
    </Asking>
  );
}

interface Values extends ParameterFields {
  first: string | null;
  last: string | null;
}

function Form({
  flow,
  parameters,
  known,
  onClose,
}: {
  flow: Started;
  parameters: readonly EtlParameter[];
  known: Known;
  onClose: () => void;
}) {
  const t = useT();
  const router = useRouter();
  const backfill = useSave(etlTasksApi.backfill, {
    params: { flowId: flow.id },
    refresh: readings,
    onDone: () => void router.go(pathTo('etlFlowJobs', {}, { definition: flow.id })),
  });
  const initial: Values = { first: null, last: null, ...parameterFields(parameters) };
  return (
    <FormDialog
      title={t('etltask.backfill')}
      okText={t('etltask.run')}
      rules={backfillRules(parameters, new Set(known.keys()), mostDays)}
      initial={initial}
      toBody={(values) => ({ days: daysOf(values), parameters: givenOf(parameters, values) })}
      command={backfill}
      onClose={onClose}
    >
      <Days />
      <AskedParameters {...{ parameters, known }} />
    </FormDialog>
  );
}

function Days() {
  const t = useT();
  const values = useFormValues<Values>();
  const count = countOf(values);
  const isOver = count > mostDays;
  const isBackwards = count === 0 && Boolean(values.first && values.last);
  const wrong = isOver
    ? t('etltask.backfill_over', { count, most: mostDays })
    : t(isBackwards ? 'etltask.backfill_backwards' : 'etltask.backfill_none');
  const shown = count === 0 || isOver ? wrong : t('etltask.backfill_shown', { count, days: shownDays(daysOf(values)) });
  return (
    <>
      <DayInput name="first" label={t('etltask.backfill_first')} />
      <DayInput
        name="last"
        path="days"
        label={t('etltask.backfill_last')}
        wrong={wrong}
        help={<span role="status">{shown}</span>}
      />
    </>
  );
}

function countOf({ first, last }: Values): number {
  return first && last ? daysCount(first, last) : 0;
}

/** One more than are run at once says that they are too many. */
function daysOf({ first, last }: Values): string[] {
  return first && last ? daysBetween(first, last, mostDays + 1) : [];
}

const shownFirst = 40;

/** Of many the first ones and the last: which are between is plain. */
function shownDays(days: readonly string[]): string {
  if (days.length <= shownFirst) return days.join(', ');
  return `${days.slice(0, shownFirst - 1).join(', ')} … ${days.at(-1)}`;
}
