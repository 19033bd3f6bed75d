import { z } from 'zod';
import type { Named } from '../condition/references.ts';
import { endpoint, shortId } from '../endpoint.ts';
import { Text } from '../text.ts';

/** Kinds of things that name fields, options and forms. A new one joins here, finds its users on the server and gets a text `uses.kind.<kind>`. */
export const userKinds = [
  'form',
  'flow',
  'view',
  'ownView',
  'template',
  'buttons',
  'rules',
  'notifications',
  'menu',
  'process',
  'definition',
  'contract',
] as const;
export const UserKind = z.enum(userKinds);
export type UserKind = z.infer<typeof UserKind>;

/** What a user does with what it names; each has a text `uses.place.<place>`. */
export const usePlaces = [
  'condition',
  'executors',
  'recipients',
  'due',
  'watched',
  'told',
  'set',
  'value',
  'call',
  'subProcess',
  'nodeRights',
  'filter',
  'sort',
  'columns',
  'colours',
  'groups',
  'summaries',
  'quick',
  'card',
  'calendar',
  'board',
  'limits',
  'gallery',
  'gantt',
  'tree',
  'occupancy',
  'pivot',
  'text',
  'showIf',
  'table',
  'picture',
  'onlyIf',
  'address',
  'fill',
  'rule',
  'ruleFields',
  'expression',
  'relation',
  'lookup',
  'rollup',
  'choosable',
  'fillFrom',
  'dialog',
  'setting',
  'default',
  'offers',
  'entry',
  'running',
  'contract',
] as const;
export const UsePlace = z.enum(usePlaces);
export type UsePlace = z.infer<typeof UsePlace>;

/** `refuse`: something in force decides or writes by it. `warn`: it shows less, which wants a yes. Beside them stands `follow`: an option that takes another's place does so in the user too. */
export type UseWeight = 'refuse' | 'warn';

/** One place of a definition that names something of a form: what every kind of user answers for its definitions. */
export interface Reference {
  /** Id of the part of the user that names it: a node, an edge, a block, a field, a button; `''` for the whole. */
  part: string;
  place: UsePlace;
  to: Named;
  how: UseWeight;
}

/** A reference as it is shown, with the way to it. */
export const Use = z.object({
  kind: UserKind,
  /** Of a definition: which kind it is of. */
  definition: z.string().optional(),
  /** Id of the user: a view, a template; of what a form has only one of, the form. */
  id: z.string(),
  /** `running`: a release that only processes under way still follow. */
  state: z.enum(['released', 'draft', 'running']),
  /** Where it is found; null for what stands in no form. */
  formId: shortId.nullable(),
  appId: shortId.nullable(),
  title: Text,
  part: z.string(),
  partTitle: Text.optional(),
  place: UsePlace,
  how: z.enum(['refuse', 'warn', 'follow']),
  /** What is named: element and option as in the definition, and what people call it. */
  to: z.object({ form: shortId, element: z.string(), option: z.string().optional() }),
  what: Text,
  /** So many of the kind, where single ones are nobody else's to see. */
  count: z.int().positive().optional(),
});
export type Use = z.infer<typeof Use>;

/** Names of what earlier releases had and the form has no more: who still speaks of it can be told by name. */
export const FormerElement = z.object({
  id: z.string(),
  title: Text,
  /** Gone itself; else only these options of it are. */ whole: z.boolean(),
  options: z.array(z.object({ id: z.string(), label: Text })),
});
export type FormerElement = z.infer<typeof FormerElement>;

/** Whether a use goes wrong when these are taken away: a form with all it has, a field with its options, a single option. */
export function isNamed({ to }: { to: Named }, gone: readonly Named[]): boolean {
  return gone.some(
    ({ form, element, option }) =>
      to.form === form &&
      (element === '' || (to.element === element && (option === undefined || to.option === option))),
  );
}

/** The yes to what is shown to name a thing that goes. */
export const AcceptUses = z.object({ acceptUses: z.boolean().optional() });

const formParams = z.object({ formId: shortId });

export const usesApi = {
  formUses: endpoint({
    method: 'GET',
    path: '/forms/:formId/uses',
    permission: 'forms.design.read',
    summary:
      'Everything that names the form, its fields or their options: processes, views, print templates, buttons, rules, other forms, menus',
    params: formParams,
    response: z.object({ uses: z.array(Use), former: z.array(FormerElement) }),
  }),
  appUses: endpoint({
    method: 'GET',
    path: '/forms/apps/:appId/uses',
    permission: 'forms.design.read',
    summary: 'Everything outside an application that names it or one of its forms',
    params: z.object({ appId: shortId }),
    response: z.object({ uses: z.array(Use) }),
  }),
};
