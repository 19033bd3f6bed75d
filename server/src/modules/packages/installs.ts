import type { Install, InstallPlan, packagesApi } from '@formwork/contract/packages/api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { conflict, notFound } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import type { RightsSubject } from '../../platform/http/http.ts';
import { newId } from '../../platform/ids.ts';
import { inEverySpace } from '../../platform/jobs/jobs-retention.ts';
import { unfinishedOf } from '../../platform/runs/run-find.ts';
import { startRun } from '../../platform/runs/runs.ts';
import { missingOf } from './needs.ts';
import { partsByKind } from './parts.ts';
import { chosenOf, keyOf, plannedPart, planning, stepOf } from './plan.ts';
import { receivePackage } from './read-file.ts';
import { applyRun, rollbackRun } from './run-names.ts';
import { signerOf } from './signature.ts';
import type { InstallRow } from './tables.ts';
import { isOlder } from './versions.ts';

type Input<K extends keyof typeof packagesApi> = InputOf<(typeof packagesApi)[K]>;

/** Days that a package which nobody applied is kept. */
const keptDays = 7;

export async function planPackage(
  ctx: Ctx,
  _input: object,
  _reply: FastifyReply,
  request: FastifyRequest,
): Promise<InstallPlan> {
  const { manifest, bodies, signedBy } = await receivePackage(ctx, request, partsByKind(ctx.platform));
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    const id = newId();
    const { key, version, name, needs, parts } = manifest;
    await tx
      .insertInto('packages.install')
      .values({
        space_id: ctx.spaceId,
        id,
        key,
        version,
        name: JSON.stringify(name),
        needs: JSON.stringify(needs),
        created_by: ctx.user.id,
        signed_by: signedBy,
      })
      .execute();
    const order = new Map([...partsByKind(ctx.platform).keys()].map((kind, place) => [kind, place]));
    const rows = parts
      .map((part, index) => ({ part, body: bodies[index] }))
      .toSorted((a, b) => (order.get(a.part.kind) ?? 1_000) - (order.get(b.part.kind) ?? 1_000))
      .map(({ part, body }, position) => ({
        space_id: ctx.spaceId,
        install_id: id,
        kind: part.kind,
        id: part.id,
        position,
        name: JSON.stringify(part.name),
        body: JSON.stringify(body),
        released: part.released,
      }));
    for (let from = 0; from < rows.length; from += 200)
      await tx
        .insertInto('packages.part')
        .values(rows.slice(from, from + 200))
        .execute();
    await record(at, 'packages.planned', { id, name: name.zh, key, version });
    return planView(at, await installOf(at, id), new Set());
  });
}

export async function listInstalls(ctx: Ctx, { query }: Input<'list'>): Promise<{ installs: Install[] }> {
  const rows = await inControl(ctx.platform.control, ctx.spaceId, (tx) => {
    let found = tx
      .selectFrom('packages.install')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(200);
    if (query.appId !== undefined) found = found.where('app_id', '=', query.appId);
    return found.execute();
  });
  const running = await runningOf(ctx, rows);
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => ({
    installs: await Promise.all(rows.map((row) => viewOf({ ...ctx, tx }, row, running))),
  }));
}

export async function getInstall(ctx: Ctx, { params }: Input<'get'>): Promise<InstallPlan> {
  const row = await inControl(ctx.platform.control, ctx.spaceId, (tx) => installOf({ ...ctx, tx }, params.installId));
  const running = await runningOf(ctx, [row]);
  return inControl(ctx.platform.control, ctx.spaceId, (tx) => planView({ ...ctx, tx }, row, running));
}

export async function applyInstall(ctx: Ctx, { params, body }: Input<'apply'>): Promise<{ runId: string }> {
  const seen = await inControl(ctx.platform.control, ctx.spaceId, (tx) => installOf({ ...ctx, tx }, params.installId));
  const running = await runningOf(ctx, [seen]);
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    const install = await installOf(at, params.installId, true);
    if (!mayApply(install, running)) throw conflict('packages.install.not_planned');
    const last = await lastApplied(at, install.key, true);
    if (last?.state === 'undoing') throw conflict('packages.install.busy');
    const run = await startRun(at, applyRun, {
      installId: install.id,
      ...(body.samples === true && { samples: true }),
    });
    await tx
      .updateTable('packages.install')
      .set({ state: 'applying', theirs: JSON.stringify(body.theirs), after_id: last?.id ?? null, run_id: run.id })
      .where('id', '=', install.id)
      .execute();
    await record(at, 'packages.applied', told(install));
    return { runId: run.id };
  });
}

export async function rollBackInstall(ctx: Ctx, { params }: Input<'rollBack'>): Promise<{ runId: string }> {
  const seen = await inControl(ctx.platform.control, ctx.spaceId, (tx) => installOf({ ...ctx, tx }, params.installId));
  const running = await runningOf(ctx, [seen]);
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    const install = await installOf(at, params.installId, true);
    if (!(await mayRollBack(at, install, running))) throw conflict('packages.install.not_the_last');
    const run = await startRun(at, rollbackRun, { installId: install.id });
    await tx
      .updateTable('packages.install')
      .set({ state: 'undoing', run_id: run.id })
      .where('id', '=', install.id)
      .execute();
    await record(at, 'packages.rolled_back', told(install));
    return { runId: run.id };
  });
}

export async function discardInstall(ctx: TxCtx, { params }: Input<'discard'>): Promise<null> {
  const install = await installOf(ctx, params.installId, true);
  if (install.state !== 'planned') throw conflict('packages.install.not_planned');
  await ctx.tx.deleteFrom('packages.install').where('id', '=', install.id).execute();
  await record(ctx, 'packages.discarded', told(install));
  return null;
}

