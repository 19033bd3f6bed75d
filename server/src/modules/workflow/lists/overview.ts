import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type {
  DayFigures,
  FlowFigures,
  NodeFigures,
  Overview,
  overviewApi,
  PersonFigures,
  WatchedForm,
} from '@formwork/contract/workflow/overview.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { invalid, notFound } from '../../../platform/errors.ts';
import { reader } from '../../../platform/db/space-data.ts';
import { ownsAll } from '../../definitions/public.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { appTitles, formsOf } from '../../forms/public.ts';
import { isAdministrator } from '../commands/subject.ts';
import { personRefs } from '../rights/people.ts';
import { currentRelease, releaseGraph } from '../design/released.ts';
import { prepared } from './rows.ts';

const longestDays = 400;
const mostPeople = 500;
/** A step is called a bottleneck from so much of its flow's time on, where a flow has several. */
const bottleneckShare = 40;

/** The forms whose processes one watches over: all for administrators of the space, else those whose process names one. */
export async function listWatchedForms(ctx: Ctx): Promise<ResponseOf<typeof overviewApi.forms>> {
  const rows = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx.selectFrom('workflow.definition').select('form_id').where('released', 'is not', null).execute(),
  );
  const names = await formsOf(ctx, { ids: rows.map((row) => row.form_id) });
  const apps = await appTitles(ctx);
  const forms = await Promise.all(
    rows.map(async ({ form_id: formId }): Promise<WatchedForm[]> => {
      const name = names.get(formId);
      const release = await currentRelease(ctx, formId);
      const watches = ownsAll(ctx.user) || (release && isAdministrator(ctx, release));
      if (!name || !release || !watches) return [];
      return [{ formId, title: name.title, appId: name.appId, appTitle: apps.get(name.appId) ?? { zh: '' } }];
    }),
  );
  return { forms: forms.flat() };
}

type Query = InputOf<typeof overviewApi.figures>['query'];

export async function getOverview(ctx: Ctx, { query }: { query: Query }): Promise<Overview> {
  const { forms } = await listWatchedForms(ctx);
  const watched = query.formId === undefined ? forms : forms.filter((form) => form.formId === query.formId);
  // What one does not watch over is not there.
  if (watched.length === 0) throw notFound('forms.form.not_found');
  if (Date.parse(query.until) - Date.parse(query.from) > longestDays * 86_400_000)
    throw invalid('platform.invalid_input', [{ path: 'query.from', code: 'input.custom' }]);
  const titles = new Map(watched.map((form) => [form.formId, form.title]));
  const given: Given = { ids: [...titles.keys()], from: query.from, until: query.until };
  const [flows, nodes, people, days] = await Promise.all([
    flowsOf(ctx, given, titles),
    nodesOf(ctx, given, titles),
    peopleOf(ctx, given),
    daysOf(ctx, given),
  ]);
  return { flows, nodes, people, days };
}

interface Given {
  ids: string[];
  from: string;
  until: string;
}

const ms = (span: string) => `extract(epoch from ${span}) * 1000`;

async function flowsOf(ctx: Ctx, given: Given, titles: Map<string, Text>): Promise<FlowFigures[]> {
  const rows = await ask<Omit<FlowFigures, 'formId' | 'title'> & { form_id: string }>(
    ctx,
    given,
    (schema) => `select form_id,
      count(*) filter (where started_at >= $2 and started_at < $3)::int as started,
      count(*) filter (where state = 'finished' and finished_at >= $2 and finished_at < $3)::int as finished,
      count(*) filter (where state = 'invalid' and finished_at >= $2 and finished_at < $3)::int as invalid,
      count(*) filter (where state in ('processing', 'interrupted'))::int as running,
      avg(${ms('finished_at - started_at')}) filter (where state = 'finished' and finished_at >= $2 and finished_at < $3)::float as average,
      percentile_cont(0.5) within group (order by ${ms('finished_at - started_at')}) filter (where state = 'finished' and finished_at >= $2 and finished_at < $3)::float as median
    from ${schema}.workflow_instance where form_id = any($1) group by form_id`,
  );
  return rows
    .map(({ form_id: formId, ...figures }) => ({ formId, title: titles.get(formId)!, ...figures }))
    .toSorted((a, b) => b.started - a.started);
}

type NodeRow = Omit<NodeFigures, 'formId' | 'formTitle' | 'name' | 'oldestOpenAt' | 'share' | 'bottleneck'> & {
  form_id: string;
  oldest: Date | null;
  total: number;
};

