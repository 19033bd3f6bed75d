import { hueNames } from '../hues/hues.ts';
import { AppMenu } from './app-menu.ts';
import { z } from 'zod';
import { endpoint, largeBodyBytes, nothing, shortId, uuid } from '../endpoint.ts';
import { RoleView } from '../organization/api.ts';
import { Text, Title, nameText } from '../text.ts';
import { ButtonAccessChange } from './button-access.ts';
import { buttonsApi, ButtonSettings } from './buttons.ts';
import { copiesApi } from './copies.ts';
import { dataModelApi } from './data-model.ts';
import { cardinalities } from './field-types/relation.ts';
import { valueKinds } from './values/value.ts';
import { FormDefinition } from './definition.ts';
import { isForAllForms, PermissionRule } from './permission.ts';
import type { Problem } from './problems.ts';
import { notificationsApi } from './notifications.ts';
import { ownAppsApi } from './own-apps.ts';
import { systemsApi } from './systems.ts';
import { systemParts } from '../delegated.ts';
import { AcceptUses, Use, usesApi } from './uses.ts';

const count = z.number().int().nonnegative();
const instant = z.string();

export const FormSummary = z.object({
  id: shortId,
  appId: shortId,
  title: Title,
  /** Number of the last release, null while there is only a draft. */
  release: z.number().int().nullable(),
  position: z.number(),
  can: z.object({ view: z.boolean(), create: z.boolean(), import: z.boolean(), design: z.boolean() }),
});
export type FormSummary = z.infer<typeof FormSummary>;

export const App = z.object({
  id: shortId,
  systemId: shortId.nullable(),
  /** Of forms and their records, or of folders and documents. */
  kind: z.enum(['forms', 'files']),
  title: Title,
  /** The title and those of its forms as they are spelled, and the initials: `shebei sb`. */
  spelling: z.string(),
  /** What it is about, in the words of the enterprise. */
  category: z.string().nullable(),
  /** New applications may begin as a copy of it. */
  template: z.boolean().optional(),
  /** Name of an icon of the design system. */
  icon: z.string().nullable(),
  /** Its colour; null: one that follows from its id. */
  hue: z.enum(hueNames).nullable(),
  /** Its side navigation as its maker arranged it, for makers whole, for others what their roles see; null: its forms in their order. */
  menu: AppMenu.nullable(),
  position: z.number(),
  forms: z.array(FormSummary),
  can: z.object({ edit: z.boolean() }),
});
export type App = z.infer<typeof App>;

export const ProblemShape: z.ZodType<Problem> = z.object({
  code: z.string() as unknown as z.ZodType<Problem['code']>,
  level: z.enum(['error', 'warning']),
  table: z.string().optional(),
  field: z.string().optional(),
  part: z.string().optional(),
  data: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
});

export const Draft = z.object({
  formId: shortId,
  /** Rises with every save; send it back as `expectedVersion`. */
  version: z.number().int(),
  definition: FormDefinition,
  problems: z.array(ProblemShape),
  /** The release this draft goes on from; null before the first. */
  release: z.number().int().nullable(),
  /** Whether it differs from that release. */
  changed: z.boolean(),
  savedBy: uuid,
  savedAt: instant,
});
export type Draft = z.infer<typeof Draft>;

/** What a release does to the tables, in the order it is done. */
export const ReleaseStep = z.object({
  action: z.enum([
    'createTable',
    'addColumn',
    'addIndex',
    'dropIndex',
    'retireColumn',
    'retireTable',
    'restoreColumn',
    'restoreTable',
    'changeColumn',
    'guardSlots',
  ]),
  /** Id of the slave table; absent for the main table. */
  table: z.string().optional(),
  field: z.string().optional(),
  title: Text.optional(),
  /** Rows that hold a value which people will no longer see. */
  rows: count.optional(),
});
export type ReleaseStep = z.infer<typeof ReleaseStep>;

