import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import { includesLevel, levelsUpTo } from '@formwork/contract/definitions/level.ts';
import { isSystemField, systemFields } from '@formwork/contract/forms/system-fields.ts';
import type { FormStart } from '@formwork/contract/records/api.ts';
import type { rulesApi, RuleRow } from '@formwork/contract/rules/api.ts';
import { emptyRule, type RuleDocument } from '@formwork/contract/rules/document.ts';
import type { TxCtx, Ctx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { offered } from '../../platform/actions.ts';
import { definitionsSeen, releasedOf } from '../definitions/public.ts';
import { formsOf, releasedFormIds } from '../forms/public.ts';
import { planOf, rightsFor } from '../records/public.ts';
import { processSteps } from '../workflow/public.ts';
import { factsOf, formOrNone, ownActions, typeText } from './facts.ts';
import { rulesOf } from './live.ts';
import { mayBindAll } from './rule-kind.ts';

type Input<K extends keyof typeof rulesApi> = InputOf<(typeof rulesApi)[K]>;

/** Every rule that one may see, in the release in force, with how often it held and failed. */
export async function listRules(ctx: TxCtx, { query }: Input<'list'>): Promise<ResponseOf<typeof rulesApi.list>> {
  const { rows: seen, mayCreate } = await definitionsSeen<RuleDocument>(ctx, 'rule');
  const search = query.search?.trim().toLowerCase() ?? '';
  const shown = seen.filter(
    ({ row }) => search === '' || `${row.name.zh} ${row.name.en ?? ''}`.toLowerCase().includes(search),
  );
  const rows = await Promise.all(
    shown.map(async ({ row, level, draft }): Promise<Omit<RuleRow, keyof typeof noCounts>> => {
      const released =
        row.released === null ? undefined : await releasedOf<RuleDocument>(ctx.platform, ctx.spaceId, 'rule', row.id);
      const { rule } = released?.body ?? draft;
      return {
        id: row.id,
        name: row.name,
        released: row.released,
        enabled: row.enabled,
        offBecause: row.off_because,
        at: rule.at,
        runsAs: rule.runsAs,
        starts: rule.starts,
        author: released?.releasedBy ?? row.created_by,
        can: levelsUpTo(level),
      };
    }),
  );
  return { rows: rows.map((row) => ({ ...row, ...noCounts })), mayCreate };
}

const noCounts = { judged: 0, held: 0, failed: 0, undecided: 0, lastHeld: null as string | null };

/** The same with the counts of the space's own data, which no transaction of the control plane waits for. */
export async function listWithCounts(ctx: Ctx, input: Input<'list'>): Promise<ResponseOf<typeof rulesApi.list>> {
  const listed = await inControl(ctx.platform.control, ctx.spaceId, (tx) => listRules({ ...ctx, tx }, input));
  const ids = listed.rows.map(({ id }) => id);
  const schema = spaceSchema(ctx.spaceId);
  const [counts, last] = await Promise.all([
    spaceQuery<{ rule: string; judged: string; held: string; failed: string; undecided: string }>(ctx.platform, {
      text: `select rule, sum(judged) as judged, sum(held) as held, sum(failed) as failed, sum(undecided) as undecided from ${schema}.rules_count where rule = any($1) and hour > $2 group by rule`,
      values: [ids, new Date(Date.now() - 30 * 86_400_000)],
    }),
    spaceQuery<{ rule: string; at: Date }>(ctx.platform, {
      text: `select r.rule, t.at from unnest($1::text[]) as r (rule), lateral (select at from ${schema}.rules_trace where rule = r.rule order by id desc limit 1) t`,
      values: [ids],
    }),
  ]);
  const countOf = new Map(counts.rows.map((row) => [row.rule, row]));
  const lastOf = new Map(last.rows.map(({ rule, at }) => [rule, at.toISOString()]));
  return {
    ...listed,
    rows: listed.rows.map((row) => {
      const found = countOf.get(row.id);
      return {
        ...row,
        judged: Number(found?.judged ?? 0),
        held: Number(found?.held ?? 0),
        failed: Number(found?.failed ?? 0),
        undecided: Number(found?.undecided ?? 0),
        lastHeld: lastOf.get(row.id) ?? null,
      };
    }),
  };
}

/** What the caller may have a rule name: forms they see, and of one its fields as far as they see them. */
export async function ruleFacts(ctx: Ctx, { query }: Input<'facts'>): Promise<ResponseOf<typeof rulesApi.facts>> {
  const { platform, spaceId } = ctx;
  const names = await formsOf(ctx, { ids: await releasedFormIds(platform, spaceId) });
  const visible = await Promise.all(
    [...names.values()].map(async (form) => ((await seesForm(ctx, form.id)) ? [form] : [])),
  );
  const forms = visible.flat().map(({ id, title, appTitle }) => ({ id, title, app: appTitle }));
  const form = forms.find(({ id }) => id === query.form)?.id;
  const fields = form === undefined ? [] : await fieldsOf(ctx, form);
  const named = (kind: string) =>
    inControl(platform.control, spaceId, async (tx) =>
      (await definitionsSeen({ ...ctx, tx }, kind)).rows.flatMap(({ row, level }) =>
        row.released !== null && includesLevel(level, 'use') ? [{ id: row.id, name: row.name }] : [],
      ),
    );
  return {
    forms,
    fields,
    steps: form === undefined ? [] : await processSteps(ctx, form),
    actions: [
      ...ownActions.map((name) => ({ name, title: ownTitles[name], effect: 'space' as const, inputs: [] })),
      ...offered(platform)
        .actions.filter(({ name }) => !name.startsWith('records.'))
        .map(({ name, title, effect, input }) => ({
          name,
          title,
          effect,
          inputs: Object.keys((input.properties as Record<string, unknown> | undefined) ?? {}),
        })),
    ],
    rules: await named('rule'),
    scripts: await named('rule_script'),
    mayBind: mayBindAll(ctx),
  };
}

const ownTitles = {
  'records.create': { zh: '新建记录', en: 'Create a record' },
  'records.update': { zh: '修改记录', en: 'Change records' },
  'records.delete': { zh: '删除记录', en: 'Delete records' },
};

async function seesForm(ctx: Ctx, formId: string): Promise<boolean> {
  try {
    const rights = await rightsFor(await planOf(ctx, formId), ctx);
    return rights.view !== null || rights.create !== null;
  } catch {
    return false;
  }
}

async function fieldsOf(ctx: Ctx, formId: string): Promise<ResponseOf<typeof rulesApi.facts>['fields']> {
  const form = await formOrNone(ctx, formId);
  if (!form) return [];
  const plan = await planOf(ctx, formId);
  const { fields } = await rightsFor(plan, ctx);
  const hidden = fields?.newHidden ?? new Set<string>();
  const { types, writable } = await factsOf(ctx, { ...emptyRule().rule, starts: [{ on: 'created', form: formId }] });
  const titles = new Map([
    ...form.definition.fields.map((field) => [field.id, field.title] as const),
    ...form.definition.tables.map((table) => [table.id, table.title] as const),
  ]);
  return Object.entries(types).flatMap(([id, type]) => {
    if (hidden.has(id)) return [];
    const field = form.definition.fields.find((one) => one.id === id);
    return [
      {
        id,
        title: titles.get(id) ?? (isSystemField(id) ? systemFields[id].title : { zh: id }),
        type: typeText(type),
        writable: writable?.has(id) ?? false,
        ...(field?.type === 'relation' && { form: field.config.form }),
      },
    ];
  });
}

/** Rules that begin by a button on records of a form. */
export async function ruleButtons(where: Pick<Ctx, 'platform' | 'spaceId'>, formId: string): Promise<FormStart[]> {
  const index = await rulesOf(where);
  return (index.byForm.get(formId) ?? []).flatMap((live) =>
    live.rule.starts.flatMap((start): FormStart[] =>
      start.on === 'button' && start.form === formId
        ? [{ kind: 'rule', id: live.id, title: start.button === '' ? live.name : { zh: start.button } }]
        : [],
    ),
  );
}
