import { z } from 'zod';
import { endpoint, nothing } from '../endpoint.ts';

/** Mails, short messages and jobs that were not sent or begun, and steps of processes whose time has come. */
export const waitingKinds = ['mail', 'sms', 'job', 'step'] as const;

/**
 * What a restore brought back although it may have been ended since the backup, for somebody to look through; and what it had to
 * reset or to leave out.
 */
export const returnedKinds = [
  'administrator',
  'right',
  'refusal',
  'password',
  'token',
  'hosting',
  'delegation',
  'invitation',
  'link',
  'share',
  'credential',
  'deviceKey',
  'delivery',
  'secondStep',
  'recoveryCode',
  'idCard',
  'givenPassword',
  'connectionSecret',
  'waitingPassword',
  'leftOut',
] as const;

export const Returned = z.object({
  kind: z.enum(returnedKinds),
  count: z.number(),
  /** The first of them, where they have names. */
  names: z.array(z.string()),
});
export type Returned = z.infer<typeof Returned>;

/** So many are named of each kind. */
export const mostReturnedNames = 100;

const Waiting = z.array(z.object({ kind: z.enum(waitingKinds), count: z.number(), since: z.iso.datetime() }));

const Restored = z.object({
  /** The moment which the backup shows. */
  from: z.iso.datetime(),
  restoredAt: z.iso.datetime(),
  returned: z.array(Returned),
});

/** An installation, or single enterprises of it, restored from a backup, before an operator lets them go on. */
export const HeldInstallation = z.object({
  /** Null where it is not held as a whole. */
  held: Restored.nullable(),
  waiting: Waiting,
  spaces: z.array(Restored.extend({ id: z.string(), name: z.string(), waiting: Waiting })),
});
export type HeldInstallation = z.infer<typeof HeldInstallation>;

export const holdApi = {
  hold: endpoint({
    method: 'GET',
    path: '/operations/hold',
    permission: 'operations.hold.end',
    summary:
      'Whether the installation or single enterprises are held after a restore, what waits until they go on, and what came back.',
    response: HeldInstallation,
  }),
  endHold: endpoint({
    method: 'PUT',
    path: '/operations/hold/end',
    permission: 'operations.hold.end',
    inPerson: true,
    summary:
      'Lets the installation go on, or the named enterprise. With `drop`, mails, short messages and jobs from before the restore are given up first.',
    body: z.object({ drop: z.boolean(), spaceId: z.string().optional() }),
    response: nothing,
  }),
};
