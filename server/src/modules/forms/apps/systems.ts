import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { System, systemsApi } from '@formwork/contract/forms/systems.ts';
import type { Text } from '@formwork/contract/text.ts';
import { sql, type Selectable } from 'kysely';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { inControl, type ControlTx } from '../../../platform/db/db.ts';
import { forbidden, invalid, notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { newShortId } from '../../../platform/ids.ts';
import { directoryOf, releaseSystem, systemIsGone, systemsInCare, type Directory } from '../../organization/public.ts';
import { requireInCare } from '../rights/in-care.ts';
import type { SystemTable } from '../tables.ts';

type AskingCtx = Ctx & { tx?: ControlTx };
type Input<Name extends keyof typeof systemsApi> = InputOf<(typeof systemsApi)[Name]>;

export async function listSystems(ctx: TxCtx, { query }: Input<'listSystems'>): Promise<{ systems: System[] }> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const cared = query.administering && (await systemsInCare(ctx, query.administering));
  const rows = await ctx.tx.selectFrom('forms.system').selectAll().orderBy('position').orderBy('id').execute();
  return { systems: rows.filter(({ id }) => cared?.has(id) ?? true).map((row) => viewOf(directory, row)) };
}

export async function createSystem(ctx: TxCtx, { body }: Input<'createSystem'>): Promise<System> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const { title, icon = null, administrators = [] } = body;
  const row = await ctx.tx
    .insertInto('forms.system')
    .values({
      space_id: ctx.spaceId,
      id: newShortId(),
      title: JSON.stringify(title),
      icon,
      administrators: known(directory, administrators),
      position: Date.now(),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await record(ctx, 'forms.system.created', { id: row.id, name: title.zh });
  return viewOf(directory, row);
}

export async function updateSystem(ctx: TxCtx, { params, body }: Input<'updateSystem'>): Promise<System> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  const { title, icon, administrators } = body;
  const row = await ctx.tx
    .updateTable('forms.system')
    .set({
      id: params.systemId,
      ...(title && { title: JSON.stringify(title) }),
      ...(icon !== undefined && { icon }),
      ...(administrators && { administrators: known(directory, administrators) }),
    })
    .where('id', '=', params.systemId)
    .returningAll()
    .executeTakeFirst();
  if (!row) throw notFound('forms.system.not_found');
  await record(ctx, 'forms.system.updated', { id: row.id, name: row.title.zh, ...body });
  return viewOf(directory, row);
}

/** Its applications and roles belong to none, and whoever looked after it does so no more. */
export async function deleteSystem(ctx: Ctx, input: Input<'deleteSystem'>): Promise<null> {
  await inControl(ctx.platform.control, ctx.spaceId, (tx) => removeSystem({ ...ctx, tx }, input));
  systemIsGone(ctx);
  return null;
}

async function removeSystem(ctx: TxCtx, { params }: Input<'deleteSystem'>): Promise<void> {
  await ctx.tx.updateTable('forms.app').set({ system_id: null }).where('system_id', '=', params.systemId).execute();
  const row = await ctx.tx
    .deleteFrom('forms.system')
    .where('id', '=', params.systemId)
    .returning('title')
    .executeTakeFirst();
  if (!row) throw notFound('forms.system.not_found');
  await releaseSystem(ctx, params.systemId);
  await record(ctx, 'forms.system.deleted', { id: params.systemId, name: row.title.zh });
}

/** What somebody else added in the meantime is not named: it keeps its system and stands behind what is. Whoever looks after some systems puts their applications in order, and those alone. */
export async function arrangeSystems(ctx: TxCtx, { body }: Input<'arrangeSystems'>): Promise<{ systems: System[] }> {
  const cared = await requireArrangeable(ctx, { body });
  const systems = cared ? [] : body.systems.map(({ id }) => id);
  const moves = [...body.systems, { id: null, apps: body.loose }].flatMap(({ id, apps }) =>
    apps.map((app, position) => ({ app, system: id, position })),
  );
  await sql`
    update forms.system set position = named.position
    from unnest(${systems}::text[]) with ordinality as named (id, position)
    where forms.system.id = named.id`.execute(ctx.tx);
  await sql`
    update forms.app set system_id = named.system, position = named.position
    from unnest(${moves.map(({ app }) => app)}::text[], ${moves.map(({ system }) => system)}::text[], ${moves.map(({ position }) => position)}::int[]) as named (id, system, position)
    where forms.app.id = named.id`.execute(ctx.tx);
  await record(ctx, 'forms.system.arranged', { systems: body.systems.length, apps: moves.length });
  return listSystems(ctx, { params: {}, query: cared ? { administering: 'applications' } : {}, body: undefined });
}

/** Nothing goes into or out of systems that are not in one's care. */
export async function requireArrangeable(
  ctx: AskingCtx,
  { body }: Pick<Input<'arrangeSystems'>, 'body'>,
): Promise<boolean> {
  const cared = await systemsInCare(ctx, 'applications');
  if (!cared) return false;
  if (body.systems.some(({ id }) => !cared.has(id))) throw notFound('forms.system.not_found');
  const apps = [...body.loose, ...body.systems.flatMap((system) => system.apps)];
  await requireInCare(
    ctx,
    'applications',
    apps.map((id) => ({ kind: 'app', id })),
  );
  if (body.loose.length > 0) throw forbidden('organization.delegated.inside_system');
  return true;
}

/** How the systems of a space are called. */
export async function titlesOfSystems({
  platform,
  spaceId,
}: Pick<Ctx, 'platform' | 'spaceId'>): Promise<ReadonlyMap<string, Text>> {
  const rows = await inControl(platform.facts, spaceId, (tx) =>
    tx.selectFrom('forms.system').select(['id', 'title']).execute(),
  );
  return new Map(rows.map(({ id, title }) => [id, title]));
}

function known(directory: Directory, ids: readonly string[]): string[] {
  const stranger = ids.findIndex((id) => !directory.people.has(id));
  if (stranger >= 0)
    throw invalid('forms.system.person_not_found', [
      { path: `administrators.${stranger}`, code: 'forms.system.person_not_found' },
    ]);
  return [...new Set(ids)];
}

/** Whoever has left is no longer asked. */
function viewOf(directory: Directory, { id, title, icon, administrators }: Selectable<SystemTable>): System {
  const people = administrators
    .flatMap((person) => directory.people.get(person) ?? [])
    .filter(({ disabled }) => !disabled);
  return { id, title, icon, administrators: people.map((person) => ({ id: person.id, name: person.name })) };
}
