import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { organizationApi } from '@formwork/contract/organization/api.ts';
import type { Supplier } from '@formwork/contract/organization/suppliers.ts';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { conflict, notFound } from '../../../platform/errors.ts';
import { record } from '../../../platform/events/events.ts';
import { newId } from '../../../platform/ids.ts';
import { changeOrganization } from '../change.ts';
import { directoryOf, type Directory, type DirectorySupplier } from '../directory/directory.ts';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

export async function listSuppliers(ctx: Ctx): Promise<Supplier[]> {
  return viewsOf(ctx, await directoryOf(ctx.platform, ctx.spaceId));
}

export async function createSupplier(ctx: Ctx, { body }: Input<'createSupplier'>): Promise<Supplier> {
  const id = newId();
  const { directory } = await changeOrganization(ctx, async (tx) => {
    const { creditCode, ...columns } = body;
    await tx.tx
      .insertInto('organization.supplier')
      .values({ space_id: ctx.spaceId, id, credit_code: creditCode, ...columns })
      .execute();
    await record(tx, 'organization.supplier.created', { id, name: body.name });
  });
  return viewOf(ctx, directory, id);
}

export async function updateSupplier(ctx: Ctx, { params, body }: Input<'updateSupplier'>): Promise<Supplier> {
  const id = params.supplierId;
  const { directory } = await changeOrganization(ctx, async (tx, before) => {
    supplierIn(before, id);
    const { creditCode, name, contact, phone, note, disabled } = body;
    const given = { name, contact, phone, note, disabled, credit_code: creditCode };
    const changes = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
    if (Object.keys(changes).length === 0) return;
    await tx.tx.updateTable('organization.supplier').set(changes).where('id', '=', id).execute();
    await record(tx, 'organization.supplier.changed', { id, ...body });
  });
  return viewOf(ctx, directory, id);
}

export async function deleteSupplier(ctx: Ctx, { params }: Input<'deleteSupplier'>): Promise<null> {
  const id = params.supplierId;
  await changeOrganization(ctx, async (tx, before) => {
    const { name } = supplierIn(before, id);
    const count = [...before.people.values()].filter(({ supplierId }) => supplierId === id).length;
    if (count > 0) throw conflict('organization.supplier.in_use', { count });
    await tx.tx.deleteFrom('organization.supplier').where('id', '=', id).execute();
    await record(tx, 'organization.supplier.deleted', { id, name });
  });
  return null;
}

/** The supplier, and somebody new may come from it. */
export function usableSupplier(directory: Directory, id: string): DirectorySupplier {
  const supplier = supplierIn(directory, id);
  if (supplier.disabled) throw conflict('organization.supplier.disabled');
  return supplier;
}

function supplierIn(directory: Directory, id: string): DirectorySupplier {
  const supplier = directory.suppliers.get(id);
  if (!supplier) throw notFound('organization.supplier.not_found');
  return supplier;
}

async function viewOf(ctx: Ctx, directory: Directory, id: string): Promise<Supplier> {
  const supplier = (await viewsOf(ctx, directory)).find((one) => one.id === id);
  if (!supplier) throw notFound('organization.supplier.not_found');
  return supplier;
}

async function viewsOf(ctx: Ctx, directory: Directory): Promise<Supplier[]> {
  const rows = await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    tx.selectFrom('organization.supplier').select(['id', 'credit_code', 'contact', 'phone', 'note']).execute(),
  );
  const details = new Map(rows.map((row) => [row.id, row]));
  const people = new Map<string, number>();
  for (const { supplierId, disabled } of directory.people.values())
    if (supplierId !== null && !disabled) people.set(supplierId, (people.get(supplierId) ?? 0) + 1);
  return [...directory.suppliers.values()].flatMap(({ id, name, disabled }) => {
    const row = details.get(id);
    return row
      ? [
          {
            id,
            name,
            disabled,
            creditCode: row.credit_code,
            contact: row.contact,
            phone: row.phone,
            note: row.note,
            people: people.get(id) ?? 0,
          },
        ]
      : [];
  });
}
