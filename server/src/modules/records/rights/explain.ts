import type { InputOf } from '@formwork/contract/endpoint.ts';
import { formActions, reachesRows, type FormAction, type PermissionRule } from '@formwork/contract/forms/permission.ts';
import type { AccessExplanation, ExplainedRule, RuleTie } from '@formwork/contract/records/access.ts';
import { allHidden, partOf } from '@formwork/contract/records/part.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import { roles } from '@formwork/contract/roles.ts';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import { spaceQuery } from '../../../platform/db/space-data.ts';
import { queryText } from '../../../platform/db/text-query.ts';
import { needsNoRules, rulesFor, subjectsOf, type Rights } from '../../forms/public.ts';
import {
  belongsTo,
  careOf,
  directoryOf,
  isUnit,
  systemTitles,
  unitName,
  type Directory,
  type DirectoryPerson,
} from '../../organization/public.ts';
import { prepared } from '../plan/columns.ts';
import { grantedMask, maskOf, type Mask } from './mask.ts';
import { openByButtons } from './button-limits.ts';
import { explainButtons } from './explain-buttons.ts';
import { planOf, storedRecord, type FormPlan, type StoredRecord } from '../plan/plan.ts';
import {
  closedBy,
  factsOfRecord,
  hiddenBy,
  reaches,
  ruleAnswer,
  viewerOf,
  type RowFacts,
  type Viewer,
} from './reach.ts';
import { inProcess, recordCan, rightsByRules, rightsFor, type GrantRank } from './rights.ts';

type Grant = AccessExplanation['grants'][number] & { hidden: string[] };

/** Looks at a form, and at one record, through the eyes of a person: what they may do, and each rule that says so. */
export async function explainAccess(
  ctx: Ctx,
  { params, query }: InputOf<typeof recordsApi.explain>,
): Promise<AccessExplanation> {
  const plan = await planOf(ctx, params.formId);
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const person = directory.people.get(query.person);
  if (!person) throw notFound('organization.person.not_found');
  const theirs = { platform: ctx.platform, spaceId: ctx.spaceId, user: person };
  const [subjects, rights, viewer] = [await subjectsOf(theirs), await rightsFor(plan, theirs), await viewerOf(theirs)];
  const record = query.record === undefined ? undefined : await storedIn(ctx, plan, query.record);
  const facts = record && factsOfRecord(record);
  const grants = record ? await grantsOf(ctx, plan, record.id, person.id) : [];
  const answers = (of: Rights) =>
    Object.fromEntries(
      formActions.map((action) => [action, answerTo(action, plan, of, viewer, record, grants)]),
    ) as AccessExplanation['actions'];
  const actions = answers(rights);
  return {
    person: { id: person.id, name: person.name, role: person.role, disabled: person.disabled },
    record: record && facts ? recordView(plan, directory, record, facts) : null,
    administrator: needsNoRules(subjects),
    looksAfter: careOf(directory, await systemTitles(ctx), person.id),
    actions,
    buttons: explainButtons({
      plan,
      directory,
      subjects,
      facts,
      actions,
      byRules: answers(await rightsByRules(plan, theirs)),
    }),
    rules: rulesFor(plan.form.rules, subjects).map((rule): ExplainedRule => {
      const broken = !plan.rules.includes(rule);
      return {
        rule,
        broken,
        from: plan.form.appRules.includes(rule) ? 'app' : 'form',
        tie: tieOf(directory, person, rule),
        ...(facts && !broken
          ? ruleAnswer(plan, rule, facts, viewer)
          : { reaches: facts ? rule.effect === 'refuse' : null, undecided: false }),
      };
    }),
    grants: grants.map(({ hidden: _hidden, ...grant }) => grant),
    fields: fieldsOf(plan, rights, viewer, facts, grants),
  };
}

