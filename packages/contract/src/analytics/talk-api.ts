import { z } from 'zod';
import { endpoint, nothing, uuid } from '../endpoint.ts';
import { mostCommentText, mostMentions } from '../records/talk.ts';
import { analysisKinds } from './page-api.ts';

const read = 'analytics.chart.read';
const ofPage = z.object({ analysisKind: z.enum(analysisKinds), analysisId: uuid });

export const PageComment = z.object({
  id: uuid,
  author: uuid,
  /** Who really wrote it: a trustee of the author. */
  deputy: uuid.nullable(),
  /** Plain text; those it mentions stand in it as `@name`. */
  text: z.string(),
  mentions: z.array(uuid),
  at: z.iso.datetime(),
  can: z.object({ delete: z.boolean() }),
});
export type PageComment = z.infer<typeof PageComment>;

/** What people say about a dashboard, screen or chart: whoever sees the page may, visitors neither read nor write. */
export const pageTalkApi = {
  comments: endpoint({
    method: 'GET',
    path: '/analytics/comments/:analysisKind/:analysisId',
    permission: read,
    summary: 'Comments on a dashboard, screen or chart, the latest first',
    params: ofPage,
    query: z.object({ after: uuid.optional(), limit: z.number().int().min(1).max(100).optional() }),
    response: z.object({ rows: z.array(PageComment), next: uuid.nullable(), total: z.int() }),
  }),
  comment: endpoint({
    method: 'POST',
    path: '/analytics/comments/:analysisKind/:analysisId',
    permission: read,
    summary: 'Comment on a dashboard, screen or chart; those mentioned who see it are told',
    params: ofPage,
    body: z.object({
      commandId: uuid,
      /** An empty text is refused at its field, in words of the person's language. */
      text: z.string().max(mostCommentText),
      mentions: z.array(uuid).max(mostMentions),
    }),
    /** Those it mentions who do not see the page: they are told nothing. */
    response: z.object({ comment: PageComment, unseeing: z.array(uuid) }),
  }),
  removeComment: endpoint({
    method: 'DELETE',
    path: '/analytics/comments/:commentId',
    permission: read,
    summary: 'Delete an own comment on a dashboard, screen or chart',
    params: z.object({ commentId: uuid }),
    response: nothing,
  }),
};