/** Buttons that somebody may press or not: only where they change, the reviewer is asked. */
export async function describeApply(ctx: Ctx, { params, body }: Input<'apply'>): Promise<RightsSubject | null> {
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    const install = await installOf(at, params.installId);
    const plan = await planning(at, install);
    const [was, is]: [unknown[], unknown[]] = [[], []];
    for (const part of plan.parts) {
      const rightsIn = plan.kinds.get(part.kind)?.rightsIn;
      const step = rightsIn && (await stepOf(at, plan, part));
      if (!rightsIn || !step) continue;
      if ('merged' in step) {
        was.push(...rightsIn(step.here.body));
        is.push(...rightsIn(step.merged.decided(chosenOf(body.theirs, part))));
      } else if ('body' in step) is.push(...rightsIn(step.body));
    }
    return rightsSubject(install, was, is);
  });
}

export async function describeRollBack(ctx: Ctx, { params }: Input<'rollBack'>): Promise<RightsSubject | null> {
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const at = { ...ctx, tx };
    const install = await installOf(at, params.installId);
    const plan = await planning(at, install);
    const [was, is]: [unknown[], unknown[]] = [[], []];
    for (const part of plan.parts) {
      const kind = plan.kinds.get(part.kind);
      if (!kind?.rightsIn || !part.applied) continue;
      const here = await kind.find(at, plan.localId(part));
      if (here) was.push(...kind.rightsIn(here.body));
      if (here && part.before) is.push(...kind.rightsIn(part.before.body));
    }
    return rightsSubject(install, was, is);
  });
}

function rightsSubject(install: InstallRow, was: unknown[], is: unknown[]): RightsSubject | null {
  if (JSON.stringify(was) === JSON.stringify(is)) return null;
  return { name: `${install.name.zh} ${install.version}`, before: { buttons: was }, after: { buttons: is } };
}

/** The row, locked where it is to be changed. */
export async function installOf(ctx: TxCtx, id: string, lock = false): Promise<InstallRow> {
  const found = ctx.tx.selectFrom('packages.install').selectAll().where('id', '=', id);
  const row = await (lock ? found.forUpdate() : found).executeTakeFirst();
  if (!row) throw notFound('packages.install.not_found');
  return row;
}

/** Packages that nobody applied go after a week. */
export const dropPlans = inEverySpace('packages.drop_plans', '20 3 * * *', (platform, spaceId) =>
  inControl(platform.control, spaceId, (tx) =>
    tx
      .deleteFrom('packages.install')
      .where('state', '=', 'planned')
      .where('created_at', '<', new Date(Date.now() - keptDays * 86_400_000))
      .execute(),
  ),
);

const told = ({ id, name, key, version }: InstallRow) => ({ id, name: name.zh, key, version });

function runningOf(ctx: Ctx, rows: readonly InstallRow[]): Promise<Set<string>> {
  return unfinishedOf(
    ctx,
    rows.flatMap(({ run_id: run, state }) => (run !== null && ['applying', 'undoing'].includes(state) ? [run] : [])),
  );
}

/** One whose run broke off goes on where it was. */
function mayApply({ state, run_id: run }: InstallRow, running: ReadonlySet<string>): boolean {
  return state === 'planned' || (state === 'applying' && run !== null && !running.has(run));
}

async function mayRollBack(ctx: TxCtx, install: InstallRow, running: ReadonlySet<string>): Promise<boolean> {
  const open = install.state === 'applied' || (install.state === 'undoing' && !running.has(install.run_id ?? ''));
  if (!open) return false;
  const busy = await ctx.tx
    .selectFrom('packages.install')
    .select('id')
    .where('key', '=', install.key)
    .where('state', '=', 'applying')
    .executeTakeFirst();
  return !busy && (await lastApplied(ctx, install.key))?.id === install.id;
}

function lastApplied(ctx: TxCtx, key: string, lock = false): Promise<InstallRow | undefined> {
  const found = ctx.tx
    .selectFrom('packages.install')
    .selectAll()
    .where('key', '=', key)
    .where('state', 'in', ['applied', 'undoing'])
    .orderBy('applied_at', 'desc')
    .limit(1);
  return (lock ? found.forUpdate() : found).executeTakeFirst();
}

async function viewOf(ctx: TxCtx, row: InstallRow, running: ReadonlySet<string>): Promise<Install> {
  const after =
    row.after_id === null
      ? row.state === 'planned'
        ? await lastApplied(ctx, row.key)
        : undefined
      : await ctx.tx.selectFrom('packages.install').selectAll().where('id', '=', row.after_id).executeTakeFirst();
  return {
    id: row.id,
    key: row.key,
    version: row.version,
    name: row.name,
    state: row.state,
    appId: row.app_id,
    runId: row.run_id,
    by: row.created_by,
    at: row.created_at.toISOString(),
    appliedAt: row.applied_at?.toISOString() ?? null,
    after: after?.version ?? null,
    can: { apply: mayApply(row, running), rollBack: await mayRollBack(ctx, row, running) },
  };
}

async function planView(ctx: TxCtx, row: InstallRow, running: ReadonlySet<string>): Promise<InstallPlan> {
  const plan = await planning(ctx, row);
  const parts = [];
  for (const part of plan.parts) parts.push(await plannedPart(ctx, plan, part));
  const brought = new Set(plan.parts.map(keyOf));
  const view = await viewOf(ctx, row, running);
  return {
    ...view,
    parts,
    leftOver: [...plan.earlier.values()].flatMap((part) =>
      brought.has(keyOf(part)) ? [] : [{ kind: part.kind, id: part.local_id ?? part.id, name: part.name }],
    ),
    missing: await missingOf(ctx, plan.kinds, row.needs),
    older: view.after !== null && isOlder(row.version, view.after),
    signer: await signerOf(ctx, row),
  };
}
