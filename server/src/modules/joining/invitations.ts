import { hash, randomBytes } from 'node:crypto';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Invitation, joiningApi } from '@formwork/contract/joining/api.ts';
import { sql, type Selectable } from 'kysely';
import type { Ctx, VisitorCtx, VisitorTxCtx } from '../../platform/context.ts';
import { inControl, type ControlTx } from '../../platform/db/db.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import { newId } from '../../platform/ids.ts';
import type { Platform } from '../../platform/platform.ts';
import { isMember, openSpaceName, spaceNames } from '../identity/public.ts';
import {
  administered,
  careTakersOf,
  directoryOf,
  requireMainDepartment,
  requireMayPlace,
  type Administered,
  type Directory,
} from '../organization/public.ts';
import { letIn, newcomerIsIn, newcomerOf, requireFewTries } from './newcomers.ts';
import { exactTime, pageOf, readCursor } from '../../platform/db/paging.ts';
import { inDepartments } from './in-departments.ts';
import { ask } from './requests.ts';
import type { InvitationTable } from './tables.ts';

type Input<Name extends keyof typeof joiningApi> = InputOf<(typeof joiningApi)[Name]>;
type Answer<Name extends keyof typeof joiningApi> = Promise<ResponseOf<(typeof joiningApi)[Name]>>;
type Row = Selectable<InvitationTable>;

/** A link goes through many hands: by itself it gives nobody an administrative role. */
export async function invite(ctx: Ctx, { body }: Input<'invite'>): Answer<'invite'> {
  const care = await administered(ctx, 'registrations');
  const directory = care.part;
  requireMainDepartment(directory, body.departmentId);
  requireMayPlace(care, body);
  const token = randomBytes(32).toString('base64url');
  const row = await inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const made = await tx
      .insertInto('joining.invitation')
      .values({
        space_id: ctx.spaceId,
        id: newId(),
        token_hash: hashOf(token),
        role: body.role,
        department_id: body.departmentId,
        note: body.note,
        review: body.review || body.role !== 'user',
        most_people: body.mostPeople,
        created_by: ctx.user.id,
        as_delegate: care.delegate !== undefined,
        expires_at: new Date(Date.now() + body.days * 86_400_000),
        revoked_at: null,
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    await record({ ...ctx, tx }, 'joining.invitation.made', {
      id: made.id,
      role: made.role,
      departmentId: made.department_id,
      mostPeople: made.most_people,
      days: body.days,
    });
    return made;
  });
  return { invitation: viewOf(row, care), token };
}

