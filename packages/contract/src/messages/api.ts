import { z } from 'zod';
import { endpoint, nothing, shortId, uuid } from '../endpoint.ts';
import { Text } from '../text.ts';
import { messageKinds, type MessageKind } from './kinds.ts';

const Kind = z.enum(messageKinds);

/** Where a message leads that is of no record: one of our pages, never an address. */
export const MessageTarget = z.object({
  page: z.string(),
  params: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.string()).optional(),
});
export type MessageTarget = z.infer<typeof MessageTarget>;

/** In place of an application, for what is of none. */
export const ofPlatform = '~platform';

export const Message = z.object({
  id: uuid,
  kind: Kind,
  /** The record that it is about; null all four for what is of none. */
  appId: shortId.nullable(),
  formId: shortId.nullable(),
  formTitle: Text.nullable(),
  recordId: uuid.nullable(),
  /** Of the record, as the person may see it, or of the thing; may be empty. */
  title: z.string(),
  /** Of a thing that gave cause several times in a while, in one message. */
  times: z.int().min(1),
  /** The page it leads to where it is of no record. */
  target: MessageTarget.nullable(),
  /** Who did it; null where nobody did. */
  by: z.string().nullable(),
  /** The agent who did it for them. */
  deputy: z.string().nullable(),
  /** Whose to-do it is, where it came to the reader as an agent. */
  onBehalfOf: z.object({ id: uuid, name: z.string() }).nullable(),
  at: z.string(),
  readAt: z.string().nullable(),
});
export type Message = z.infer<typeof Message>;

/** A record as notices speak of it, on sockets. */
export type RecordMention = {
  /** As the person sees it; empty where it is not for their eyes. */
  title: string;
  formTitle: Text;
  appId: string;
  formId: string;
  recordId: string;
  /** Who did it; null for what followed by itself. */
  by: string | null;
  /** The agent who did it for them. */
  deputy?: string;
};

/** Sent to a person's sockets when their messages changed. */
export interface MessagesChanged {
  type: 'messages.changed';
}

/** More unread messages than this are not counted. */
export const mostUnread = 999;

/** `app` null: of every application that has no entry of its own; `ofPlatform`: of what is of no application. */
export const Subscription = z.object({
  app: z.union([shortId, z.literal(ofPlatform)]).nullable(),
  kind: Kind,
  subscribed: z.boolean(),
});
export type Subscription = z.infer<typeof Subscription>;

const own = { permission: 'messages.own.edit' } as const;

export const messagesApi = {
  list: endpoint({
    method: 'GET',
    path: '/messages',
    ...own,
    summary: 'My messages, newest first.',
    query: z.object({
      after: uuid.optional(),
      limit: z.number().int().min(1).max(100).optional(),
      unread: z.boolean().optional(),
      /** What the title, the form's name or the name of whoever did it contains: each of its words. */ search: z
        .string()
        .trim()
        .max(100)
        .optional(),
      /** Of an application, or of what is of none. */
      app: z.union([shortId, z.literal(ofPlatform)]).optional(),
      kind: Kind.optional(),
    }),
    response: z.object({ rows: z.array(Message), next: uuid.nullable() }),
  }),
  count: endpoint({
    method: 'GET',
    path: '/messages/unread',
    ...own,
    summary: `How many of my messages are unread, up to ${mostUnread + 1}.`,
    response: z.object({ unread: z.int() }),
  }),
  read: endpoint({
    method: 'POST',
    path: '/messages/readings',
    ...own,
    summary: 'Marks messages of mine as read: those named, or all about a record.',
    body: z.union([z.object({ ids: z.array(uuid).min(1).max(100) }), z.object({ recordId: uuid })]),
    response: nothing,
  }),
  remove: endpoint({
    method: 'POST',
    path: '/messages/deletions',
    ...own,
    summary: 'Deletes messages of mine.',
    body: z.object({ ids: z.array(uuid).min(1).max(100) }),
    response: nothing,
  }),
  subscriptions: endpoint({
    method: 'GET',
    path: '/messages/subscriptions',
    ...own,
    summary: 'What I subscribed to or not, where I said so.',
    response: z.object({ subscriptions: z.array(Subscription) }),
  }),
  subscribe: endpoint({
    method: 'PUT',
    path: '/messages/subscriptions',
    ...own,
    summary: 'Subscribes me to kinds of messages, of one application or of all, or ends it.',
    body: z.object({ subscriptions: z.array(Subscription).min(1).max(messageKinds.length) }),
    response: z.object({ subscriptions: z.array(Subscription) }),
  }),
};

/** Whether somebody is told of something in an application: what they said of it, else of all; who said nothing is. */
export function subscribed(subscriptions: readonly Subscription[], app: string, kind: MessageKind): boolean {
  const said = (of: string | null) => subscriptions.find((one) => one.app === of && one.kind === kind)?.subscribed;
  return said(app) ?? said(null) ?? true;
}