function answerTo(
  action: FormAction,
  plan: FormPlan,
  rights: Rights,
  viewer: Viewer,
  record: StoredRecord | undefined,
  grants: readonly Grant[],
): 'yes' | 'some' | 'no' {
  const reach = rights[action];
  if (!record || !reachesRows(action)) return reach === null ? 'no' : reach === 'all' ? 'yes' : 'some';
  const facts = factsOfRecord(record);
  const rank = Math.max(
    0,
    ...grants.map(({ level }) => ({ view: 1, monitor: 1, modify: 2, delete: 3 })[level]),
  ) as GrantRank;
  if (action === 'edit' || action === 'delete')
    return recordCan(plan, rights, facts, viewer, rank, record.values._processState)[action] ? 'yes' : 'no';
  return (reaches(plan, reach, facts, viewer) && openByButtons(rights, action, facts, viewer.id)) ||
    (action === 'view' && rank > 0)
    ? 'yes'
    : 'no';
}

/** Of a record as it is; without one, of a record being made. */
function fieldsOf(
  plan: FormPlan,
  rights: Rights,
  viewer: Viewer,
  facts: RowFacts | undefined,
  grants: readonly Grant[],
): AccessExplanation['fields'] {
  const reached = !facts || reaches(plan, rights.view, facts, viewer);
  const hidden: Mask | undefined = !facts
    ? rights.fields?.newHidden
    : reached
      ? hiddenBy(plan, rights, facts, viewer)
      : grantedMask(
          rights,
          maskOf(
            plan,
            grants.map((grant) => grant.hidden),
          ),
        );
  const closed: Mask | undefined = !facts ? rights.fields?.newClosed : closedBy(plan, rights, facts, viewer);
  const keys = new Set([...(hidden ?? []), ...(closed ?? [])]);
  return [...keys].filter(isKey).map((key) => ({ key, access: hidden?.has(key) ? 'hidden' : 'read' }));
}

function tieOf(directory: Directory, person: DirectoryPerson, { subject }: PermissionRule): RuleTie {
  if (isUnit(subject)) return { by: subject.kind, name: unitName(directory, subject) };
  if (subject.kind !== 'role') return { by: subject.kind };
  const account = roles.find((role) => role === subject.id);
  if (account) return { by: 'account', role: account };
  const role = directory.roles.get(subject.id);
  const units = (role?.holders ?? []).filter((holder) => belongsTo(directory, person, holder));
  return {
    by: 'role',
    name: role?.name ?? '',
    through: [
      ...(role?.namedIds.includes(person.id) ? [{ kind: 'named' as const, name: person.name }] : []),
      ...units.map((unit) => ({ kind: unit.kind, name: unitName(directory, unit) })),
    ],
  };
}

async function storedIn(ctx: Ctx, plan: FormPlan, recordId: string): Promise<StoredRecord> {
  const [row] = await queryText(ctx.platform.pool, { ...plan.statements.get, values: [recordId] });
  if (!row) throw notFound('records.record.not_found');
  return storedRecord(plan, row);
}

function recordView(
  plan: FormPlan,
  directory: Directory,
  record: StoredRecord,
  { owner, department }: RowFacts,
): AccessExplanation['record'] {
  return {
    id: record.id,
    title: plan.titleOf(record.values),
    owner: directory.people.get(owner ?? '')?.name ?? null,
    department: directory.departments.get(department ?? '')?.name ?? null,
    inProcess: inProcess(record.values._processState),
  };
}

async function grantsOf(ctx: Ctx, plan: FormPlan, recordId: string, userId: string): Promise<Grant[]> {
  const { rows } = await spaceQuery<{ origin: string; level: Grant['level']; hidden: string[] }>(ctx.platform, {
    ...prepared(
      `select origin, level, hidden from ${plan.schema}.records_grant where record_id = $1 and user_id = $2 order by origin`,
    ),
    values: [recordId, userId],
  });
  return rows.map(({ origin, level, hidden }) => {
    const part = partOf(hidden);
    return {
      origin,
      level,
      hidden,
      hides: [...(maskOf(plan, [hidden]) ?? [])].filter(isKey),
      ...(part && { rows: { table: part.table, count: part.rows.length } }),
    };
  });
}

/** Of a field or slave table, and no sign of a record shown in part. */
function isKey(key: string): boolean {
  return key !== allHidden && !key.includes('#');
}
