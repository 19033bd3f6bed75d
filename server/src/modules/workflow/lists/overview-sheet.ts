import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { wallText } from '@formwork/contract/forms/values/dates.ts';
import type { Overview, OverviewPart, overviewApi } from '@formwork/contract/workflow/overview.ts';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../platform/context.ts';
import { sendWorkbook } from '../../../platform/sheet/send.ts';
import type { SheetCell, SheetColumn } from '../../../platform/sheet/write-xlsx.ts';
import { serialOf } from '../../../platform/sheet/xlsx-formats.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { getOverview } from './overview.ts';

/** One table of the overview, in the words of whoever asks; times in hours, for sums. */
export async function overviewSheet(
  ctx: Ctx,
  { query }: InputOf<typeof overviewApi.sheet>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { part, ...period } = query;
  const timeZone = zoneOf(ctx.platform, ctx.spaceId);
  const rows = rowsOf[part](await getOverview(ctx, { query: period }), ctx.locale, timeZone);
  const { name, columns } = words[part];
  const days = [period.from, period.until].map((at) => wallText(at, timeZone).slice(0, 10)).join(' - ');
  async function* batches() {
    yield rows;
  }
  return sendWorkbook(reply, `${name[ctx.locale]} ${days}`, {
    name: name[ctx.locale],
    columns: columns.map(({ word: title, ...column }) => ({ title: title[ctx.locale], ...column })),
    rows: batches(),
  });
}

const hours = (milliseconds: number | null): SheetCell =>
  milliseconds === null ? null : Math.round(milliseconds / 36_000) / 100;
const moment = (at: string | null, timeZone: string): SheetCell =>
  at === null ? null : serialOf(wallText(at, timeZone));

const rowsOf = {
  flows: ({ flows }, locale) =>
    flows.map((one) => [
      textIn(one.title, locale),
      one.started,
      one.finished,
      one.invalid,
      one.running,
      hours(one.average),
      hours(one.median),
    ]),
  nodes: ({ nodes }, locale, timeZone) =>
    nodes.map((one) => [
      textIn(one.formTitle, locale),
      textIn(one.name, locale),
      one.completed,
      one.returned,
      hours(one.average),
      hours(one.median),
      hours(one.p90),
      hours(one.longest),
      one.open,
      one.overdue,
      moment(one.oldestOpenAt, timeZone),
      one.share / 100,
      one.bottleneck ? { 'zh-CN': '是', en: 'yes' }[locale] : null,
    ]),
  people: ({ people }, locale, timeZone) =>
    people.map((one) => [
      one.person.name || { 'zh-CN': '已离开', en: 'has left' }[locale],
      one.handled,
      hours(one.average),
      one.open,
      one.overdue,
      moment(one.oldestOpenAt, timeZone),
    ]),
} satisfies Record<OverviewPart, (overview: Overview, locale: Locale, timeZone: string) => SheetCell[][]>;

type Column = Omit<SheetColumn, 'title'> & { word: Record<Locale, string> };
const column = (zh: string, en: string, format?: string, width = 14): Column => ({
  word: { 'zh-CN': zh, en },
  width,
  ...(format === undefined ? {} : { format }),
});
const names = (zh: string, en: string) => column(zh, en, undefined, 28);
const count = (zh: string, en: string) => column(zh, en, '0', 11);
const inHours = (zh: string, en: string) => column(zh, en, '0.00', 18);
const oldest = column('最早到达', 'Oldest open', 'yyyy-mm-dd hh:mm', 18);
const average = inHours('平均用时（小时）', 'Average (hours)');
const median = inHours('中位用时（小时）', 'Median (hours)');

const words = {
  flows: {
    name: { 'zh-CN': '流程概览', en: 'Processes' },
    columns: [
      names('流程', 'Process'),
      count('发起', 'Started'),
      count('完成', 'Finished'),
      count('作废', 'Invalid'),
      count('进行中', 'Running'),
      average,
      median,
    ],
  },
  nodes: {
    name: { 'zh-CN': '节点用时', en: 'Steps' },
    columns: [
      names('流程', 'Process'),
      names('节点', 'Step'),
      count('完成', 'Completed'),
      count('退回', 'Returned'),
      average,
      median,
      inHours('九成不超过（小时）', '90 % within (hours)'),
      inHours('最长（小时）', 'Longest (hours)'),
      count('待处理', 'Open'),
      count('超时', 'Overdue'),
      oldest,
      column('占流程用时', 'Share of time', '0.0%'),
      column('瓶颈', 'Bottleneck'),
    ],
  },
  people: {
    name: { 'zh-CN': '人员负荷', en: 'People' },
    columns: [
      names('人员', 'Person'),
      count('已处理', 'Handled'),
      average,
      count('待处理', 'Open'),
      count('超时', 'Overdue'),
      oldest,
    ],
  },
} satisfies Record<OverviewPart, { name: Record<Locale, string>; columns: Column[] }>;
