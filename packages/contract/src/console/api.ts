import { z } from 'zod';
import { endpoint, uuid } from '../endpoint.ts';

/** An administrator and the console pages they are held to; null holds them to none. */
export const ConsoleGrant = z.object({
  person: z.object({ id: uuid, name: z.string(), login: z.string() }),
  pages: z.array(z.string()).nullable(),
  can: z.object({ change: z.boolean() }),
});
export type ConsoleGrant = z.infer<typeof ConsoleGrant>;

export const consoleApi = {
  listGrants: endpoint({
    method: 'GET',
    path: '/console/grants',
    permission: 'organization.console.edit',
    summary: 'The administrators of the space and the console pages each holds.',
    response: z.array(ConsoleGrant),
  }),
  setGrant: endpoint({
    method: 'PUT',
    path: '/console/grants/:personId',
    permission: 'organization.console.edit',
    summary: 'Hold an administrator to some pages of the console, or give them all.',
    params: z.object({ personId: uuid }),
    body: z.object({ pages: z.array(z.string().max(60)).max(200).nullable() }),
    response: z.array(ConsoleGrant),
    rights: true,
  }),
};
