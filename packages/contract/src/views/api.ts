import { z } from 'zod';
import { endpoint, nothing, shortId, uuid } from '../endpoint.ts';
import { PivotRequest, PivotResult } from './pivot.ts';
import { Arrangement, View, ViewInput } from './view.ts';

const formParams = z.object({ formId: shortId });
const viewParams = formParams.extend({ viewId: uuid });

export const viewsApi = {
  list: endpoint({
    method: 'GET',
    path: '/views/:formId',
    permission: 'records.record.read',
    summary:
      'The labels of a form that this person finds: their own and those shared with them, and which one they chose to see first, and how they arranged each',
    params: formParams,
    response: z.object({
      views: z.array(View),
      chosen: uuid.nullable(),
      /** By label; `all` for the list as the form has it. */ arrangements: z.record(z.string(), Arrangement),
      can: z.object({ share: z.boolean() }),
    }),
  }),
  create: endpoint({
    method: 'POST',
    path: '/views/:formId',
    permission: 'records.record.read',
    summary: 'Add a label: a personal one, or a shared one as an administrator',
    params: formParams,
    body: ViewInput,
    response: View,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/views/:formId/:viewId',
    permission: 'records.record.read',
    summary: 'Save a label: title, category, audience and settings',
    params: viewParams,
    body: ViewInput.extend({ expectedVersion: z.number().int() }),
    response: View,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/views/:formId/:viewId',
    permission: 'records.record.read',
    summary: 'Remove a label',
    params: viewParams,
    response: nothing,
  }),
  setDefault: endpoint({
    method: 'PUT',
    path: '/views/:formId/:viewId/default',
    permission: 'forms.app.edit',
    summary: 'Show a shared label first to everybody who chose none, or no longer',
    params: viewParams,
    body: z.object({ isDefault: z.boolean() }),
    response: nothing,
  }),
  choose: endpoint({
    method: 'PUT',
    path: '/views/:formId/choice',
    permission: 'records.record.read',
    summary: 'The label this person wants to see first; none for what everybody sees',
    params: formParams,
    body: z.object({ viewId: uuid.nullable() }),
    response: nothing,
  }),
  arrange: endpoint({
    method: 'PUT',
    path: '/views/:formId/arrangement',
    permission: 'records.record.read',
    summary: 'Keep how this person arranges a list without saving it as a label; null forgets it',
    params: formParams,
    body: z.object({ viewId: uuid.nullable(), settings: Arrangement.nullable() }),
    response: nothing,
  }),
  order: endpoint({
    method: 'PUT',
    path: '/views/:formId/order',
    permission: 'records.record.read',
    summary: "Put labels in order: one's own, and shared ones as an administrator",
    params: formParams,
    body: z.object({ ids: z.array(uuid).max(500) }),
    response: nothing,
  }),
  ofApp: endpoint({
    method: 'GET',
    path: '/views/apps/:appId',
    permission: 'forms.app.edit',
    summary: 'The shared labels of all forms of an application',
    params: z.object({ appId: shortId }),
    response: z.array(View),
  }),

  pivot: endpoint({
    method: 'POST',
    path: '/records/:formId/pivot',
    permission: 'records.record.read',
    agents: 'read',
    summary:
      'Groups of the records that the person sees, with counts and sums on every level, worked out in the database',
    params: formParams,
    body: PivotRequest,
    response: PivotResult,
  }),
};
