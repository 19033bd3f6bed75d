import { afterWork } from '@formwork/contract/enterprise/work-time.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { workflowApi } from '@formwork/contract/workflow/api.ts';
import { isEmptyValue } from '@formwork/contract/forms/values/value.ts';
import { compileLogic } from '@formwork/contract/records/logic.ts';
import { holds, readsOf } from '@formwork/process/conditions.ts';
import { indexGraph } from '@formwork/process/graph-index.ts';
import { problems } from '@formwork/process/problems.ts';
import { simulate } from '@formwork/process/simulate.ts';
import type { Ctx } from '../../../platform/context.ts';
import { refuse } from '../../../platform/errors.ts';
import { compileFeel, releasedForm } from '../../forms/public.ts';
import { directoryOf } from '../../organization/public.ts';
import { calendarOf } from '../automatic/calendar.ts';
import { momentOf } from '../commands/engine.ts';
import { formFacts, otherForms } from './form-facts.ts';
import { answersFrom, peopleOf, personRefs } from '../rights/people.ts';

/** Plays the drawn process with these values, and says who would get it and why. Nothing is stored. */
export async function simulateProcess(
  ctx: Ctx,
  { params, body }: InputOf<typeof workflowApi.simulate>,
): Promise<ResponseOf<typeof workflowApi.simulate>> {
  const { definition } = await releasedForm(ctx, params.formId);
  const found = problems(body.graph, formFacts(definition, await otherForms(ctx, body.graph)));
  if (found.length > 0) throw refuse('workflow.definition.has_problems', { problems: found });
  const index = indexGraph(body.graph);
  const workTime = await calendarOf(ctx, index);
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  // formulas follow from the values, unless one was given itself
  const worked = {
    values: { ...body.values },
    slaves: Object.fromEntries(
      definition.tables.map(({ id }) => [
        id,
        (body.slaves?.[id] ?? []).map(({ values }) => ({ values: { ...values } })),
      ]),
    ),
  };
  compileLogic(definition, compileFeel).compute(worked, {
    userId: body.initiator,
    now: new Date(),
    timeZone: workTime.timeZone,
  });
  const given = Object.entries(body.values).filter(([, value]) => !isEmptyValue(value));
  const record = { ...worked, values: { _owner: [body.initiator], ...worked.values, ...Object.fromEntries(given) } };
  const result = simulate(index, {
    initiator: body.initiator,
    choices: { executors: body.executors, edges: body.edges },
    now: new Date().toISOString(),
    people: answersFrom(directory),
    world: {
      reads: (edge, by) =>
        readsOf(definition, index.edges.get(edge)?.condition ?? '', {
          ...record,
          ...peopleOf(directory, body.initiator, by || body.initiator),
          timeZone: workTime.timeZone,
        }),
      decide: (edge, by) =>
        holds(definition, index.edges.get(edge)?.condition ?? '', {
          ...record,
          ...peopleOf(directory, body.initiator, by || body.initiator),
          timeZone: workTime.timeZone,
        }),
      members: (field) =>
        [(record.values as Record<string, unknown>)[field] ?? []]
          .flat()
          .filter((id): id is string => typeof id === 'string'),
      moment: (field) => momentOf((record.values as Record<string, unknown>)[field], workTime.timeZone),
      after(now, { minutes, working }) {
        const plain = new Date(Date.parse(now) + minutes * 60_000);
        return (working ? (afterWork(workTime, new Date(now), minutes) ?? plain) : plain).toISOString();
      },
    },
  });
  const person = await personRefs(ctx);
  const named = new Set(
    result.steps.flatMap((step) =>
      [step.by ?? [], step.trace.flatMap((one) => (one.kind === 'people' ? one.persons : []))].flat(),
    ),
  );
  return { ...result, people: [...named].map(person) };
}
