import { formsApi } from '@formwork/contract/forms/api.ts';
import { isNamed, type Use } from '@formwork/contract/forms/uses.ts';
import type { Named } from '@formwork/contract/condition/references.ts';
import { q, queryClient } from '@formwork/web/http/query.ts';

/** Who names something of a form, as of this moment. */
export async function usesOf(formId: string, named: readonly Named[]): Promise<Use[]> {
  const { uses } = await queryClient.fetchQuery({ ...q(formsApi.formUses, { params: { formId } }), staleTime: 0 });
  return uses.filter((use) => isNamed(use, named));
}

/** The same of the form as a whole: what belongs to it goes with it. */
export async function usesOfForm(formId: string): Promise<Use[]> {
  return (await usesOf(formId, [{ form: formId, element: '' }])).filter(
    (use) => use.kind === 'process' || use.formId !== formId,
  );
}

export async function usesOfApp(appId: string): Promise<Use[]> {
  return (await queryClient.fetchQuery({ ...q(formsApi.appUses, { params: { appId } }), staleTime: 0 })).uses;
}
