import type { DefinitionUse } from '@formwork/contract/definitions/api.ts';
import { madeKinds, type AppMenu, type MadeKind } from '@formwork/contract/forms/app-menu.ts';
import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { permissions } from '@formwork/contract/permissions.ts';
import { sql } from 'kysely';
import type { TxCtx } from '../../../platform/context.ts';
import { formsWithDefinitions } from '../with-definitions.ts';

type Named = Pick<DefinitionUse, 'kind' | 'id' | 'name' | 'appId' | 'of'> & { parts: string[] };

/** As those see it who may look at designs. */
export const formUses = { roles: permissions['forms.design.read'], find: formsThatName };

/** Applications whose menu leads to a dashboard, a screen or a portal, and forms with a button that prints by a template: they go on with less when it goes. */
async function formsThatName(ctx: TxCtx, to: { kind: string; id: string }): Promise<DefinitionUse[]> {
  const found = isMade(to.kind)
    ? await menusThatName(ctx, to.kind, to.id)
    : to.kind === 'print_template'
      ? await layoutsThatName(ctx, to.id)
      : [];
  return found.flatMap(({ parts, ...one }) =>
    parts.map((part): DefinitionUse => ({ ...one, part, toPart: '', how: 'warn' })),
  );
}

async function menusThatName({ tx }: TxCtx, kind: MadeKind, id: string): Promise<Named[]> {
  const apps = await tx
    .selectFrom('forms.app')
    .select(['id', 'title', 'menu'])
    .where('removed_at', 'is', null)
    .where(sql<boolean>`position(${id} in menu::text) > 0`)
    .orderBy('id')
    .execute();
  return apps.flatMap((app): Named[] => {
    const parts = entriesTo(app.menu ?? [], kind, id);
    return parts.length > 0 ? [{ kind: 'app', id: app.id, name: app.title, appId: app.id, of: 'release', parts }] : [];
  });
}

function entriesTo(menu: AppMenu, kind: MadeKind, id: string): string[] {
  return menu.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      entry.target.kind === 'made' && entry.target.of === kind && entry.target.id === id ? [entry.id] : [],
    ),
  );
}

/** What is in force, and the draft where that is another. */
async function layoutsThatName({ tx }: TxCtx, id: string): Promise<Named[]> {
  const forms = await formsWithDefinitions(tx)
    .select(['form.id', 'form.title', 'form.app_id', 'draft.definition as draft', 'release.definition as released'])
    .where('form.removed_at', 'is', null)
    .where(
      sql<boolean>`(position(${id} in draft.definition::text) > 0 or position(${id} in release.definition::text) > 0)`,
    )
    .orderBy('form.id')
    .execute();
  return forms.flatMap((form): Named[] => {
    const one = { kind: 'form', id: form.id, name: form.title, appId: form.app_id };
    const inForce = form.released ? buttonsThatPrint(form.released, id) : [];
    const planned = buttonsThatPrint(form.draft, id).filter((button) => !inForce.includes(button));
    return [
      ...(inForce.length > 0 ? [{ ...one, of: 'release' as const, parts: inForce }] : []),
      ...(planned.length > 0 ? [{ ...one, of: 'draft' as const, parts: planned }] : []),
    ];
  });
}

function buttonsThatPrint({ layout }: FormDefinition, template: string): string[] {
  return layout.flatMap(({ items }) =>
    items.flatMap((item) =>
      item.kind === 'button' && item.action.does === 'print' && item.action.template === template ? [item.id] : [],
    ),
  );
}

function isMade(kind: string): kind is MadeKind {
  return (madeKinds as string[]).includes(kind);
}