export async function listInvitations(ctx: Ctx, { query }: Input<'listInvitations'>): Answer<'listInvitations'> {
  const after = readCursor(query.after);
  const care = await administered(ctx, 'registrations');
  const found = await inControl(ctx.platform.control, ctx.spaceId, (tx) => {
    let rows = tx
      .selectFrom('joining.invitation')
      .selectAll()
      .select(sql<string>`${sql.raw(exactTime('created_at'))}`.as('at'))
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(query.limit + 1);
    if (care.delegate) rows = rows.where(inDepartments(care));
    if (after) rows = rows.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`);
    return rows.execute();
  });
  const { shown, next } = pageOf(found, query.limit);
  return { rows: shown.map((row) => viewOf(row, care)), next };
}

export async function revokeInvitation(ctx: Ctx, { params }: Input<'revokeInvitation'>): Promise<Invitation> {
  const care = await administered(ctx, 'registrations');
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const row = await tx
      .updateTable('joining.invitation')
      .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
      .where('id', '=', params.invitationId)
      .$if(care.delegate !== undefined, (query) => query.where(inDepartments(care)))
      .returningAll()
      .executeTakeFirst();
    if (!row) throw notFound('joining.invitation.not_found');
    await record({ ...ctx, tx }, 'joining.invitation.revoked', { id: row.id });
    return viewOf(row, care);
  });
}

/** From now on whoever comes by a link into a department asks, as those will whom later links invite: places give rights. */
export async function holdOpenInvitations(tx: ControlTx): Promise<void> {
  await tx
    .updateTable('joining.invitation')
    .set({ review: true })
    .where('department_id', 'is not', null)
    .where('revoked_at', 'is', null)
    .execute();
}

export async function readInvitation(ctx: VisitorCtx, { body }: Input<'readInvitation'>): Answer<'readInvitation'> {
  const { space_id, note, review, expires_at } = await openInvitation(ctx.platform, body.token);
  const { user } = ctx;
  const member =
    user !== undefined && (await inControl(ctx.platform.control, space_id, (tx) => isMember(tx, space_id, user.id)));
  return {
    enterprise: (await spaceNames(ctx.platform, [space_id])).get(space_id) ?? '',
    note,
    review,
    expiresAt: expires_at.toISOString(),
    member,
  };
}

/** One place of the invitation is taken with it; the row's constraint stops the one too many. */
export async function acceptInvitation(
  ctx: VisitorCtx,
  { body }: Input<'acceptInvitation'>,
): Answer<'acceptInvitation'> {
  await requireFewTries(ctx);
  const {
    space_id: spaceId,
    id,
    role,
    department_id: departmentId,
    review,
    note,
  } = await openInvitation(ctx.platform, body.token);
  const newcomer = await newcomerOf(ctx, body.person);
  const directory = await directoryOf(ctx.platform, spaceId);
  const account = await inControl(ctx.platform.control, spaceId, async (tx) => {
    const inTx: VisitorTxCtx = { ...ctx, spaceId, tx };
    if (newcomer.accountId !== null && (await isMember(tx, spaceId, newcomer.accountId)))
      throw conflict('joining.member_already');
    await tx
      .updateTable('joining.invitation')
      .set({ people: sql<number>`people + 1` })
      .where('id', '=', id)
      .execute();
    const member = review ? undefined : await letIn(inTx, newcomer, { role, departmentId, directory });
    if (review) await ask(inTx, newcomer, { message: note, role, departmentId });
    await record(inTx, 'joining.invitation.accepted', { id, name: newcomer.name, login: newcomer.login });
    return member;
  });
  if (account !== undefined) newcomerIsIn(ctx.platform, spaceId, account);
  return { spaceId, waiting: review };
}

/** An invitation that still holds, of an enterprise that is open, by its token; nobody learns whether it ever did. */
async function openInvitation(platform: Platform, token: string): Promise<Row> {
  const row = await platform.control.transaction().execute(async (tx) => {
    await sql`set local app.token_hash = ${sql.lit(hashOf(token))}`.execute(tx);
    return tx.selectFrom('joining.invitation').selectAll().where('token_hash', '=', hashOf(token)).executeTakeFirst();
  });
  if (
    !row ||
    stateOf(row, await directoryOf(platform, row.space_id)) !== 'open' ||
    (await openSpaceName(platform, row.space_id)) === undefined
  )
    throw notFound('joining.invitation.not_found');
  return row;
}

function hashOf(token: string): string {
  return hash('sha256', token, 'base64url');
}

function stateOf(row: Row, directory: Directory): Invitation['state'] {
  const { revoked_at, people, most_people, expires_at } = row;
  if (revoked_at !== null) return 'revoked';
  if (people >= most_people) return 'used_up';
  if (expires_at <= new Date()) return 'expired';
  return isStillTheirs(row, directory) ? 'open' : 'lapsed';
}

/** What a delegate offered holds as long as the department is in their care: asked at each use, as the right itself is. */
function isStillTheirs({ as_delegate, created_by, department_id }: Row, directory: Directory): boolean {
  const maker = directory.people.get(created_by);
  if (!as_delegate || (maker?.role === 'admin' && !maker.disabled)) return true;
  return department_id !== null && careTakersOf(directory, department_id, 'registrations').includes(created_by);
}

function viewOf(row: Row, { whole, part: { people: everybody, departments } }: Administered): Invitation {
  const department = departments.get(row.department_id ?? '');
  const { id, role, note, review, most_people, people, created_at, expires_at, created_by } = row;
  return {
    id,
    role,
    department: department ? { id: department.id, name: department.name } : null,
    note,
    review,
    mostPeople: most_people,
    people,
    createdAt: created_at.toISOString(),
    expiresAt: expires_at.toISOString(),
    createdBy: { id: created_by, name: everybody.get(created_by)?.name ?? '' },
    state: stateOf(row, whole),
  };
}
