import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { nameText } from '../text.ts';

export const Supplier = z.object({
  id: uuid,
  name: z.string(),
  /** Unified social credit code. */
  creditCode: z.string(),
  contact: z.string(),
  phone: z.string(),
  note: z.string(),
  disabled: z.boolean(),
  /** Enabled people of it who work in the space. */
  people: z.int(),
});
export type Supplier = z.infer<typeof Supplier>;

const SupplierInput = z.object({
  name: nameText().min(1).max(100),
  creditCode: z
    .string()
    .trim()
    .regex(/^([0-9A-HJ-NPQRTUWXY]{18})?$/)
    .default(''),
  contact: nameText().max(60).default(''),
  phone: z.string().trim().max(30).default(''),
  note: z.string().trim().max(500).default(''),
});
const ofSupplier = z.object({ supplierId: uuid });
const edits = 'organization.person.edit';

export const suppliersApi = {
  listSuppliers: endpoint({
    method: 'GET',
    path: '/organization/suppliers',
    permission: edits,
    summary: 'Enterprises whose people work in the space.',
    response: z.array(Supplier),
  }),
  createSupplier: endpoint({
    method: 'POST',
    path: '/organization/suppliers',
    permission: edits,
    summary: 'Add a supplier.',
    body: SupplierInput,
    response: Supplier,
  }),
  updateSupplier: endpoint({
    method: 'PATCH',
    path: '/organization/suppliers/:supplierId',
    permission: edits,
    summary: 'Change a supplier, or take it out of use.',
    params: ofSupplier,
    body: SupplierInput.partial().extend({ disabled: z.boolean().optional() }),
    response: Supplier,
  }),
  deleteSupplier: endpoint({
    method: 'DELETE',
    path: '/organization/suppliers/:supplierId',
    permission: edits,
    summary: 'Delete a supplier without people.',
    params: ofSupplier,
    response: nothing,
  }),
};
