import { z } from 'zod';
import { systemParts } from '../delegated.ts';
import { endpoint, nothing, shortId, uuid } from '../endpoint.ts';
import { Title } from '../text.ts';

export const System = z.object({
  id: shortId,
  title: Title,
  /** Name of an icon of the design system. */
  icon: z.string().nullable(),
  /** Whom people ask about the system; they hold no right by it. */
  administrators: z.array(z.object({ id: uuid, name: z.string() })),
});
export type System = z.infer<typeof System>;

const Icon = z.string().max(60).nullable();
const Administrators = z.array(uuid).max(20);
const params = z.object({ systemId: shortId });
const edits = 'forms.system.edit';
const Systems = z.object({ systems: z.array(System) });

export const systemsApi = {
  listSystems: endpoint({
    method: 'GET',
    path: '/forms/systems',
    permission: 'forms.app.read',
    summary:
      'The systems that group the applications of the space, in their order; with `administering` those the person looks after',
    query: z.object({ administering: z.enum(systemParts).optional() }),
    response: Systems,
  }),
  createSystem: endpoint({
    method: 'POST',
    path: '/forms/systems',
    permission: edits,
    summary: 'Add a system, as the last one',
    body: z.object({ title: Title, icon: Icon.optional(), administrators: Administrators.optional() }),
    response: System,
  }),
  updateSystem: endpoint({
    method: 'PATCH',
    path: '/forms/systems/:systemId',
    permission: edits,
    summary: 'Rename or decorate a system, or name its administrators',
    params,
    body: z.object({ title: Title.optional(), icon: Icon.optional(), administrators: Administrators.optional() }),
    response: System,
  }),
  deleteSystem: endpoint({
    method: 'DELETE',
    path: '/forms/systems/:systemId',
    permission: edits,
    summary: 'Delete a system; its applications stay, in no system',
    params,
    response: nothing,
  }),
  arrangeSystems: endpoint({
    method: 'PUT',
    path: '/forms/systems/arrangement',
    permission: edits,
    delegable: ['applications'],
    summary:
      'The order of the systems and of the applications in them; what is not named goes behind. Whoever looks after some systems orders their applications',
    body: z.object({
      systems: z.array(z.object({ id: shortId, apps: z.array(shortId).max(2_000) })).max(200),
      /** Applications of no system. */
      loose: z.array(shortId).max(2_000),
    }),
    response: Systems,
    // whoever looks after a system gives rights on what comes into it
    rights: true,
  }),
};
