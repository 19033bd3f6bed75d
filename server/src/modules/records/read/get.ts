import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { recordsApi } from '@formwork/contract/records/api.ts';
import { rowsShown } from '@formwork/contract/records/part.ts';
import type { FormRecord, HistoryEntry } from '@formwork/contract/records/record.ts';
import type { Ctx } from '../../../platform/context.ts';
import { notFound } from '../../../platform/errors.ts';
import type { JsonText } from '../../../platform/http/http.ts';
import type { Platform } from '../../../platform/platform.ts';
import { spaceQuery, type Statement } from '../../../platform/db/space-data.ts';
import { queryText, type TextRow } from '../../../platform/db/text-query.ts';
import { gathered, type Outcome } from '../../../platform/gathered.ts';
import type { FieldChanges, RowChange } from '../write/changes.ts';
import { prepared, systemColumns } from '../plan/columns.ts';
import { grantedMask, isPart, maskedRow, readGrants, type Mask } from '../rights/mask.ts';
import { formerOptions } from './former-options.ts';
import { planOf, systemStart, valuesJson, type FormPlan } from '../plan/plan.ts';
import { closedBy, factsOfRow, hiddenBy, reaches, viewerOf, type RowFacts } from '../rights/reach.ts';
import { offeredOnRecord } from '../rights/offered.ts';
import { needsGrants, recordCan, rightsFor, type GrantRank } from '../rights/rights.ts';

const statePlace = systemColumns.findIndex(({ id }) => id === '_processState');

/** The answer is written by the plan itself, from text rows: nothing is parsed on the way. */
export async function getRecord(ctx: Ctx, { params }: InputOf<typeof recordsApi.get>): Promise<JsonText> {
  const plan = await planOf(ctx, params.formId);
  const seen = await visibleRow(ctx, plan, params.recordId);
  return { jsonText: recordJson(plan, { ...seen, can: offeredOnRecord(ctx.user, plan.form.appId, seen.can) }) };
}

export async function recordHistory(
  ctx: Ctx,
  { params }: InputOf<typeof recordsApi.history>,
): Promise<ResponseOf<typeof recordsApi.history>> {
  const plan = await planOf(ctx, params.formId);
  const { mask } = await visibleRow(ctx, plan, params.recordId);
  const { rows } = await spaceQuery<{
    id: string;
    kind: HistoryEntry['kind'];
    version: number;
    actor: string | null;
    deputy: string | null;
    rule: string | null;
    at: Date;
    changes: FieldChanges;
    slaves: RowChange[] | null;
  }>(ctx.platform, {
    ...prepared(
      `select id, kind, version, actor, deputy, rule, at, changes, slaves from ${plan.schema}.records_history where record_id = $1 order by id desc limit 500`,
    ),
    values: [params.recordId],
  });
  const listed = (changes: FieldChanges, table = ''): HistoryEntry['changes'] =>
    Object.entries(changes).flatMap(([field, [before, after]]) =>
      mask?.has(table + field) ? [] : { field, before, after },
    );
  const entries = rows.map((row): HistoryEntry => ({
    id: row.id,
    kind: row.kind,
    version: row.version,
    actor: row.actor,
    deputy: row.deputy,
    ...(row.rule !== null && { rule: row.rule }),
    at: row.at.toISOString(),
    changes: listed(row.changes),
    slaves: (row.slaves ?? []).flatMap((change) =>
      mask?.has(change.table) || (mask && rowsShown(mask, change.table)?.has(change.row) === false)
        ? []
        : { ...change, changes: listed(change.changes, `${change.table}.`) },
    ),
  }));
  const former = await formerOptions(ctx, plan, params, entries);
  return { entries, ...(former && { former }) };
}

/** Whether the person may see the record, and not only some rows of it: for comments, its process and whatever else hangs on it. */
export async function canSeeRecord(ctx: Ctx, formId: string, recordId: string): Promise<boolean> {
  return (await seenRow(ctx, formId, recordId)) !== undefined;
}

/** The row of a record the person may see as a whole, and its form's plan; undefined where they may not. */
export async function seenRow(
  ctx: Ctx,
  formId: string,
  recordId: string,
): Promise<{ plan: FormPlan; stored: TextRow } | undefined> {
  try {
    const plan = await planOf(ctx, formId);
    return { plan, stored: (await wholeRow(ctx, plan, recordId)).stored };
  } catch (error) {
    if ((error as { status?: number }).status === 404) return undefined;
    throw error;
  }
}

/** What the person does not see of a record that they see. */
export async function hiddenFrom(ctx: Ctx, formId: string, recordId: string): Promise<string[]> {
  const { mask } = await visibleRow(ctx, await planOf(ctx, formId), recordId);
  return [...(mask ?? [])];
}

