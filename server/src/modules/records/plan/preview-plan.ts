import type { InputOf } from '@formwork/contract/endpoint.ts';
import { formActions } from '@formwork/contract/forms/permission.ts';
import { derivedFields } from '@formwork/contract/records/derived.ts';
import type { PersonalPlan, recordsApi } from '@formwork/contract/records/api.ts';
import type { TxCtx } from '../../../platform/context.ts';
import { designedVersion, leftOutByAll, rightsOf } from '../../forms/public.ts';
import { withInheritance } from '../write/derived.ts';
import { definitionWithout } from './personal-plan.ts';

/** No record stands behind it, so what rules say of new records decides; units and persons are nobody's here. */
export async function previewPlan(
  { tx }: TxCtx,
  { params, query }: InputOf<typeof recordsApi.preview>,
): Promise<PersonalPlan> {
  const { formId, appId, definition, rules } = await designedVersion(tx, params.formId, query.version);
  const rights = withInheritance(
    derivedFields(definition),
    rightsOf(rules, { userId: '', roles: [query.role ?? 'admin'], belongs: () => false }),
  );
  const can = Object.fromEntries(formActions.map((action) => [action, rights[action] !== null])) as PersonalPlan['can'];
  const release = query.version === 'draft' ? 0 : query.version;
  const { fields } = rights;
  if (!fields) return { formId, appId, release, definition, can };
  const absent = leftOutByAll([
    ...fields.seen.map(({ keys }) => keys),
    ...(rights.create === null ? [] : [fields.newHidden]),
  ]);
  const making = {
    hidden: [...fields.newHidden].filter((key) => !absent.has(key)),
    readOnly: [...fields.newClosed].filter((key) => !absent.has(key)),
  };
  return { formId, appId, release, definition: definitionWithout(definition, absent), can, making };
}
