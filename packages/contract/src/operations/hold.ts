import { z } from 'zod';
import { endpoint, nothing } from '../endpoint.ts';

/** Mails, short messages and jobs that were not sent or begun, and steps of processes whose time has come. */
export const waitingKinds = ['mail', 'sms', 'job', 'step'] as const;

/** An installation that was restored from a backup, before an operator lets it go on. */
export const HeldInstallation = z.object({
  /** Null where nothing is held. */
  held: z.object({
    /** The moment which the backup shows. */
    from: z.iso.datetime(),
    restoredAt: z.iso.datetime(),
  }).nullable(),
  waiting: z.array(z.object({ kind: z.enum(waitingKinds), count: z.number(), since: z.iso.datetime() })),
});
export type HeldInstallation = z.infer<typeof HeldInstallation>;

export const holdApi = {
  hold: endpoint({ method: 'GET', path: '/operations/hold', permission: 'operations.hold.end', summary: 'Whether the installation is held after a restore, and what waits until it goes on.', response: HeldInstallation }),
  endHold: endpoint({
    method: 'PUT', path: '/operations/hold/end', permission: 'operations.hold.end', inPerson: true,
    summary: 'Lets the installation go on. With `drop`, mails, short messages and jobs from before the restore are given up first.',
    body: z.object({ drop: z.boolean() }), response: nothing,
  }),
};
