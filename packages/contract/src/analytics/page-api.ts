import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { Text } from '../text.ts';
import { embeddedKinds } from './embed-api.ts';

const read = 'analytics.chart.read';

/** What has a page of its own to be looked at. */
export const analysisKinds = embeddedKinds;
export type AnalysisKind = (typeof analysisKinds)[number];

/** So many days who may change a page sees who looked at it, and so many it is kept. */
export const lookDays = 90;
export const lookKeptDays = 180;
const ofPage = z.object({ analysisKind: z.enum(analysisKinds), analysisId: uuid });

const Page = z.object({ kind: z.enum(analysisKinds), id: uuid });
const Named = Page.extend({ name: Text }).nullable();

export const analyticsPagesApi = {
  start: endpoint({
    method: 'GET',
    path: '/analytics/start-page',
    permission: read,
    summary:
      'What opens in the place of the list of dashboards: what I chose, and what an administrator chose for all who chose nothing. What I do not see is left out.',
    response: z.object({ own: Named, everyone: Named }),
  }),
  setOwnStart: endpoint({
    method: 'PUT',
    path: '/analytics/start-page/own',
    permission: read,
    summary: 'Choose what opens for me in the place of the list of dashboards; null: what holds for all, else the list',
    body: z.object({ page: Page.nullable() }),
    response: nothing,
  }),
  setStart: endpoint({
    method: 'PUT',
    path: '/analytics/start-page/everyone',
    permission: 'analytics.start.edit',
    summary: 'Choose what opens in the place of the list of dashboards for all who chose nothing themselves and see it',
    body: z.object({ page: Page.nullable() }),
    response: nothing,
  }),
  look: endpoint({
    method: 'POST',
    path: '/analytics/looks/:analysisKind/:analysisId',
    permission: read,
    summary: 'Say that I have the page of a dashboard, screen or chart open',
    params: ofPage,
    response: nothing,
  }),
  looks: endpoint({
    method: 'GET',
    path: '/analytics/looks/:analysisKind/:analysisId',
    permission: read,
    summary:
      'Who looked at a dashboard, screen or chart within 90 days, for those who may change it; visitors are counted without names.',
    params: ofPage,
    response: z.object({
      days: z.array(z.object({ day: z.string(), n: z.int() })),
      people: z.array(z.object({ person: uuid, n: z.int(), last: z.iso.datetime() })),
      visitors: z.object({ n: z.int(), last: z.iso.datetime() }).nullable(),
    }),
  }),
};