/** The same where rules of the form hide it, for saves that go by other rights than the form's. */
export async function hiddenByRules(ctx: Ctx, formId: string, recordId: string): Promise<string[]> {
  const plan = await planOf(ctx, formId);
  return (await rightsFor(plan, ctx)).fields && (await canSeeRecord(ctx, formId, recordId))
    ? hiddenFrom(ctx, formId, recordId)
    : [];
}

/**
 * The stored row as text, when the person may see it; else the same 404 as for a record that does not exist. What is hidden
 * from the person is not in it.
 */
export async function visibleRow(ctx: Seer, plan: FormPlan, recordId: string): Promise<VisibleRow> {
  const rights = await rightsFor(plan, ctx);
  const grants = needsGrants(rights);
  const row = await readersOf(plan)[grants ? 'granted' : 'open']({
    platform: ctx.platform,
    recordId,
    userId: ctx.user.id,
  });
  if (!row) throw notFound('records.record.not_found');
  const viewer = await viewerOf(ctx);
  const facts = factsOfRow(plan, row);
  const { rank, mask: granted } = readGrants(plan, grants ? row.at(-1) : null);
  const reached = reaches(plan, rights.view, facts, viewer);
  if (!reached && rank === 0) throw notFound('records.record.not_found');
  const mask = reached ? hiddenBy(plan, rights, facts, viewer) : grantedMask(rights, granted);
  const can = recordCan(plan, rights, facts, viewer, rank, row[systemStart + plan.own.length + statePlace]);
  return {
    row: maskedRow(plan, row, mask),
    stored: row,
    facts,
    can,
    mask,
    rank,
    closed: can.edit ? closedBy(plan, rights, facts, viewer) : undefined,
  };
}

/** The same for what hangs on the record as a whole: whoever was given some of its rows has no business there. */
export async function wholeRow(ctx: Seer, plan: FormPlan, recordId: string): Promise<VisibleRow> {
  const seen = await visibleRow(ctx, plan, recordId);
  if (isPart(seen.mask)) throw notFound('records.record.not_found');
  return seen;
}

/** Whose eyes: those of a call, or of somebody who is to be told. */
type Seer = Pick<Ctx, 'platform' | 'spaceId'> & { user: Pick<Ctx['user'], 'id' | 'role'> };

interface VisibleRow {
  row: TextRow;
  /** With what is hidden from the person: for those who decide, not for answers. */
  stored: TextRow;
  /** Of the whole row, as rules ask it. */
  facts: RowFacts;
  can: FormRecord['can'];
  mask: Mask | undefined;
  /** What grants on this one record give. */
  rank: GrantRank;
  /** What may be seen and not changed by whoever may change the rest. */
  closed: Mask | undefined;
}

interface Wanted {
  platform: Platform;
  recordId: string;
  userId: string;
}

type Reader = (wanted: Wanted) => Promise<TextRow | undefined>;
const readers = new WeakMap<FormPlan, { open: Reader; granted: Reader }>();

/** Reads of one form which come at the same moment share a statement. */
function readersOf(plan: FormPlan): { open: Reader; granted: Reader } {
  let found = readers.get(plan);
  if (!found) {
    const { get, getMany, getGranted, getManyGranted } = plan.statements;
    found = {
      open: gathered((all) => readRows(all, get, getMany, false)),
      granted: gathered((all) => readRows(all, getGranted, getManyGranted, true)),
    };
    readers.set(plan, found);
  }
  return found;
}

async function readRows(
  all: Wanted[],
  one: Statement,
  many: Statement,
  byPerson: boolean,
): Promise<Outcome<TextRow | undefined>[]> {
  const [first] = all;
  if (!first) return [];
  if (all.length === 1) {
    const rows = await queryText(first.platform.pool, {
      ...one,
      values: byPerson ? [first.recordId, first.userId] : [first.recordId],
    });
    return [{ value: rows[0] }];
  }
  const ids = all.map(({ recordId }) => recordId);
  const rows = await queryText(first.platform.pool, {
    ...many,
    values: byPerson ? [ids, all.map(({ userId }) => userId)] : [ids],
  });
  const found: Outcome<TextRow | undefined>[] = all.map(() => ({ value: undefined }));
  for (const row of rows) found[Number(row.pop()) - 1] = { value: row };
  return found;
}

function recordJson(plan: FormPlan, { row, can, mask, closed }: VisibleRow): string {
  const slaves = plan.slaves.map((slave, index) => {
    const text = row[systemStart + plan.columns.length + index];
    const rows = text ? (JSON.parse(text) as TextRow[]) : [];
    return `"${slave.id}":[${rows.map((texts) => `{"id":"${texts[0]}","values":{${valuesJson(slave.columns, texts, 1)}}}`).join(',')}]`;
  });
  return `{"id":"${row[0]}","version":${row[1]},"values":{${valuesJson(plan.columns, row, systemStart)}},"slaves":{${slaves.join(',')}},"can":${JSON.stringify(can)}${mask ? `,"hidden":${JSON.stringify([...mask])}` : ''}${closed ? `,"readOnly":${JSON.stringify([...closed])}` : ''}}`;
}
