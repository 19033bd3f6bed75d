import { buffer } from 'node:stream/consumers';
import type { embedApi } from '@formwork/contract/analytics/embed-api.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { FastifyReply } from 'fastify';
import { errorText } from '../../../platform/error-texts.ts';
import { AppError, forbidden, notFound } from '../../../platform/errors.ts';
import type { VisitorCtx } from '../../../platform/context.ts';
import { networkOf } from '../../../platform/http/addresses.ts';
import { takeTry } from '../../../platform/http/rate-limit.ts';
import { answered, releasedDashboard } from '../charts.ts';
import { asFile, boardContent, shownContent, type FileContent } from '../file.ts';
import { forVisitors } from '../for-visitors.ts';
import { panelAnswers, type PanelAnswer } from '../pictures/parts-of.ts';
import type { Pick } from '../question.ts';
import { leadingNowhere } from '../seen-jumps.ts';
import { noteVisit, requireShown } from '../shared.ts';
import { inFileLane } from './file-lane.ts';
import { picksChosen, sayingWhich, type Embedded } from './offered.ts';
import { openedBy } from './open.ts';

/** Each is drawn or written anew. Many viewers of one embedding may come from many networks. */
const takings = { name: 'analytics.embed.file', most: 60, seconds: 60 };
const takingsOfOne = { name: 'analytics.embed.file_of', most: 120, seconds: 60 };

/** What the token shows as a file, narrowed as the viewer narrowed it, where the token allows files of this kind. */
export async function takeEmbedded(
  visitor: VisitorCtx,
  { body }: InputOf<typeof embedApi.file>,
  reply: FastifyReply,
): Promise<unknown> {
  await takeTry(visitor.platform, takings, networkOf(visitor.ip));
  const shown = await openedBy(visitor, body);
  if (!shown.offers.files.includes(body.format)) throw forbidden('analytics.embed.not_offered');
  await takeTry(visitor.platform, takingsOfOne, shown.embedding);
  const file = await inFileLane(visitor.platform, shown.embedding, () =>
    sayingWhich(shown, body.chosen, () => madeFile(shown, body)),
  );
  noteVisit(shown.maker, shown.kind, shown.thing);
  return asFile(reply, file.name, file.ending).send(file.content);
}

type Body = InputOf<typeof embedApi.file>['body'];

/** Whole: whoever fetches it slowly holds up nobody. */
async function madeFile(shown: Embedded, { format, dark, part, chosen }: Body): Promise<FileContent> {
  const picks = [...shown.fixed, ...(await picksChosen(shown, chosen))];
  const wanted = { format, dark, picks };
  const file = shown.kind === 'chart' ? await ofChart(shown, wanted) : await ofDashboard(shown, wanted, part);
  return { ...file, content: Buffer.isBuffer(file.content) ? file.content : await buffer(file.content) };
}

type Wanted = Parameters<typeof shownContent>[3] & { picks: readonly Pick[] };
type Shown = NonNullable<PanelAnswer['shown']>;

async function ofChart(embedded: Embedded, wanted: Wanted): Promise<FileContent> {
  const { maker, thing } = embedded;
  const shown = await answered(maker, thing, { picks: [...wanted.picks] });
  await requireShown(maker, shown.definition, embedded);
  return shownContent(maker, textIn(shown.name, maker.locale), withoutIds(shown), wanted);
}

async function ofDashboard(embedded: Embedded, wanted: Wanted, part: string | undefined): Promise<FileContent> {
  const { maker, kind, thing } = embedded;
  if (kind !== 'dashboard') throw notFound('analytics.embed.gone');
  const { name, body } = await releasedDashboard(maker, thing);
  const board = part === undefined ? body : { ...body, panels: body.panels.filter(({ id }) => id === part) };
  const answers = await Promise.all(
    (await panelAnswers(maker, board, wanted.picks)).map((answer) => forViewers(embedded, answer)),
  );
  if (part === undefined) {
    const told = { ...body, panels: leadingNowhere(body.panels) };
    return boardContent(maker, textIn(name, maker.locale), told, answers, wanted);
  }
  const [one] = answers;
  if (!one?.shown) throw notFound('analytics.panel.gone');
  return shownContent(maker, one.title, one.shown, wanted);
}

/** What visitors may not look at says so in its place. */
async function forViewers(embedded: Embedded, answer: PanelAnswer): Promise<PanelAnswer> {
  const { maker } = embedded;
  if (!answer.shown) return answer;
  try {
    await requireShown(maker, answer.shown.definition, embedded);
    return { ...answer, shown: withoutIds(answer.shown) };
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return { ...answer, shown: undefined, problem: errorText(maker.locale, error.code, error.data) };
  }
}

/** The source stays known to the server, which asks whether single records may be taken away. */
function withoutIds(shown: Shown): Shown {
  const { definition, result } = forVisitors(shown.definition, shown.result);
  return { ...shown, definition: { ...definition, form: shown.definition.form }, result };
}