async function nodesOf(ctx: Ctx, given: Given, titles: Map<string, Text>): Promise<NodeFigures[]> {
  const inPeriod = 't.closed_at >= $2 and t.closed_at < $3';
  const took = ms('t.closed_at - t.opened_at');
  const open = `t.state = 'open' and i.state = 'processing'`;
  // The step of whoever began is left out: it is done in the moment in which it opens, unless it was returned to.
  const rows = await ask<NodeRow>(
    ctx,
    given,
    (schema) => `select i.form_id, t.node,
      count(*) filter (where t.state = 'completed' and ${inPeriod})::int as completed,
      count(*) filter (where t.state = 'returned' and ${inPeriod})::int as returned,
      avg(${took}) filter (where t.state = 'completed' and ${inPeriod})::float as average,
      percentile_cont(0.5) within group (order by ${took}) filter (where t.state = 'completed' and ${inPeriod})::float as median,
      percentile_cont(0.9) within group (order by ${took}) filter (where t.state = 'completed' and ${inPeriod})::float as p90,
      max(${took}) filter (where t.state = 'completed' and ${inPeriod})::float as longest,
      coalesce(sum(${took}) filter (where ${inPeriod}), 0)::float as total,
      count(*) filter (where ${open})::int as open,
      count(*) filter (where ${open} and t.due_at < now())::int as overdue,
      min(t.opened_at) filter (where ${open}) as oldest
    from ${schema}.workflow_task t join ${schema}.workflow_instance i on i.id = t.instance_id
    where i.form_id = any($1) and (t.state = 'open' or ${inPeriod}) and (t.closed_at is null or t.round > 1 or t.opened_at < t.closed_at) group by i.form_id, t.node`,
  );
  const totals = new Map<string, { time: number; nodes: number }>();
  for (const { form_id: form, total } of rows)
    totals.set(form, { time: (totals.get(form)?.time ?? 0) + total, nodes: (totals.get(form)?.nodes ?? 0) + 1 });
  const names = new Map(
    await Promise.all(
      rows.map(async ({ form_id: formId, node }) => [`${formId} ${node}`, await nameOf(ctx, formId, node)] as const),
    ),
  );
  return rows
    .map(({ form_id: formId, oldest, total, ...figures }): NodeFigures => {
      const flow = totals.get(formId)!;
      const share = flow.time > 0 ? Math.round((1_000 * total) / flow.time) / 10 : 0;
      return {
        formId,
        formTitle: titles.get(formId)!,
        name: names.get(`${formId} ${figures.node}`)!,
        ...figures,
        oldestOpenAt: oldest?.toISOString() ?? null,
        share,
        bottleneck: flow.nodes > 1 && share >= bottleneckShare,
      };
    })
    .toSorted((a, b) => b.share - a.share);
}

/** By the latest release that has the step: what ran through it may be older than the present one. */
async function nameOf(ctx: Ctx, formId: string, node: string): Promise<Text> {
  const current = await currentRelease(ctx, formId);
  for (let number = current?.number ?? 0; number > 0; number -= 1) {
    const name = (number === current?.number ? current.index : await releaseGraph(ctx, formId, number)).nodes.get(
      node,
    )?.name;
    if (name) return name;
  }
  return { zh: node };
}

async function peopleOf(ctx: Ctx, given: Given): Promise<PersonFigures[]> {
  const acted = 'a.acted_at >= $2 and a.acted_at < $3 and not a.auto and a.acted_at > a.received_at';
  const open = `a.state = 'pending' and i.state = 'processing'`;
  const rows = await ask<Omit<PersonFigures, 'person' | 'oldestOpenAt'> & { id: string; oldest: Date | null }>(
    ctx,
    given,
    (schema) => `select a.person as id,
      count(*) filter (where ${acted})::int as handled,
      avg(${ms('a.acted_at - a.received_at')}) filter (where ${acted})::float as average,
      count(*) filter (where ${open})::int as open,
      count(*) filter (where ${open} and t.due_at < now())::int as overdue,
      min(a.received_at) filter (where ${open}) as oldest
    from ${schema}.workflow_actor a join ${schema}.workflow_task t on t.id = a.task join ${schema}.workflow_instance i on i.id = a.instance_id
    where i.form_id = any($1) and (a.state = 'pending' or ${acted}) group by a.person order by open desc, handled desc limit ${mostPeople}`,
  );
  const person = await personRefs(ctx);
  return rows.map(({ id, oldest, ...figures }) => ({
    person: person(id),
    ...figures,
    oldestOpenAt: oldest?.toISOString() ?? null,
  }));
}

async function daysOf(ctx: Ctx, given: Given): Promise<DayFigures[]> {
  const rows = await ask<{ day: string; started: boolean; count: number }>(
    ctx,
    given,
    (schema) => `
    select (started_at at time zone $4)::date::text as day, true as started, count(*)::int as count from ${schema}.workflow_instance where form_id = any($1) and started_at >= $2 and started_at < $3 group by 1
    union all
    select (finished_at at time zone $4)::date::text, false, count(*)::int from ${schema}.workflow_instance where form_id = any($1) and state = 'finished' and finished_at >= $2 and finished_at < $3 group by 1`,
    [zoneOf(ctx.platform, ctx.spaceId)],
  );
  const days = new Map<string, DayFigures>();
  for (const { day, started, count } of rows) {
    const figures = days.get(day) ?? { day, started: 0, finished: 0 };
    figures[started ? 'started' : 'finished'] += count;
    days.set(day, figures);
  }
  return [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1));
}

async function ask<Row>(
  ctx: Ctx,
  { ids, from, until }: Given,
  text: (schema: string) => string,
  more: readonly unknown[] = [],
): Promise<Row[]> {
  const tx = reader(ctx);
  return (await tx.query<Row>({ ...prepared(text(tx.schema)), values: [ids, from, until, ...more] })).rows;
}
