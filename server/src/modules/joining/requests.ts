import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { JoinRequest, joiningApi, OwnJoinRequest } from '@formwork/contract/joining/api.ts';
import { sql, type Selectable } from 'kysely';
import type { Ctx, TxCtx, VisitorCtx, VisitorTxCtx } from '../../platform/context.ts';
import { asAccount, inControl } from '../../platform/db/db.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import type { RightsSubject } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { isMember, spaceNames } from '../identity/public.ts';
import {
  administered,
  requireMainDepartment,
  requireMayPlace,
  type Administered,
  type Directory,
} from '../organization/public.ts';
import { enterpriseOf } from './enterprises.ts';
import { inDepartments } from './in-departments.ts';
import { letIn, newcomerIsIn, newcomerOf, requireFewTries, type Newcomer } from './newcomers.ts';
import { exactTime, pageOf, readCursor } from '../../platform/db/paging.ts';
import type { RequestTable } from './tables.ts';

type Input<Name extends keyof typeof joiningApi> = InputOf<(typeof joiningApi)[Name]>;
type Row = Selectable<RequestTable>;

export async function requestToJoin(ctx: VisitorCtx, { body }: Input<'requestToJoin'>): Promise<{ id: string }> {
  await requireFewTries(ctx);
  const enterprise = await enterpriseOf(ctx.platform, body.creditCode);
  const newcomer = await newcomerOf(ctx, body.person);
  return inControl(ctx.platform.control, enterprise.id, (tx) =>
    ask({ ...ctx, spaceId: enterprise.id, tx }, newcomer, { message: body.message }),
  );
}

/** Writes a request down in the space of the transaction; a second one while the first waits is refused by the database. */
export async function ask(
  ctx: VisitorTxCtx,
  newcomer: Newcomer,
  { message, role, departmentId }: { message: string; role?: RequestTable['role']; departmentId?: string | null },
): Promise<{ id: string }> {
  if (newcomer.accountId !== null && (await isMember(ctx.tx, ctx.spaceId, newcomer.accountId)))
    throw conflict('joining.member_already');
  const id = newId();
  const { accountId, name, login } = newcomer;
  const made =
    newcomer.accountId === null
      ? { password_hash: newcomer.passwordHash, contact_kind: newcomer.contact.kind, contact: newcomer.contact.target }
      : { password_hash: null, contact_kind: null, contact: null };
  await ctx.tx
    .insertInto('joining.request')
    .values({
      space_id: ctx.spaceId,
      id,
      account_id: accountId,
      name,
      login,
      ...made,
      message,
      role: role ?? null,
      department_id: departmentId ?? null,
      decided_at: null,
      decided_by: null,
    })
    .execute();
  await record(ctx, 'joining.request.made', { id, name, login, departmentId: departmentId ?? null });
  return { id };
}

export async function ownRequests(ctx: Ctx): Promise<OwnJoinRequest[]> {
  const rows = await asAccount(ctx.platform.control, ctx.user.id, (tx) =>
    tx
      .selectFrom('joining.request')
      .selectAll()
      .where('account_id', '=', ctx.user.id)
      .orderBy('asked_at', 'desc')
      .limit(100)
      .execute(),
  );
  const names = await spaceNames(
    ctx.platform,
    rows.map((row) => row.space_id),
  );
  return rows.map((row) => ({ ...baseOf(row), enterprise: names.get(row.space_id) ?? '' }));
}

