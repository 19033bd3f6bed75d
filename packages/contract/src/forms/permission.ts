import { z } from 'zod';

export const formActions = ['view', 'create', 'edit', 'delete', 'import', 'export'] as const;
export const FormAction = z.enum(formActions);
export type FormAction = z.infer<typeof FormAction>;

/**
 * Who may do what on a form. Rules add up; without any, only administrators of the space work with it. `role` names one of
 * the outer roles (`user`, ...) or a role of the space by id.
 */
export const PermissionRule = z.object({
  id: z.string().max(64),
  subject: z.discriminatedUnion('kind', [z.object({ kind: z.literal('everyone') }), z.object({ kind: z.literal('role'), id: z.string().min(1).max(64) }), z.object({ kind: z.literal('person'), id: z.uuid() })]),
  actions: z.array(FormAction).min(1).max(formActions.length),
  /** Which records view, edit, delete and export reach. */
  scope: z.enum(['all', 'own']),
});
export type PermissionRule = z.infer<typeof PermissionRule>;
