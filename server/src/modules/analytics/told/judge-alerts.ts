import { isFigure, usesOf, type ChartDefinition } from '@formwork/contract/analytics/definition.ts';
import { setOfSource } from '@formwork/contract/analytics/source.ts';
import { textIn, type Text } from '@formwork/contract/text.ts';
import { fullNumber } from '@formwork/chart/look/numbers.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import type { Ctx } from '../../../platform/context.ts';
import { spaceQuery, spaceSchema } from '../../../platform/db/space-data.ts';
import { AppError, notFound } from '../../../platform/errors.ts';
import type { Subscriber } from '../../../platform/events/events.ts';
import { inEverySpace } from '../../../platform/jobs/jobs-retention.ts';
import type { Platform } from '../../../platform/platform.ts';
import { releasedOf } from '../../definitions/public.ts';
import { asPerson } from '../../identity/public.ts';
import { mannersOf } from '../../records/public.ts';
import { requireSeen } from '../require-seen.ts';
import { resultOf } from '../result.ts';
import { watchedOf } from '../watched.ts';
import { alertColumns, type AlertRow, type StandingRow } from './alerts.ts';
import { judge, type Judgement } from '../../../platform/judge.ts';
import { peopleToTell } from './subscriptions.ts';
import { tellPerson } from './tell.ts';

/** By the clock: what is late is seen, and what has lasted long enough. */
export const judgeByClock = inEverySpace('analytics.judge_alerts', '* * * * *', judgeSpace);

/** A moment after records changed, at most every few seconds. */
export const alertsSubscriber: Subscriber = {
  name: 'analytics.judge_alerts',
  start: 'now',
  types: ['records.'],
  async handle(platform, spaceId) {
    const soon = soonOf(platform);
    const wait = (soon.get(spaceId) ?? 0) + restMs - Date.now();
    // the clock sees what comes in between
    if (wait > 0) return;
    soon.set(spaceId, Date.now());
    await judgeSpace(platform, spaceId);
  },
};

const restMs = 3_000;
const lastJudged = new WeakMap<Platform, Map<string, number>>();

function soonOf(platform: Platform): Map<string, number> {
  const known = lastJudged.get(platform) ?? new Map<string, number>();
  lastJudged.set(platform, known);
  return known;
}

/** All alerts of a space that are on, one after the other. */
export async function judgeSpace(platform: Platform, spaceId: string): Promise<void> {
  const { rows } = await spaceQuery<AlertRow>(platform, {
    text: `select ${alertColumns} from ${spaceSchema(spaceId)}.analytics_alert where enabled order by id`,
  });
  for (const alert of rows) await judgeOne({ platform, spaceId }, alert);
}

/** Those of charts of data sets whose rows were just read anew; nobody's reading fails over them. */
export async function judgeReaders(platform: Platform, spaceId: string, datasets: ReadonlySet<string>): Promise<void> {
  const at = { platform, spaceId };
  const { rows } = await spaceQuery<AlertRow>(platform, {
    text: `select ${alertColumns} from ${spaceSchema(spaceId)}.analytics_alert where enabled order by id`,
  });
  for (const alert of rows) {
    try {
      if (await readsOneOf(at, alert.chart, datasets)) await judgeOne(at, alert);
    } catch (error) {
      platform.log.warn({ err: error, alert: alert.id }, 'an alert could not be judged');
    }
  }
}

/** Charts of data sets of charts read what these do. */
async function readsOneOf(at: At, chart: string, datasets: ReadonlySet<string>): Promise<boolean> {
  const form = (await releasedOf<ChartDefinition>(at.platform, at.spaceId, 'chart', chart))?.body.form ?? null;
  const sources = await watchedOf(at, form);
  return sources.some((source) => datasets.has(setOfSource(source) ?? ''));
}

type At = Pick<Ctx, 'platform' | 'spaceId'>;

async function judgeOne(at: At, alert: AlertRow): Promise<void> {
  try {
    await judged(at, alert);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    await noteJudged(at, alert.id, JSON.stringify({ code: error.code, data: error.data }));
  }
}

/** By the sight of whoever set the alert: what they do not see raises nothing. */
async function judged(at: At, alert: AlertRow): Promise<void> {
  const ctx = await asPerson(at, alert.owner, 'an alert is judged');
  await requireSeen(ctx, 'chart', alert.chart);
  const released = await releasedOf<ChartDefinition>(at.platform, at.spaceId, 'chart', alert.chart);
  if (!released?.enabled) throw notFound('analytics.chart.gone');
  const result = await resultOf(ctx, released.body);
  // what its source said before is nothing that happens now
  if (result.unread) throw new AppError('analytics.set.unread');
  const place = result.columns.findIndex(({ id }) => id === alert.figure);
  if (place === -1) throw notFound('analytics.alert.no_figure');
  const keys = usesOf(released.body.settings).flatMap((use, index) => (isFigure(use) ? [] : [index]));
  const before = await standingsOf(at, alert.id);
  const now = new Date();
  const met = new Set<string>();
  for (const row of result.rows) {
    const key = JSON.stringify(keys.map((one) => row[one] ?? null));
    met.add(key);
    const cell = row[place] ?? null;
    const label = keys
      .map((one) => {
        const value = row[one] ?? null;
        return value === null ? '—' : (result.columns[one]?.labels?.[String(value)] ?? String(value));
      })
      .join(' · ');
    const value = cell === null ? null : Number(cell);
    const next = judge(before.get(key), value, now, alert);
    const kept = await keep(at, alert.id, key, label, value, before.get(key), next);
    if (next.told && kept) {
      const shown = cell === null ? '' : fullNumber(cell, ctx.locale, result.columns[place]?.format ?? {});
      await tell(at, alert, released.name, { key, label, shown, told: next.told, now });
    }
  }
  // a group that is gone is not beyond its bound any more
  for (const key of before.keys()) if (!met.has(key)) await drop(at, alert.id, key);
  await noteJudged(at, alert.id, null);
}