export async function listRequests(
  ctx: Ctx,
  { query }: Input<'listRequests'>,
): Promise<{ rows: JoinRequest[]; next: string | null }> {
  const after = readCursor(query.after);
  const care = await administered(ctx, 'registrations');
  const directory = care.part;
  const found = await inControl(ctx.platform.control, ctx.spaceId, (tx) => {
    let rows = tx
      .selectFrom('joining.request')
      .selectAll()
      .select(sql<string>`${sql.raw(exactTime('asked_at'))}`.as('at'))
      .orderBy('asked_at', 'desc')
      .orderBy('id', 'desc')
      .limit(query.limit + 1);
    if (care.delegate) rows = rows.where(inDepartments(care));
    if (query.state) rows = rows.where('state', '=', query.state);
    if (after) rows = rows.where(sql<boolean>`(asked_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
    return rows.execute();
  });
  const { shown, next } = pageOf(found, query.limit);
  return { rows: shown.map((row) => viewOf(row, directory)), next };
}

export async function countRequests(ctx: Ctx): Promise<{ waiting: number }> {
  const care = await administered(ctx, 'registrations');
  const row = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx
      .selectFrom('joining.request')
      .select(sql<number>`count(*)::int`.as('waiting'))
      .where('state', '=', 'waiting')
      .$if(care.delegate !== undefined, (query) => query.where(inDepartments(care)))
      .executeTakeFirstOrThrow(),
  );
  return { waiting: row.waiting };
}

export async function acceptRequest(ctx: Ctx, { params, body }: Input<'acceptRequest'>): Promise<JoinRequest> {
  const care = await administered(ctx, 'registrations');
  const directory = care.part;
  requireMainDepartment(directory, body.departmentId);
  const row = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const inTx: TxCtx = { ...ctx, tx };
    const asked = await waiting(inTx, params.requestId, care);
    const departmentId = body.departmentId === undefined ? asked.department_id : body.departmentId;
    requireMayPlace(care, { role: body.role, departmentId });
    const account = await letIn(inTx, newcomerIn(asked), { role: body.role, departmentId, directory });
    // The hash is the account's from now on.
    return decide(inTx, asked, {
      state: 'accepted',
      role: body.role,
      department_id: departmentId,
      account_id: account,
      password_hash: null,
    });
  });
  if (row.account_id !== null) newcomerIsIn(ctx.platform, ctx.spaceId, row.account_id);
  return viewOf(row, directory);
}

export async function refuseRequest(ctx: Ctx, { params, body }: Input<'refuseRequest'>): Promise<JoinRequest> {
  const care = await administered(ctx, 'registrations');
  const directory = care.part;
  const row = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const inTx: TxCtx = { ...ctx, tx };
    return decide(inTx, await waiting(inTx, params.requestId, care), {
      state: 'refused',
      reason: body.reason,
      password_hash: null,
    });
  });
  return viewOf(row, directory);
}

/** For whoever has to judge it: who would get an administrative role, or a place that gives rights. */
export async function subjectOfRequest(
  ctx: Ctx,
  { params, body }: Input<'acceptRequest'>,
): Promise<RightsSubject | null> {
  const care = await administered(ctx, 'registrations');
  const row = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx
      .selectFrom('joining.request')
      .select(['name', 'login', 'department_id'])
      .where('id', '=', params.requestId)
      .$if(care.delegate !== undefined, (query) => query.where(inDepartments(care)))
      .executeTakeFirst(),
  );
  if (!row) throw notFound('joining.request.not_found');
  const departmentId = body.departmentId === undefined ? row.department_id : body.departmentId;
  requireMayPlace(care, { role: body.role, departmentId });
  return body.role === 'user' && departmentId === null
    ? null
    : { name: `${row.name} (${row.login})`, after: { role: body.role, departmentId } };
}

async function waiting({ tx }: TxCtx, id: string, care: Administered): Promise<Row> {
  const row = await tx
    .selectFrom('joining.request')
    .selectAll()
    .where('id', '=', id)
    .$if(care.delegate !== undefined, (query) => query.where(inDepartments(care)))
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw notFound('joining.request.not_found');
  if (row.state !== 'waiting') throw conflict('joining.request.decided');
  return row;
}

async function decide(
  ctx: TxCtx,
  { id, name, login }: Row,
  changes: Partial<Pick<Row, 'state' | 'reason' | 'role' | 'department_id' | 'account_id' | 'password_hash'>>,
): Promise<Row> {
  const row = await ctx.tx
    .updateTable('joining.request')
    .set({ ...changes, decided_at: sql<Date>`now()`, decided_by: ctx.user.id })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await record(ctx, `joining.request.${row.state}`, { id, name, login, role: row.role });
  return row;
}

function newcomerIn({ account_id, name, login, password_hash, contact_kind, contact }: Row): Newcomer {
  if (account_id !== null) return { accountId: account_id, name, login };
  if (password_hash === null || contact_kind === null || contact === null) throw conflict('joining.request.decided');
  return {
    accountId: null,
    name,
    login,
    passwordHash: password_hash,
    contact: { kind: contact_kind, target: contact },
  };
}

function baseOf({ id, state, message, asked_at, decided_at, reason }: Row) {
  return { id, state, message, askedAt: asked_at.toISOString(), decidedAt: decided_at?.toISOString() ?? null, reason };
}

function viewOf(row: Row, { people, departments }: Directory): JoinRequest {
  const { name, login, contact, role, department_id, decided_by } = row;
  const department = departments.get(department_id ?? '');
  return {
    ...baseOf(row),
    name,
    login,
    contact,
    role,
    department: department ? { id: department.id, name: department.name } : null,
    decidedBy: decided_by === null ? null : { id: decided_by, name: people.get(decided_by)?.name ?? '' },
  };
}
