import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { wallText } from '@formwork/contract/forms/values/dates.ts';
import type { Overview, OverviewPart, overviewApi } from '@formwork/contract/workflow/overview.ts';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../platform/context.ts';
import { sendSheet } from '../../platform/sheet/send.ts';
import { getOverview } from './overview.ts';

/** One table of the overview, in the words of whoever asks; times in hours, for sums. */
export async function overviewSheet(ctx: Ctx, { query }: InputOf<typeof overviewApi.sheet>, reply: FastifyReply): Promise<FastifyReply> {
  const { part, ...period } = query;
  const rows = rowsOf[part](await getOverview(ctx, { query: period }), ctx.locale);
  const { name, columns } = words[part];
  return sendSheet(reply, name[ctx.locale], [columns.map((column) => column[ctx.locale]), ...rows]);
}

const hours = (milliseconds: number | null) => (milliseconds === null ? '' : String(Math.round(milliseconds / 36_000) / 100));
const moment = (at: string | null) => (at === null ? '' : wallText(at).slice(0, 16));

const rowsOf = {
  flows: ({ flows }, locale) => flows.map((one) => [textIn(one.title, locale), String(one.started), String(one.finished), String(one.invalid), String(one.running), hours(one.average), hours(one.median)]),
  nodes: ({ nodes }, locale) => nodes.map((one) => [
    textIn(one.formTitle, locale), textIn(one.name, locale), String(one.completed), String(one.returned), hours(one.average), hours(one.median), hours(one.p90), hours(one.longest), String(one.open), String(one.overdue), moment(one.oldestOpenAt), String(one.share),
    one.bottleneck ? { 'zh-CN': '是', en: 'yes' }[locale] : '',
  ]),
  people: ({ people }) => people.map((one) => [one.person.name, String(one.handled), hours(one.average), String(one.open), String(one.overdue), moment(one.oldestOpenAt)]),
} satisfies Record<OverviewPart, (overview: Overview, locale: Locale) => string[][]>;

type Words = Record<Locale, string>;
const word = (zh: string, en: string): Words => ({ 'zh-CN': zh, en });
const average = word('平均用时（小时）', 'Average (hours)');
const median = word('中位用时（小时）', 'Median (hours)');

const words = {
  flows: { name: word('流程概览', 'Processes'), columns: [word('流程', 'Process'), word('发起', 'Started'), word('完成', 'Finished'), word('作废', 'Invalid'), word('进行中', 'Running'), average, median] },
  nodes: {
    name: word('节点用时', 'Steps'),
    columns: [word('流程', 'Process'), word('节点', 'Step'), word('完成', 'Completed'), word('退回', 'Returned'), average, median, word('九成不超过（小时）', '90 % within (hours)'), word('最长（小时）', 'Longest (hours)'), word('待处理', 'Open'), word('超时', 'Overdue'), word('最早到达', 'Oldest open'), word('占流程用时 %', 'Share of time %'), word('瓶颈', 'Bottleneck')],
  },
  people: { name: word('人员负荷', 'People'), columns: [word('人员', 'Person'), word('已处理', 'Handled'), average, word('待处理', 'Open'), word('超时', 'Overdue'), word('最早到达', 'Oldest open')] },
} satisfies Record<OverviewPart, { name: Words; columns: Words[] }>;