export const DefinitionChange = z.object({
  kind: z.enum(['added', 'changed', 'removed']),
  what: z.enum(['form', 'table', 'field', 'layout']),
  table: z.string().optional(),
  field: z.string().optional(),
  title: Text.optional(),
  /** Names of the properties that differ. */
  properties: z.array(z.string()).optional(),
});
export type DefinitionChange = z.infer<typeof DefinitionChange>;

export const ReleasePlan = z.object({
  draftVersion: z.number().int(),
  steps: z.array(ReleaseStep),
  changes: z.array(DefinitionChange),
  problems: z.array(ProblemShape),
  /** Data would be out of reach: the release asks for `acceptLoss`. */
  losesData: z.boolean(),
  /** What names things that the release takes away: `refuse` stops it, `warn` asks for `acceptUses`. */
  uses: z.array(Use),
  /** Fields that are worked out from what rules hide from somebody; `released` ones are seen all the same. */
  inherited: z.array(z.object({ key: z.string(), title: Text, released: z.boolean() })),
});
export type ReleasePlan = z.infer<typeof ReleasePlan>;

export const Release = z.object({
  formId: shortId,
  number: z.number().int(),
  note: z.string().nullable(),
  releasedBy: uuid,
  releasedAt: instant,
  changes: z.array(DefinitionChange),
  /** Users that were told of what was taken away, and left as they are. */ uses: z.array(Use),
  /** Job that makes computed values of the records again. */ recalculation: z.string().optional(),
});
export type Release = z.infer<typeof Release>;

/** The draft, or a release by its number. */
export const VersionName = z.union([z.literal('draft'), z.number().int().positive()]);
export type VersionName = z.infer<typeof VersionName>;

const Countable = z.object({ id: z.string(), title: Text, kind: z.enum(valueKinds) });
export const Referrer = z.object({
  formId: shortId,
  form: Text,
  /** `field`, or `table.field` in a slave table. */ via: z.string(),
  title: Text,
  fields: z.array(Countable),
});
export type Referrer = z.infer<typeof Referrer>;

export const FormRelations = z.object({
  forms: z.array(z.object({ id: shortId, appId: shortId, title: Text, fields: count, released: z.boolean() })),
  relations: z.array(
    z.object({
      from: shortId,
      to: shortId,
      field: z.string(),
      title: Text,
      cardinality: z.enum(cardinalities),
      lookups: count,
      rollups: count,
      /** Stands in the draft of a form in use and comes with its next release. */ pending: z.boolean(),
    }),
  ),
});
export type FormRelations = z.infer<typeof FormRelations>;

/** The rules of one subject on an application, for all its forms, and on each of them. */
export const AppRights = z.object({
  id: shortId,
  title: Text,
  rules: z.array(PermissionRule),
  /** What is set of its buttons, and in its forms over that; left out where that is nothing. */
  buttons: ButtonSettings.optional(),
  forms: z.array(
    z.object({
      id: shortId,
      title: Text,
      release: z.number().int().nullable(),
      rules: z.array(PermissionRule),
      buttons: ButtonSettings.optional(),
    }),
  ),
});
export type AppRights = z.infer<typeof AppRights>;

/** `everyone`, an outer role (`user`, ...), or the id of a role of the space. */
const subjectParams = z.object({ subject: z.string().min(1).max(64) });
/** The rules of the subject on an application or a form, in place of those it has there, and what changes of its buttons. */
const RulesOn = z
  .object({
    target: z.object({ kind: z.enum(['app', 'form']), id: shortId }),
    rules: z.array(PermissionRule).max(100).optional(),
    buttons: z.array(ButtonAccessChange).min(1).max(200).optional(),
  })
  .refine(({ rules, buttons }) => rules !== undefined || buttons !== undefined, { message: 'nothing' })
  .refine(({ target, rules }) => target.kind === 'form' || (rules ?? []).every(isForAllForms), {
    path: ['rules'],
    message: 'app',
  });
export type RulesOn = z.infer<typeof RulesOn>;

const Category = z.string().trim().min(1).max(40);
const appParams = z.object({ appId: shortId });
const formParams = z.object({ formId: shortId });

