import { z } from 'zod';
import { endpoint, shortId } from '../endpoint.ts';

/** Who decides on requests: an administrator at the asset, or the process of a form. */
export const accessWays = ['direct', 'process'] as const;

export const AccessWay = z.object({
  way: z.enum(accessWays),
  /** The form whose process decides; null before it was first used. */
  form: z.object({ appId: shortId, formId: shortId }).nullable(),
  /** Under three-admin management what a process grants waits for the security reviewer. */
  reviewed: z.boolean(),
});
export type AccessWay = z.infer<typeof AccessWay>;

export const assetAccessApi = {
  way: endpoint({
    method: 'GET',
    path: '/assets/access-way',
    permission: 'assets.asset.edit',
    summary: 'Who decides on requests for access: an administrator, or the process of a form.',
    response: AccessWay,
  }),
  putWay: endpoint({
    method: 'PUT',
    path: '/assets/access-way',
    permission: 'assets.asset.edit',
    summary: 'Says who decides on requests from now on; at first use the form with its process is made.',
    body: z.object({ way: z.enum(accessWays) }),
    response: AccessWay,
  }),
};
