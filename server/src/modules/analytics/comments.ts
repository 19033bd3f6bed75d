import type { AnalysisKind } from '@formwork/contract/analytics/page-api.ts';
import type { PageComment, pageTalkApi } from '@formwork/contract/analytics/talk-api.ts';
import type { InputOf, ResponseOf } from '@formwork/contract/endpoint.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { Ctx } from '../../platform/context.ts';
import { inSpace, spaceQuery, spaceSchema } from '../../platform/db/space-data.ts';
import { AppError, forbidden, invalid, notFound } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { asPerson } from '../identity/public.ts';
import { directoryOf } from '../organization/public.ts';
import { maySee, requireSeen } from './require-seen.ts';

type Input<Name extends keyof typeof pageTalkApi> = InputOf<(typeof pageTalkApi)[Name]>;
type Answer<Name extends keyof typeof pageTalkApi> = Promise<ResponseOf<(typeof pageTalkApi)[Name]>>;

const pageSize = 30;

export async function listComments(ctx: Ctx, { params, query }: Input<'comments'>): Answer<'comments'> {
  const { analysisKind: kind, analysisId: thing } = params;
  await requireSeen(ctx, kind, thing);
  const { limit = pageSize } = query;
  const [{ rows }, all] = await Promise.all([
    spaceQuery<Stored>(ctx.platform, {
      text: `select ${columns} from ${tableOf(ctx)} where kind = $1 and thing = $2 and ($3::uuid is null or id < $3) order by id desc limit $4`,
      values: [kind, thing, query.after ?? null, limit + 1],
    }),
    spaceQuery<{ total: number }>(ctx.platform, {
      text: `select count(*)::int as total from ${tableOf(ctx)} where kind = $1 and thing = $2`,
      values: [kind, thing],
    }),
  ]);
  const shown = rows.slice(0, limit);
  return {
    rows: shown.map((row) => viewOf(ctx, row)),
    next: rows.length > shown.length ? (shown.at(-1)?.id ?? null) : null,
    total: all.rows[0]?.total ?? 0,
  };
}

export async function writeComment(ctx: Ctx, { params, body }: Input<'comment'>): Answer<'comment'> {
  const { analysisKind: kind, analysisId: thing } = params;
  const { row: page } = await requireSeen(ctx, kind, thing);
  const text = body.text.trim();
  if (text === '') throw invalid('records.comment.empty', [{ path: 'body.text', code: 'records.comment.empty' }]);
  const { people } = await directoryOf(ctx.platform, ctx.spaceId);
  const mentions = [...new Set(body.mentions)].filter((id) => people.has(id));
  const seeing = await Promise.all(mentions.map((person) => nameSeen(ctx, person, kind, thing)));
  const comment = await inSpace(ctx, async (tx) => {
    const made = await tx.query<Stored>({
      text: `insert into ${tx.schema}.analytics_comment (id, command, kind, thing, author, deputy, text, mentions) values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (author, command) do nothing returning ${columns}`,
      values: [newId(), body.commandId, kind, thing, ctx.user.id, ctx.user.deputy?.id ?? null, text, mentions],
    });
    const [written] = made.rows;
    if (written) {
      const { id: commentId } = written;
      await tx.event('analytics.comment.added', thing, {
        kind,
        thing,
        commentId,
        title: page.name.zh,
        people: mentions,
      });
      return written;
    }
    const before = await tx.query<Stored>({
      text: `select ${columns} from ${tx.schema}.analytics_comment where author = $1 and command = $2 and kind = $3 and thing = $4`,
      values: [ctx.user.id, body.commandId, kind, thing],
    });
    if (!before.rows[0]) throw notFound('records.comment.not_found');
    return before.rows[0];
  });
  return { comment: viewOf(ctx, comment), unseeing: mentions.filter((_, at) => !seeing[at]) };
}

/** One's own alone; where the page is not seen any more there is none. */
export async function removeComment(
  ctx: Ctx,
  { params: { commentId } }: Input<'removeComment'>,
): Answer<'removeComment'> {
  const { rows } = await spaceQuery<{ kind: AnalysisKind; thing: string; author: string }>(ctx.platform, {
    text: `select kind, thing, author from ${tableOf(ctx)} where id = $1`,
    values: [commentId],
  });
  const found = rows[0];
  if (!found || !(await maySee(ctx, found.kind, found.thing))) throw notFound('records.comment.not_found');
  if (found.author !== ctx.user.id) throw forbidden('records.comment.not_own');
  const { kind, thing } = found;
  await inSpace(ctx, async (tx) => {
    const { rowCount } = await tx.query({
      text: `delete from ${tx.schema}.analytics_comment where id = $1`,
      values: [commentId],
    });
    if (rowCount === 0) throw notFound('records.comment.not_found');
    await tx.event('analytics.comment.removed', thing, { kind, thing, commentId });
  });
  return null;
}

/** What a page is called, where they see it with the rights they have now; who is no member any more sees nothing. */
export async function nameSeen(
  { platform, spaceId }: Pick<Ctx, 'platform' | 'spaceId'>,
  person: string,
  kind: AnalysisKind,
  thing: string,
): Promise<Text | undefined> {
  try {
    const ctx = await asPerson({ platform, spaceId }, person, 'mentioned in a comment');
    return (await requireSeen(ctx, kind, thing)).row.name;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return undefined;
    throw error;
  }
}

interface Stored {
  id: string;
  author: string;
  deputy: string | null;
  text: string;
  mentions: string[];
  at: Date;
}
const columns = 'id, author, deputy, text, mentions, at';

function viewOf(ctx: Ctx, { at, ...row }: Stored): PageComment {
  return { ...row, at: at.toISOString(), can: { delete: row.author === ctx.user.id } };
}

const tableOf = ({ spaceId }: Pick<Ctx, 'spaceId'>): string => `${spaceSchema(spaceId)}.analytics_comment`;
