import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { nameText } from '../text.ts';

/** Places where events are laid down as files of JSON lines. */
export const receiverPlaces = ['s3', 'sftp', 'webdav', 'disk'] as const;
/** Kinds of connections that events are sent over: by an address with its login, signed with a secret, or as files. */
export const receiverKinds = ['http', 'webhook', ...receiverPlaces] as const;
export const mostReceivers = 20;

export const ReceiverInput = z.object({
  /** 0 makes one. */
  version: z.int().min(0),
  name: nameText().min(1).max(100),
  connection: uuid,
  /** Below the address of the connection, as `api/v1/lineage`, or the folder of files; a webhook has none. */
  path: z
    .string()
    .trim()
    .max(500)
    .regex(/^[^?#\s]*$/),
  enabled: z.boolean(),
});
export type ReceiverInput = z.infer<typeof ReceiverInput>;

export const Receiver = z.object({
  id: uuid,
  ...ReceiverInput.shape,
  connectionName: z.string(),
  setBy: uuid,
  sent: z.int(),
  sentAt: z.iso.datetime().nullable(),
  /** Events that the other side would not take, whatever is done: they were left out. */
  refused: z.int(),
  /** Tries in a row that failed. */
  failures: z.int(),
  /** Why the last one failed: a code of a refusal, or what was answered. */
  failure: z.string().nullable(),
  failedAt: z.iso.datetime().nullable(),
  /** When it is tried again. */
  nextAt: z.iso.datetime().nullable(),
  /** Events that wait to be sent. */
  waiting: z.int(),
});
export type Receiver = z.infer<typeof Receiver>;

const ofReceiver = z.object({ receiverId: uuid });
const edit = 'assets.asset.edit';

/** Where events of OpenLineage are sent by themselves. */
export const receiverApi = {
  receivers: endpoint({
    method: 'GET',
    path: '/openlineage/receivers',
    permission: edit,
    summary: 'Where events of our runs are sent, how far that came, and what failed.',
    response: z.array(Receiver),
  }),
  createReceiver: endpoint({
    method: 'POST',
    path: '/openlineage/receivers',
    permission: edit,
    summary: 'Sends events over a connection from now on, as the caller may see them.',
    body: ReceiverInput,
    response: Receiver,
  }),
  updateReceiver: endpoint({
    method: 'PUT',
    path: '/openlineage/receivers/:receiverId',
    permission: edit,
    summary: 'Changes where events are sent; from now on they are read with the rights of who changes it.',
    params: ofReceiver,
    body: ReceiverInput,
    response: Receiver,
  }),
  removeReceiver: endpoint({
    method: 'DELETE',
    path: '/openlineage/receivers/:receiverId',
    permission: edit,
    summary: 'Sends no events there any more.',
    params: ofReceiver,
    response: nothing,
  }),
  sendNow: endpoint({
    method: 'POST',
    path: '/openlineage/receivers/:receiverId/tries',
    permission: edit,
    summary: 'Sends what waits now, also where it failed before.',
    params: ofReceiver,
    response: Receiver,
  }),
};
