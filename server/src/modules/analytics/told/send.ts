import { sentRun, subscriptionSchedule } from '@formwork/contract/analytics/told-api.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { AppError } from '../../../platform/errors.ts';
import { inEverySpace } from '../../../platform/jobs/jobs-retention.ts';
import { month, runKind, type Job } from '../../../platform/runs/run-kinds.ts';
import { startRunNow } from '../../../platform/runs/runs.ts';
import type { ScheduledKind } from '../../../platform/scheduled.ts';
import { scheduledKind } from '../../etl/public.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { asPerson } from '../../identity/public.ts';
import { answered, releasedDashboard } from '../charts.ts';
import { mannersOf } from '../../records/public.ts';
import { requireSeen } from '../require-seen.ts';
import { draw } from '../pictures/draw.ts';
import { boardPages, boardPicture, chartPicture, panelAnswers, type PanelAnswer } from '../pictures/parts-of.ts';
import type { Picture } from '../pictures/picture.ts';
import { screenPicture, screenShown } from '../pictures/screen-parts.ts';
import { figuresOf } from './figures.ts';
import { sendSubscription, type Sending } from './send-name.ts';
import { keepSent } from './sent-picture.ts';
import { peopleToTell, requireOwn, subscriptionOf, type SubscriptionRow } from './subscriptions.ts';
import { tellPerson } from './tell.ts';

export const sendRun = runKind({
  ...sendSubscription,
  retries: 3,
  keep: month,
  async work(job: Job<Sending>) {
    const { payload } = job;
    const row = 'once' in payload ? payload.once : await subscriptionOf(job, payload.subscription);
    if (!row) return { sent: 0 };
    let sent = 0;
    const receivers = await peopleToTell(job, row.receivers);
    const mannersBy = await mannersOf(job.platform, job.spaceId, receivers, row.locale);
    for (const [at, receiver] of receivers.entries()) {
      if (job.cancelled()) break;
      job.progress(at, receivers.length);
      if (await sendTo(job, row, receiver, mannersBy(receiver).locale)) sent += 1;
    }
    return { sent };
  },
});

/** By the clock, in the name of who set the time. */
export const scheduledSubscription: ScheduledKind = {
  ...scheduledKind(subscriptionSchedule, async (platform, due) => {
    const ctx = await asPerson({ platform, spaceId: due.spaceId }, due.by, 'a subscription is due');
    await startRunNow(ctx, sendSubscription, { subscription: due.ofId }, { id: due.run, trigger: 'schedule' });
  }),
  requireMay: async (ctx, id) => void (await requireOwn(ctx, id)),
};

export const forgetSent = inEverySpace('analytics.forget_sent', '45 3 * * *', (platform, spaceId) =>
  spaceQuery(platform, {
    text: `delete from ${spaceSchema(spaceId)}.analytics_sent where at < now() - interval '60 days'`,
  }),
);

/** What the receiver may see of it, by their own rights; who may not see it at all gets nothing. */
async function sendTo(job: Job, row: Omit<SubscriptionRow, 'id'>, receiver: string, locale: Locale): Promise<boolean> {
  const { platform, spaceId } = job;
  const table = `${spaceSchema(spaceId)}.analytics_sent`;
  const before = await spaceQuery(platform, {
    text: `select 1 from ${table} where run = $1 and receiver = $2`,
    values: [job.id, receiver],
  });
  if (before.rows.length > 0) return false;
  let shown: Shown;
  try {
    const ctx = { ...(await asPerson({ platform, spaceId }, receiver, 'a subscription is sent')), locale };
    await requireSeen(ctx, row.kind, row.thing);
    shown = await shownOf[row.kind](ctx, row.thing);
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
  const { name, picture, answers } = shown;
  const figures = figuresOf(answers, locale);
  const png = await draw(platform, 'png', { ...picture, scale: 1 });
  await tellPerson(job, receiver, {
    kind: 'analyticsSubscription',
    once: `${job.id} ${receiver}`,
    title: [name, figures.first].filter(Boolean).join(locale === 'zh-CN' ? '：' : ': '),
    locale,
    text: figures.text,
    html: `<p>${figures.head}</p><p><img alt="" style="max-width:100%" src="data:image/png;base64,${png.toString('base64')}"></p>${figures.html}`,
    target: {
      page: pageOf[row.kind],
      params: { id: row.thing },
      ...(row.ways.includes('message') && { query: { [sentRun]: job.id } }),
    },
    ways: row.ways,
    by: row.owner === receiver ? null : row.owner,
  });
  await keepSent(job, receiver, row, row.ways.includes('message') ? png : undefined);
  return true;
}

interface Shown {
  name: string;
  picture: Picture;
  answers: readonly Omit<PanelAnswer, 'panel'>[];
}

async function chartShown(ctx: Ctx, chart: string): Promise<Shown> {
  const { locale } = ctx;
  const shown = await answered(ctx, chart, { picks: [] });
  const answer = { title: textIn(shown.name, locale), shown, problem: '' };
  return { name: answer.title, answers: [answer], picture: chartPicture(answer, noteOf(ctx), look(locale)) };
}

async function boardShown(ctx: Ctx, dashboard: string): Promise<Shown> {
  const { locale } = ctx;
  const { name: title, body } = await releasedDashboard(ctx, dashboard);
  const answers = await panelAnswers(ctx, body, []);
  const name = textIn(title, locale);
  const picture = boardPicture(name, noteOf(ctx), boardPages(body, answers, locale), look(locale));
  return { name, answers, picture };
}

async function stageShown(ctx: Ctx, screen: string): Promise<Shown> {
  const shown = await screenShown(ctx, screen, []);
  const { name, answers } = shown;
  return { name, answers: [...answers.values()], picture: screenPicture(shown, noteOf(ctx), ctx.locale) };
}

const shownOf: Record<SubscriptionRow['kind'], (ctx: Ctx, thing: string) => Promise<Shown>> = {
  chart: chartShown,
  dashboard: boardShown,
  screen: stageShown,
};
const pageOf = { chart: 'chartView', dashboard: 'dashboard', screen: 'screen' } as const;

const look = (locale: Ctx['locale']) => ({ dark: false, locale });

function noteOf({ platform, spaceId, locale }: Ctx): string {
  return new Intl.DateTimeFormat(locale, {
    dateStyle: 'long',
    timeStyle: 'short',
    timeZone: zoneOf(platform, spaceId),
  }).format(new Date());
}
