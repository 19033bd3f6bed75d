import type { InputOf } from '@formwork/contract/endpoint.ts';
import type { Locale } from '@formwork/contract/identity/api.ts';
import type { organizationApi } from '@formwork/contract/organization/api.ts';
import { sheetColumns, type SheetColumn } from '@formwork/contract/organization/sheets.ts';
import type { FastifyReply } from 'fastify';
import type { Ctx } from '../../../platform/context.ts';
import { inControl } from '../../../platform/db/db.ts';
import { errorText } from '../../../platform/error-texts.ts';
import { record } from '../../../platform/events/events.ts';
import { titlesOf } from '../../../platform/sheet/import/columns.ts';
import { firstRow, linesIn } from '../../../platform/sheet/import/lines.ts';
import { sendRefused, type RefusedRow } from '../../../platform/sheet/import/send-refused.ts';
import { sendSheet } from '../../../platform/sheet/send.ts';
import { administered } from '../delegated/administered.ts';
import { departmentIn } from '../departments/departments.ts';
import { wayTo } from '../directory/directory-index.ts';
import type { Directory, DirectoryPerson } from '../directory/directory.ts';
import { ownImport, readingOf } from './imports.ts';
import { detailsOf, noDetails } from '../people/person-view.ts';
import { peopleWho } from '../people/search.ts';
import { columnTitles, genderTitles, roleTitles } from './sheet-columns.ts';

type Input<Name extends keyof typeof organizationApi> = InputOf<(typeof organizationApi)[Name]>;

/** Details of so many people are read at a time. */
const batchPeople = 5_000;

export async function importTemplate(ctx: Ctx, _input: unknown, reply: FastifyReply): Promise<FastifyReply> {
  return sendSheet(reply, { 'zh-CN': '人员导入模板', en: 'People import template' }[ctx.locale], [
    titlesOf(columnTitles, ctx.locale),
  ]);
}

export async function exportPeople(
  ctx: Ctx,
  { query }: Input<'exportPeople'>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const { part: directory } = await administered(ctx, 'people');
  if (query.department !== undefined) departmentIn(directory, query.department);
  const people = await peopleWho(directory, query);
  const rows: string[][] = [titlesOf(columnTitles, ctx.locale)];
  for (let at = 0; at < people.length; at += batchPeople) {
    const batch = people.slice(at, at + batchPeople);
    const details = await detailsOf(
      ctx,
      batch.map(({ id }) => id),
    );
    for (const person of batch)
      rows.push(
        sheetColumns.map((column) =>
          cellOf(column, person, details.get(person.id) ?? noDetails, directory, ctx.locale),
        ),
      );
  }
  await inControl(ctx.platform.control, ctx.spaceId, (tx) =>
    record({ ...ctx, tx }, 'organization.people.exported', { count: people.length, ...query }),
  );
  return sendSheet(reply, { 'zh-CN': '人员', en: 'People' }[ctx.locale], rows);
}

/** The refused rows as they were, with the reason behind them: corrected, they can be imported again. */
export async function importFailures(
  ctx: Ctx,
  { params }: Input<'importFailures'>,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const found = await ownImport(ctx, params.importId);
  const { file_key: key, failures } = found;
  const reasons = new Map(
    failures.map(({ line, code, data, column }) => [
      line,
      errorText(ctx.locale, code, { ...data, ...(column ? { column: columnTitles[column][ctx.locale] } : {}) }),
    ]),
  );
  const { files } = ctx.platform;
  const reading = await readingOf(ctx, found);
  async function* rows(): AsyncGenerator<RefusedRow> {
    for await (const { line, cells } of linesIn(files, key, reading)) {
      const reason = reasons.get(line);
      if (reason !== undefined) yield { line, cells, reason };
    }
  }
  return sendRefused(reply, ctx.locale, {
    name: { 'zh-CN': '导入失败的人员', en: 'People that could not be imported' }[ctx.locale],
    header: await firstRow(files, key, reading),
    rows: rows(),
  });
}

function cellOf(
  column: SheetColumn,
  person: DirectoryPerson,
  details: typeof noDetails,
  directory: Directory,
  locale: Locale,
): string {
  switch (column) {
    case 'login':
    case 'name':
      return person[column];
    case 'department':
      return person.departmentId === null
        ? ''
        : wayTo(directory, person.departmentId)
            .map(({ name }) => name)
            .join('/');
    case 'post':
      return directory.posts.get(person.postId ?? '')?.name ?? '';
    case 'role':
      return person.role in roleTitles ? roleTitles[person.role as keyof typeof roleTitles][locale] : '';
    case 'superior':
      return directory.people.get(person.superiorId ?? '')?.login ?? '';
    case 'gender':
      return details.gender === null ? '' : genderTitles[details.gender][locale];
    default:
      return details[column] ?? '';
  }
}
