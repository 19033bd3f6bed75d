import { optionLabel } from '@formwork/contract/forms/field-types/single-select.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { Ctx } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { directoryOf, type Directory } from '../organization/public.ts';
import { recordTitles, type ChartAnswer } from '../records/public.ts';

type Labels = Record<string, string>;
/** So many records of one column are named; a chart with more of them says little. */
const mostTitles = 1_000;

/** What the keys of each column are called, where they are ids: options, people, departments, records that the caller may see. */
export async function keyLabels(ctx: Ctx, { columns, rows }: ChartAnswer): Promise<(Labels | undefined)[]> {
  const directory = await directoryOf(ctx.platform, ctx.spaceId);
  return Promise.all(
    columns.map(async ({ field, kind, list }, at) => {
      if (!field || (!list && kind !== 'option' && kind !== 'boolean')) return undefined;
      const keys = [...new Set(rows.flatMap((row) => row[at] ?? []))];
      const ids = list ? [...new Set(keys.flatMap(idsIn))] : keys;
      const nameOf = await namesOf(ctx, directory, field, kind, ids);
      return Object.fromEntries(keys.map((key) => [key, (list ? idsIn(key) : [key]).map(nameOf).join('、')]));
    }),
  );
}

function idsIn(key: string): string[] {
  try {
    const ids: unknown = JSON.parse(key);
    return Array.isArray(ids) ? ids.map(String) : [key];
  } catch {
    return [key];
  }
}

async function namesOf(
  ctx: Ctx,
  { people, departments, posts, roles }: Directory,
  field: Field,
  kind: string,
  ids: readonly string[],
): Promise<(id: string) => string> {
  if (kind === 'boolean') return (id) => (id === 'true' ? yes[ctx.locale] : no[ctx.locale]);
  if (kind === 'people') return (id) => people.get(id)?.name ?? id;
  if (kind === 'departments') return (id) => departments.get(id)?.name ?? id;
  if (kind === 'posts') return (id) => posts.get(id)?.name ?? id;
  if (kind === 'roles') return (id) => roles.get(id)?.name ?? id;
  if (kind === 'records') {
    const titles = await titlesOf(ctx, (field.config as { form?: string }).form, ids);
    return (id) => titles.get(id) ?? '';
  }
  const { options = [] } = field.config as { options?: Parameters<typeof optionLabel>[1] };
  return (id) => optionLabel(id, options, ctx.locale);
}

async function titlesOf(ctx: Ctx, formId: string | undefined, ids: readonly string[]): Promise<Map<string, string>> {
  if (formId === undefined || ids.length === 0) return new Map();
  try {
    const { titles } = await recordTitles(ctx, {
      params: { formId },
      query: { ids: ids.slice(0, mostTitles) },
      body: undefined,
    });
    return new Map(titles.map(({ id, title }) => [id, title]));
  } catch (error) {
    // records of a form that is not theirs have no names for them
    if (error instanceof AppError && error.status < 500) return new Map();
    throw error;
  }
}

const yes = { 'zh-CN': '是', en: 'Yes' };
const no = { 'zh-CN': '否', en: 'No' };