async function standingsOf({ platform, spaceId }: At, alert: string): Promise<Map<string, StandingRow>> {
  const { rows } = await spaceQuery<StandingRow>(platform, {
    text: `select alert, of as key, label, state, since, value::float8 as value from ${spaceSchema(spaceId)}.analytics_alert_state where alert = $1`,
    values: [alert],
  });
  return new Map(rows.map((row) => [row.key, row]));
}

/** False where somebody else judged it meanwhile: who comes first tells. */
async function keep(
  at: At,
  alert: string,
  key: string,
  label: string,
  value: number | null,
  before: StandingRow | undefined,
  { standing }: Judgement,
): Promise<boolean> {
  const table = `${spaceSchema(at.spaceId)}.analytics_alert_state`;
  if (!standing) {
    if (!before) return true;
    const { rowCount } = await spaceQuery(at.platform, {
      text: `delete from ${table} where alert = $1 and of = $2 and state = $3 and since = $4`,
      values: [alert, key, before.state, before.since.toISOString()],
    });
    return rowCount === 1;
  }
  const { rowCount } = await spaceQuery(at.platform, {
    text: `insert into ${table} as s (alert, of, label, state, since, value) values ($1, $2, $3, $4, $5, $6)
      on conflict (alert, of) do update set label = excluded.label, state = excluded.state, since = excluded.since, value = excluded.value
      where s.state = $7 and s.since = $8`,
    values: [
      alert,
      key,
      label,
      standing.state,
      standing.since.toISOString(),
      value === null ? null : String(value),
      before?.state ?? null,
      before?.since.toISOString() ?? null,
    ],
  });
  return rowCount === 1;
}

async function drop({ platform, spaceId }: At, alert: string, key: string): Promise<void> {
  await spaceQuery(platform, {
    text: `delete from ${spaceSchema(spaceId)}.analytics_alert_state where alert = $1 and of = $2`,
    values: [alert, key],
  });
}

async function noteJudged({ platform, spaceId }: At, alert: string, problem: string | null): Promise<void> {
  await spaceQuery(platform, {
    text: `update ${spaceSchema(spaceId)}.analytics_alert set judged_at = now(), problem = $2 where id = $1`,
    values: [alert, problem],
  });
}

interface Happened {
  key: string;
  label: string;
  shown: string;
  told: 'raised' | 'cleared';
  now: Date;
}

const signs = { raised: { above: '↑', below: '↓' }, cleared: { above: '✓', below: '✓' } } as const;

/** The figure is its owner's: others hear that there is something, and see what is theirs where the message leads. */
async function tell(at: At, alert: AlertRow, name: Text, { key, label, shown, told, now }: Happened): Promise<void> {
  const sign = signs[told][alert.side];
  const bound = told === 'raised' ? alert.raiseAt : alert.clearAt;
  const beyond = (alert.side === 'above') === (told === 'raised') ? '≥' : '≤';
  const people = await peopleToTell(at, alert.receivers);
  const mannersBy = await mannersOf(at.platform, at.spaceId, people, alert.locale);
  for (const person of people) {
    const { locale } = mannersBy(person);
    const own = person === alert.owner;
    if (!own && !(await sees(at, person, alert.chart))) continue;
    const titleIn = (language: Locale): string =>
      own
        ? `${sign} ${textIn(name, language)}${label === '' ? '' : ` · ${label}`}: ${shown} (${beyond} ${bound})`
        : `${sign} ${textIn(name, language)}`;
    await tellPerson(at, person, {
      kind: 'analyticsAlert',
      once: `${alert.id} ${key} ${told} ${now.toISOString()}`.slice(0, 400),
      title: { zh: titleIn('zh-CN'), en: titleIn('en') },
      text: titleIn(locale),
      locale,
      target: { page: 'chartView', params: { id: alert.chart } },
      ways: alert.ways,
      by: own ? null : alert.owner,
    });
  }
}

async function sees(at: At, person: string, chart: string): Promise<boolean> {
  try {
    await requireSeen(await asPerson(at, person, 'an alert is told'), 'chart', chart);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.status < 500) return false;
    throw error;
  }
}