export const formsApi = {
  ...systemsApi,
  ...copiesApi,
  ...ownAppsApi,
  ...buttonsApi,
  ...dataModelApi,
  ...usesApi,
  ...notificationsApi,

  listApps: endpoint({
    method: 'GET',
    path: '/forms/apps',
    permission: 'forms.app.read',
    agents: 'read',
    summary:
      'Applications with the forms this person may see; with `administering` those of the systems they look after',
    query: z.object({ administering: z.enum(systemParts).optional() }),
    response: z.object({ apps: z.array(App) }),
  }),
  createApp: endpoint({
    method: 'POST',
    path: '/forms/apps',
    permission: 'forms.app.edit',
    delegable: ['applications'],
    summary: 'Create an application; who looks after systems creates it in one of theirs',
    body: z.object({
      title: Title,
      systemId: shortId.nullish(),
      icon: z.string().max(60).nullish(),
      hue: z.enum(hueNames).nullish(),
      category: Category.nullish(),
      kind: App.shape.kind.optional(),
    }),
    response: App,
  }),
  updateApp: endpoint({
    method: 'PATCH',
    path: '/forms/apps/:appId',
    permission: 'forms.app.edit',
    delegable: ['applications'],
    summary: 'Rename, move or decorate an application',
    params: appParams,
    body: z.object({
      title: Title.optional(),
      systemId: shortId.nullish(),
      icon: z.string().max(60).nullish(),
      hue: z.enum(hueNames).nullish(),
      menu: AppMenu.nullish(),
      category: Category.nullish(),
      position: z.number().optional(),
      template: z.boolean().optional(),
    }),
    response: App,
    // whoever looks after a system gives rights on what comes into it
    rights: { when: ({ body }) => body.systemId !== undefined },
  }),

  createForm: endpoint({
    method: 'POST',
    path: '/forms/apps/:appId/forms',
    permission: 'forms.design.edit',
    summary: 'Create a form with its first draft, blank or as given',
    params: appParams,
    body: z.object({ title: Title, definition: FormDefinition.optional() }),
    response: FormSummary,
  }),
  getForm: endpoint({
    method: 'GET',
    path: '/forms/:formId',
    permission: 'forms.app.read',
    summary: 'One form',
    params: formParams,
    response: FormSummary,
  }),

  getDraft: endpoint({
    method: 'GET',
    path: '/forms/:formId/draft',
    permission: 'forms.design.read',
    summary: 'The draft that designers edit',
    params: formParams,
    response: Draft,
  }),
  saveDraft: endpoint({
    method: 'PUT',
    path: '/forms/:formId/draft',
    bodyBytes: largeBodyBytes,
    permission: 'forms.design.edit',
    summary: 'Save the draft; 409 when somebody saved in between',
    params: formParams,
    body: z.object({ expectedVersion: z.number().int(), definition: FormDefinition }),
    response: Draft,
  }),
  checkDefinition: endpoint({
    method: 'POST',
    path: '/forms/:formId/problems',
    bodyBytes: largeBodyBytes,
    permission: 'forms.design.read',
    summary: 'What is wrong with a definition, expressions included, without saving it',
    params: formParams,
    body: z.object({ definition: FormDefinition }),
    response: z.object({ problems: z.array(ProblemShape) }),
  }),

  referrers: endpoint({
    method: 'GET',
    path: '/forms/:formId/referrers',
    permission: 'forms.design.read',
    summary: 'Relations of released forms that lead to this form, with the fields beside them that it can count',
    params: formParams,
    response: z.object({ referrers: z.array(Referrer) }),
  }),
  relations: endpoint({
    method: 'GET',
    path: '/forms/apps/:appId/relations',
    permission: 'forms.design.read',
    summary: 'How the forms of an application hang together, forms of others that they speak of included',
    params: appParams,
    response: FormRelations,
  }),

  planRelease: endpoint({
    method: 'GET',
    path: '/forms/:formId/release-plan',
    permission: 'forms.design.read',
    summary: 'What releasing the draft would do',
    params: formParams,
    response: ReleasePlan,
  }),
  release: endpoint({
    method: 'POST',
    path: '/forms/:formId/releases',
    permission: 'forms.design.edit',
    summary:
      'Release the draft; refused when data would be lost without acceptLoss, when something in force decides or writes by what is taken away, and when something shows it without acceptUses',
    params: formParams,
    body: z.object({
      draftVersion: z.number().int(),
      acceptLoss: z.boolean().optional(),
      acceptUses: z.boolean().optional(),
      note: z.string().max(500).optional(),
    }),
    response: Release,
  }),
  listReleases: endpoint({
    method: 'GET',
    path: '/forms/:formId/releases',
    permission: 'forms.design.read',
    summary: 'Releases, the latest first',
    params: formParams,
    response: z.object({ releases: z.array(Release) }),
  }),
  getRelease: endpoint({
    method: 'GET',
    path: '/forms/:formId/releases/:number',
    permission: 'forms.design.read',
    delegable: ['rights'],
    summary: 'One release with its definition',
    params: formParams.extend({ number: z.number().int() }),
    response: Release.extend({ definition: FormDefinition }),
  }),

  compareVersions: endpoint({
    method: 'GET',
    path: '/forms/:formId/comparison',
    permission: 'forms.design.read',
    summary: 'What differs between any two versions of a form, field by field, and both of them whole',
    params: formParams,
    query: z.object({ from: VersionName, to: VersionName }),
    response: z.object({ differences: z.array(DefinitionChange), before: FormDefinition, after: FormDefinition }),
  }),
  restoreRelease: endpoint({
    method: 'POST',
    path: '/forms/:formId/releases/:number/restoration',
    permission: 'forms.design.edit',
    summary:
      'Make an earlier release the draft again; nothing changes for those who work with the form until it is released',
    params: formParams.extend({ number: z.number().int() }),
    body: z.object({ expectedVersion: z.number().int() }),
    response: Draft,
  }),

  getPermissions: endpoint({
    method: 'GET',
    path: '/forms/:formId/permissions',
    permission: 'forms.design.read',
    delegable: ['rights'],
    summary: 'Who may do what on the form',
    params: formParams,
    response: z.object({ rules: z.array(PermissionRule) }),
  }),
  putPermissions: endpoint({
    method: 'PUT',
    path: '/forms/:formId/permissions',
    permission: 'forms.design.edit',
    delegable: ['rights'],
    summary: 'Replace the rules of the form',
    params: formParams,
    body: z.object({ rules: z.array(PermissionRule).max(200) }),
    response: z.object({ rules: z.array(PermissionRule) }),
    rights: true,
  }),
  getSubjectRules: endpoint({
    method: 'GET',
    path: '/forms/subjects/:subject/rules',
    permission: 'forms.design.read',
    delegable: ['rights'],
    summary: 'What a role, or everyone, is granted and refused, by application and form, buttons included',
    params: subjectParams,
    response: z.object({ apps: z.array(AppRights) }),
  }),
  putSubjectRules: endpoint({
    method: 'PUT',
    path: '/forms/subjects/:subject/rules',
    permission: 'organization.role.edit',
    delegable: ['rights'],
    summary:
      'Replace the rules of a role, or of everyone, on the applications and forms named, and say which buttons it may press there',
    params: subjectParams,
    body: z.object({ changes: z.array(RulesOn).min(1).max(1_000) }),
    response: z.object({ apps: z.array(AppRights) }),
    rights: true,
  }),
  copyRole: endpoint({
    method: 'POST',
    path: '/forms/roles/:roleId/copies',
    permission: 'organization.role.edit',
    summary: 'A new role with the rights of another, pages included, that nobody holds yet',
    params: z.object({ roleId: uuid }),
    body: z.object({ name: nameText().min(1).max(60) }),
    response: RoleView,
  }),
  removeForm: endpoint({
    method: 'DELETE',
    path: '/forms/:formId',
    permission: 'forms.design.edit',
    summary:
      'Remove a form from its application; its tables stay until they are purged. Refused while something else decides or writes by it, and without acceptUses while something names it',
    params: formParams,
    query: AcceptUses,
    response: nothing,
  }),
};
