import { hueNames } from '../hues/hues.ts';
import { z } from 'zod';
import { endpoint, nothing, shortId, uuid } from '../endpoint.ts';
import { Title } from '../text.ts';
import { TemplateId } from './templates/templates.ts';
import { AcceptUses } from './uses.ts';

const appParams = z.object({ appId: shortId });
const formParams = z.object({ formId: shortId });

export const BinnedThing = z.object({
  id: shortId,
  title: Title,
  removedAt: z.string(),
  /** Null for what was removed before the bin kept it. */
  removedBy: uuid.nullable(),
  /** Of an application: how many forms come back with it; of a form: where it stood. */
  forms: z.number().int().optional(),
  appId: shortId.optional(),
});
export type BinnedThing = z.infer<typeof BinnedThing>;
export const Bin = z.object({ apps: z.array(BinnedThing), forms: z.array(BinnedThing) });
export type Bin = z.infer<typeof Bin>;

/** Rules of the original hold for the copy too: a change of rights, which three-admin management has reviewed. */
const withRules = z.boolean();

export const copiesApi = {
  copyForm: endpoint({
    method: 'POST',
    path: '/forms/:formId/copies',
    permission: 'forms.design.edit',
    summary: 'A new form, not released, with the draft of another, and its rules if wanted',
    params: formParams,
    body: z.object({ title: Title, appId: shortId.optional(), withRules }),
    response: z.object({ formId: shortId, appId: shortId }),
    rights: { when: ({ body }) => body.withRules },
  }),
  copyApp: endpoint({
    method: 'POST',
    path: '/forms/apps/:appId/copies',
    permission: 'forms.app.edit',
    summary:
      'A new application with the drafts of all forms of another, and their rules if wanted; what leads from form to form leads to the copies',
    params: appParams,
    body: z.object({ title: Title, withRules }),
    response: z.object({ appId: shortId }),
    rights: { when: ({ body }) => body.withRules },
  }),
  appFromTemplate: endpoint({
    method: 'POST',
    path: '/forms/apps/from-template',
    permission: 'forms.app.edit',
    summary: 'A new application with the forms of a template, released, with its labels and drafts of its processes',
    body: z.object({
      title: Title,
      template: TemplateId,
      systemId: shortId.nullish(),
      icon: z.string().max(60).nullish(),
      hue: z.enum(hueNames).nullish(),
      category: z.string().trim().max(40).nullish(),
    }),
    response: z.object({ appId: shortId }),
  }),
  removeApp: endpoint({
    method: 'DELETE',
    path: '/forms/apps/:appId',
    permission: 'forms.app.edit',
    delegable: ['applications'],
    summary:
      'Put an application with its forms into the bin; records stay with them. Asks of what names it as removing a form does; who looks after its system removes what nothing else names',
    params: appParams,
    query: AcceptUses,
    response: nothing,
  }),
  listBin: endpoint({
    method: 'GET',
    path: '/forms/bin',
    permission: 'forms.app.edit',
    delegable: ['applications'],
    summary:
      'Applications and forms in the bin, the latest first; for whoever looks after systems the applications of these alone',
    response: Bin,
  }),
  restoreApp: endpoint({
    method: 'POST',
    path: '/forms/apps/:appId/restoration',
    permission: 'forms.app.edit',
    delegable: ['applications'],
    summary: 'Take an application out of the bin, with the forms that went with it',
    params: appParams,
    response: nothing,
  }),
  restoreForm: endpoint({
    method: 'POST',
    path: '/forms/:formId/restoration',
    permission: 'forms.design.edit',
    summary: 'Take a form out of the bin; its application must be there',
    params: formParams,
    response: nothing,
  }),
};
