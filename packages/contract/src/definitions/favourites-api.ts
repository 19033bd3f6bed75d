import { z } from 'zod';
import { endpoint, nothing } from '../endpoint.ts';

const Kind = z.string().regex(/^[a-z][a-z0-9_]{0,39}$/);
/** A person's own marks: not even an administrator sees them. */
const own = { permission: 'definitions.definition.read' } as const;

export const favouritesApi = {
  favourites: endpoint({
    method: 'GET',
    path: '/definitions/:kind/favourites',
    ...own,
    summary: 'My favourites among the definitions of a kind, the last marked first',
    params: z.object({ kind: Kind }),
    response: z.object({ ids: z.array(z.string()) }),
  }),
  mark: endpoint({
    method: 'PUT',
    path: '/definitions/:kind/:id/favourite',
    ...own,
    summary: 'Make a definition a favourite of mine, or no more',
    params: z.object({ kind: Kind, id: z.string().min(1).max(100) }),
    body: z.object({ favourite: z.boolean() }),
    response: nothing,
  }),
};
