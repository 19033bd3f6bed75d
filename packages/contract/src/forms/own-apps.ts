import { z } from 'zod';
import { endpoint, nothing, shortId } from '../endpoint.ts';

/** So many of the applications that were opened last are kept in mind. */
export const mostRecent = 12;

const params = z.object({ appId: shortId });
/** A person's own marks: not even an administrator sees them. */
const own = { permission: 'forms.app.read' } as const;

export const ownAppsApi = {
  ownApps: endpoint({
    method: 'GET',
    path: '/forms/apps/own',
    ...own,
    summary: 'My favourite applications in the order in which I chose them, and those I opened last, the latest first',
    response: z.object({ favourites: z.array(shortId), recent: z.array(shortId) }),
  }),
  markApp: endpoint({
    method: 'PUT',
    path: '/forms/apps/:appId/favourite',
    ...own,
    summary: 'Make an application a favourite of mine, or no more',
    params,
    body: z.object({ favourite: z.boolean() }),
    response: nothing,
  }),
  visitApp: endpoint({
    method: 'POST',
    path: '/forms/apps/:appId/visits',
    ...own,
    summary: 'Say that I opened an application',
    params,
    response: nothing,
  }),
};
