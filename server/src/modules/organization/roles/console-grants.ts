import type { consoleApi, ConsoleGrant } from '@formwork/contract/console/api.ts';
import { consolePages, pagesOfPermission } from '@formwork/contract/console/pages.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Permission } from '@formwork/contract/permissions.ts';
import type { Ctx } from '../../../platform/context.ts';
import { conflict, forbidden, notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import type { CallGuard } from '../../../platform/http/http.ts';
import { changeOrganization } from '../change.ts';
import { directoryOf, type Directory } from '../directory/directory.ts';

type Input<Name extends keyof typeof consoleApi> = InputOf<(typeof consoleApi)[Name]>;

/** What the pages keep from an administrator, their calls keep as well. */
export const guardConsole: CallGuard = (ctx, { permission }) => {
  const pages = ctx.user.role === 'admin' ? pagesOfPermission[permission as Permission] : undefined;
  if (!pages) return undefined;
  const check = (directory: Directory): void => {
    const held = directory.consoleGrants.get(ctx.user.id);
    if (held && !pages.some((page) => held.includes(page))) throw forbidden();
  };
  const directory = directoryOf(ctx.platform, ctx.spaceId);
  if (directory instanceof Promise) return directory.then(check);
  check(directory);
  return undefined;
};

export async function listConsoleGrants(ctx: Ctx): Promise<ConsoleGrant[]> {
  return grantsIn(ctx, await directoryOf(ctx.platform, ctx.spaceId));
}

/** Nobody changes what they hold themselves, and one administrator always holds everything. */
export async function setConsoleGrant(ctx: Ctx, { params, body }: Input<'setGrant'>): Promise<ConsoleGrant[]> {
  const id = params.personId;
  const known = new Set(consolePages().map((page) => page.id));
  const pages = body.pages?.filter((page) => known.has(page)) ?? null;
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    const person = before.people.get(id);
    if (!person || person.role !== 'admin') throw notFound('organization.person.not_found');
    if (id === ctx.user.id) throw conflict('organization.person.own_account');
    // the rows are the lock: two who hold each other to less at a time would leave nobody with everything
    const held = new Set(
      (await tx.tx.selectFrom('organization.console_grant').select('account_id').forUpdate().execute()).map(
        (row) => row.account_id,
      ),
    );
    const free = [...before.people.values()].filter(
      (one) => one.role === 'admin' && !one.disabled && one.id !== id && !held.has(one.id),
    );
    if (pages !== null && free.length === 0) throw conflict('organization.console.nobody_left');
    if (pages === null) await tx.tx.deleteFrom('organization.console_grant').where('account_id', '=', id).execute();
    else {
      await tx.tx
        .insertInto('organization.console_grant')
        .values({ space_id: ctx.spaceId, account_id: id, pages })
        .onConflict((on) => on.columns(['space_id', 'account_id']).doUpdateSet({ pages }))
        .execute();
    }
    await record(tx, 'console.grant.changed', {
      id,
      name: person.name,
      before: before.consoleGrants.get(id) ?? null,
      after: pages,
    });
  });
  return grantsIn(ctx, directory);
}

function grantsIn(ctx: Ctx, directory: Directory): ConsoleGrant[] {
  return [...directory.people.values()]
    .filter((person) => person.role === 'admin' && !person.disabled)
    .map(({ id, name, login }) => {
      const held = directory.consoleGrants.get(id);
      return {
        person: { id, name, login },
        pages: held === undefined ? null : [...held],
        can: { change: id !== ctx.user.id },
      };
    });
}
