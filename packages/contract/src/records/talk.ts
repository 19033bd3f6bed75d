import { z } from 'zod';
import { endpoint, nothing, shortId, uuid } from '../endpoint.ts';
import type { RecordMention } from '../messages/api.ts';
import { Text, shownText } from '../text.ts';

/** What people do around a record: comment on it, follow it, have it open. Whoever sees the record may. */

const recordParams = z.object({ formId: shortId, recordId: uuid });
const commentParams = recordParams.extend({ commentId: uuid });

export const mostCommentText = 5_000;
export const mostMentions = 50;
export const mostCommentFiles = 5;
/** Minutes in which whoever wrote a comment may change it. */
export const commentEditMinutes = 15;

const CommentFile = z.object({
  id: uuid,
  name: shownText().max(255),
  size: z.number().nonnegative(),
  type: z.string().max(100),
});

export const Comment = z.object({
  id: uuid,
  author: uuid,
  /** Who really wrote it: a trustee of the author. */
  deputy: uuid.nullable(),
  /** Plain text; those it mentions stand in it as `@name`. */
  text: z.string(),
  mentions: z.array(uuid),
  files: z.array(CommentFile),
  at: z.iso.datetime(),
  editedAt: z.iso.datetime().nullable(),
  can: z.object({ edit: z.boolean(), delete: z.boolean() }),
});
export type Comment = z.infer<typeof Comment>;

/** An empty text is refused at its field, in words of the person's language. */
const written = { text: z.string().max(mostCommentText), mentions: z.array(uuid).max(mostMentions) };

/** Those it mentions who do not see the record: they are told nothing. */
const WrittenComment = z.object({ comment: Comment, unseeing: z.array(uuid) });

export const Follower = z.object({ person: uuid, since: z.iso.datetime() });

export const FollowedRecord = z.object({
  formId: shortId,
  appId: shortId,
  recordId: uuid,
  title: z.string(),
  formTitle: Text,
  since: z.iso.datetime(),
  modifiedAt: z.iso.datetime().nullable(),
});
export type FollowedRecord = z.infer<typeof FollowedRecord>;

export const noticeKinds = [
  'mentioned',
  'commented',
  'changed',
  'deleted',
  'shared',
  'transferred',
  'notified',
] as const;
export type NoticeKind = (typeof noticeKinds)[number];

/** The socket message of a notice about a record. */
export type RecordNotice = RecordMention & {
  type: 'records.notice';
  kind: NoticeKind;
  /** There is nothing to open. */ gone?: boolean;
};

/** To everybody who has the record open: somebody else has, too. Whoever hears a greeting answers with their own. */
export type PresenceMessage = {
  type: 'record.present' | 'record.absent';
  page: string;
  person: { id: string; name: string };
  editing: boolean;
  hello: boolean;
};

/** Whoever was not heard of for so long has gone. */
export const presenceSeconds = 60;

export const talkApi = {
  comments: endpoint({
    method: 'GET',
    path: '/records/:formId/:recordId/comments',
    permission: 'records.record.read',
    agents: 'read',
    summary: 'Comments on a record, the latest first',
    params: recordParams,
    query: z.object({ after: uuid.optional(), limit: z.number().int().min(1).max(100).optional() }),
    response: z.object({ rows: z.array(Comment), next: uuid.nullable(), total: z.number().int() }),
  }),
  comment: endpoint({
    method: 'POST',
    path: '/records/:formId/:recordId/comments',
    permission: 'records.record.read',
    summary: 'Comment on a record; those mentioned who see the record are told',
    params: recordParams,
    body: z.object({
      /** As of a record that is created. */ commandId: uuid.optional(),
      ...written,
      files: z.array(CommentFile).max(mostCommentFiles).default([]),
    }),
    response: WrittenComment,
  }),
  editComment: endpoint({
    method: 'PATCH',
    path: '/records/:formId/:recordId/comments/:commentId',
    permission: 'records.record.read',
    summary: 'Change an own comment, a while after it was written',
    params: commentParams,
    body: z.object(written),
    response: WrittenComment,
  }),
  removeComment: endpoint({
    method: 'DELETE',
    path: '/records/:formId/:recordId/comments/:commentId',
    permission: 'records.record.read',
    summary: 'Delete an own comment with its files',
    params: commentParams,
    response: nothing,
  }),

  followers: endpoint({
    method: 'GET',
    path: '/records/:formId/:recordId/followers',
    permission: 'records.record.read',
    summary: 'Who follows the record, and whether one does oneself',
    params: recordParams,
    response: z.object({ following: z.boolean(), total: z.number().int(), followers: z.array(Follower) }),
  }),
  follow: endpoint({
    method: 'PUT',
    path: '/records/:formId/:recordId/follow',
    permission: 'records.record.read',
    summary: 'Be told when the record changes',
    params: recordParams,
    response: nothing,
  }),
  unfollow: endpoint({
    method: 'DELETE',
    path: '/records/:formId/:recordId/follow',
    permission: 'records.record.read',
    summary: 'Be told no longer',
    params: recordParams,
    response: nothing,
  }),
  followed: endpoint({
    method: 'GET',
    path: '/records/followed',
    permission: 'records.record.read',
    summary: 'The records one follows, as far as one sees them, the latest followed first',
    query: z.object({ after: z.string().max(200).optional(), limit: z.number().int().min(1).max(100).optional() }),
    response: z.object({ rows: z.array(FollowedRecord), next: z.string().nullable() }),
  }),

  present: endpoint({
    method: 'PUT',
    path: '/records/:formId/:recordId/presence',
    permission: 'records.record.read',
    summary: 'Say that one has the record open; said again and again while one has',
    params: recordParams,
    body: z.object({ page: uuid, editing: z.boolean(), hello: z.boolean(), gone: z.boolean().optional() }),
    response: nothing,
  }),
};
