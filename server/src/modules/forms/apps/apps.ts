import type { App, formsApi, FormSummary } from '@formwork/contract/forms/api.ts';
import type { AppMenu } from '@formwork/contract/forms/app-menu.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { roleHolds } from '@formwork/contract/permissions.ts';
import type { Ctx, TxCtx } from '../../../platform/context.ts';
import { inControl, withControl, type ControlTx } from '../../../platform/db/db.ts';
import { forbidden, notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { newShortId } from '../../../platform/ids.ts';
import type { Platform } from '../../../platform/platform.ts';
import { isInScope } from '../../agents/public.ts';
import { ownsAll } from '../../definitions/public.ts';
import { spellingOf, systemsInCare } from '../../organization/public.ts';
import { appsInCare, requireInCare } from '../rights/in-care.ts';
import { mayDesign, rightsOf, seesForm, subjectsOf, type Rights } from '../rights/access.ts';
import { everyButtonSetting, narrowedToCreate } from '../rights/button-settings.ts';
import { rulesHeldBy } from '../rights/rules.ts';
import type { AppTable, FormTable } from '../tables.ts';
import type { Selectable } from 'kysely';

type Input<K extends keyof typeof formsApi> = InputOf<(typeof formsApi)[K]>;

/** Designers see every application; others those in which they may see a form, or those of the systems they look after when they ask for these. */
export async function listApps(
  ctx: Ctx & { tx?: ControlTx },
  { query }: { query?: Input<'listApps'>['query'] } = {},
): Promise<{ apps: App[] }> {
  const cared = query?.administering && (await appsInCare(ctx, query.administering));
  if (cared) return { apps: await caredApps(ctx, cared) };
  return shownApps(ctx, await withControl(ctx, (tx) => readApps({ ...ctx, tx })));
}

export async function createApp(ctx: TxCtx, { body }: Input<'createApp'>): Promise<App> {
  const cared = await systemsInCare(ctx, 'applications');
  if (cared && !cared.has(body.systemId ?? '')) throw forbidden('organization.delegated.inside_system');
  const id = newShortId();
  await ctx.tx
    .insertInto('forms.app')
    .values({
      space_id: ctx.spaceId,
      id,
      title: JSON.stringify(body.title),
      kind: body.kind ?? 'forms',
      category: body.category ?? null,
      system_id: body.systemId ?? null,
      icon: body.icon ?? null,
      hue: body.hue ?? null,
      menu: null,
      position: Date.now(),
      created_by: ctx.user.id,
    })
    .execute();
  await record(ctx, 'forms.app.created', { id });
  return appById(ctx, id, cared ? { administering: 'applications' } : {});
}

export async function updateApp(ctx: TxCtx, { params, body }: Input<'updateApp'>): Promise<App> {
  const cared = await requireUpdatable(ctx, { params, body });
  await ctx.tx
    .updateTable('forms.app')
    .set({
      id: params.appId,
      ...(body.title && { title: JSON.stringify(body.title) }),
      ...(body.systemId !== undefined && { system_id: body.systemId }),
      ...(body.icon !== undefined && { icon: body.icon }),
      ...(body.hue !== undefined && { hue: body.hue }),
      ...(body.menu !== undefined && { menu: body.menu && JSON.stringify(body.menu) }),
      ...(body.category !== undefined && { category: body.category }),
      ...(body.position !== undefined && { position: body.position }),
      ...(body.template !== undefined && { template: body.template }),
    })
    .where('id', '=', params.appId)
    .execute();
  const app = await appById(ctx, params.appId, cared ? { administering: 'applications' } : {});
  await record(ctx, 'forms.app.updated', { id: app.id });
  return app;
}

/** An application stays within the systems that somebody looks after. Answers whether that is how they come to change it. */
export async function requireUpdatable(
  ctx: Ctx & { tx?: ControlTx },
  { params, body }: Pick<Input<'updateApp'>, 'params' | 'body'>,
): Promise<boolean> {
  const systems = await systemsInCare(ctx, 'applications');
  if (!systems) return false;
  await requireInCare(ctx, 'applications', [{ kind: 'app', id: params.appId }]);
  if (body.systemId !== undefined && !systems.has(body.systemId ?? ''))
    throw forbidden('organization.delegated.inside_system');
  if (body.template !== undefined) throw forbidden();
  return true;
}

/** As whoever looks after them meets them: all of them, with no word on what is inside. */
async function caredApps(ctx: Ctx & { tx?: ControlTx }, ids: ReadonlySet<string>): Promise<App[]> {
  const rows = await withControl(ctx, (tx) =>
    tx
      .selectFrom('forms.app')
      .selectAll()
      .where('id', 'in', [...ids, ''])
      .orderBy('position')
      .orderBy('id')
      .execute(),
  );
  return rows.map((row) => ({
    ...baseOf(row),
    menu: row.menu,
    forms: [],
    can: { edit: true },
    spelling: spelled(row.title.zh),
  }));
}

/** Rights in applications of files are known to a module above this one. */
type SeenApps = (ctx: Ctx) => Promise<ReadonlySet<string>>;
const fileApps = new WeakMap<Platform, SeenApps>();

/** Registers who knows which applications of files a person may open. */
export function knowFileApps(platform: Platform, seen: SeenApps): void {
  fileApps.set(platform, seen);
}

/** So are records that were shared with a person: of these forms, those of which they were given some. */
type SharedForms = (ctx: Ctx, among: readonly string[]) => Promise<ReadonlySet<string>>;
const sharedForms = new WeakMap<Platform, SharedForms>();

export function knowSharedForms(platform: Platform, shared: SharedForms): void {
  sharedForms.set(platform, shared);
}

/** Of these applications those that are there, for modules below this one. */
export async function appsThere(
  { platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const rows = await inControl(platform.control, spaceId, (tx) =>
    tx
      .selectFrom('forms.app')
      .select('id')
      .where('id', 'in', [...ids])
      .where('removed_at', 'is', null)
      .execute(),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Applications of folders and documents. */
export async function fileAppIds({ platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>): Promise<string[]> {
  const rows = await inControl(platform.control, spaceId, (tx) =>
    tx.selectFrom('forms.app').select('id').where('kind', '=', 'files').where('removed_at', 'is', null).execute(),
  );
  return rows.map(({ id }) => id);
}

/** What the control plane knows of applications, their forms and the person's rights in them. */
interface ReadApps {
  apps: Selectable<AppTable>[];
  ruled: { form: Selectable<FormTable>; rights: Rights; shownRights: Rights }[];
  /** That the person holds. */
  roles: readonly string[];
}

async function readApps(ctx: TxCtx): Promise<ReadApps> {
  const apps = await ctx.tx
    .selectFrom('forms.app')
    .selectAll()
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const forms = await ctx.tx
    .selectFrom('forms.form')
    .selectAll()
    .where('removed_at', 'is', null)
    .orderBy('position')
    .orderBy('id')
    .execute();
  const rules = await rulesHeldBy(ctx.tx, forms);
  const subjects = await subjectsOf(ctx);
  const buttons = await everyButtonSetting(ctx.tx);
  return {
    roles: subjects.roles,
    apps: apps.filter(({ id }) => isInScope(ctx.user, id)),
    ruled: forms.map((form) => {
      const rights = rightsOf(rules.get(form.id) ?? [], subjects);
      return { form, rights, shownRights: narrowedToCreate(rights, buttons(form), subjects.roles) };
    }),
  };
}

function baseOf(app: Selectable<AppTable>) {
  return {
    id: app.id,
    systemId: app.system_id,
    kind: app.kind,
    title: app.title,
    category: app.category,
    icon: app.icon,
    hue: app.hue,
    position: app.position,
    ...(app.template && { template: true }),
  };
}

/** Asks the data plane, of those who are no administrators: outside of any transaction. */
async function shownApps(ctx: Ctx, { apps, ruled, roles }: ReadApps): Promise<{ apps: App[] }> {
  const forms = await visibleForms(ctx, ruled);
  const shown = apps
    .map((app) => ({
      ...baseOf(app),
      menu: app.menu && shownMenu(app.menu, ctx.user.role, roles),
      forms: forms.filter(({ appId }) => appId === app.id),
      can: { edit: roleHolds(ctx.user.role, 'forms.app.edit') },
    }))
    .map((app) => ({
      ...app,
      spelling: [app.title, ...app.forms.map(({ title }) => title)].map(({ zh }) => spelled(zh)).join(' '),
    }));
  if (ownsAll(ctx.user)) return { apps: shown };
  const seen = shown.some(({ kind }) => kind === 'files')
    ? ((await fileApps.get(ctx.platform)?.(ctx)) ?? new Set<string>())
    : new Set<string>();
  return {
    apps: shown.filter((app) =>
      app.kind === 'files' ? seen.has(app.id) : mayDesign(ctx.user.role) || app.forms.length > 0,
    ),
  };
}

async function visibleForms(ctx: Ctx, ruled: ReadApps['ruled']): Promise<FormSummary[]> {
  const design = mayDesign(ctx.user.role);
  const closed = design
    ? []
    : ruled.filter(({ form, rights }) => form.release !== null && !seesForm(rights)).map(({ form }) => form.id);
  const shared =
    closed.length > 0 ? ((await sharedForms.get(ctx.platform)?.(ctx, closed)) ?? new Set()) : new Set<string>();
  return ruled.flatMap(({ form, rights, shownRights }) => {
    const seen = form.release !== null && (seesForm(rights) || shared.has(form.id));
    if (!design && !seen) return [];
    const summary = formSummary(form, shownRights, roleHolds(ctx.user.role, 'forms.design.edit'));
    return [shared.has(form.id) ? { ...summary, can: { ...summary.can, view: true } } : summary];
  });
}

/** Makers see what they hid, and from whom; others that it is not for them, so that it is not taken for something new. */
function shownMenu(menu: AppMenu, role: Ctx['user']['role'], roles: readonly string[]): AppMenu {
  if (roleHolds(role, 'forms.app.edit')) return menu;
  return menu.map((group) => ({
    ...group,
    entries: group.entries.map((entry) => ({
      ...entry,
      hidden: entry.hidden || (entry.roles.length > 0 && !entry.roles.some((id) => roles.includes(id))),
      roles: [],
    })),
  }));
}

function spelled(title: string): string {
  const { full, initials } = spellingOf(title);
  return `${full} ${initials}`;
}

async function appById(ctx: TxCtx, id: string, query: Input<'listApps'>['query'] = {}): Promise<App> {
  const app = (await listApps(ctx, { query })).apps.find((candidate) => candidate.id === id);
  if (!app) throw notFound('forms.app.not_found');
  return app;
}

export function formSummary(form: Selectable<FormTable>, rights: Rights, design: boolean): FormSummary {
  const ready = form.release !== null;
  return {
    id: form.id,
    appId: form.app_id,
    title: form.title,
    release: form.release,
    position: form.position,
    can: {
      view: ready && seesForm(rights),
      create: ready && rights.create !== null,
      import: ready && rights.import !== null,
      design,
    },
  };
}
