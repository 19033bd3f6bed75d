import { optionLabel } from '@formwork/contract/forms/field-types/single-select.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { directoryOf } from '../../organization/public.ts';
import { recordTitles } from '../relations/titles.ts';

const titlesAtOnce = 1_000;

/** What values that are kept as ids are called: options, people, departments, records that the caller may see; truths in words. */
export async function valueNames(
  ctx: Ctx,
  field: Pick<Field, 'type' | 'config'>,
  ids: readonly string[],
  kind: string = fieldKind(field),
): Promise<(id: string) => string> {
  if (kind === 'boolean') return (id) => truthNames[ctx.locale][id === 'true' ? 'true' : 'false'];
  if (kind === 'records') {
    const titles = await titlesOf(ctx, (field.config as { form?: string }).form, ids);
    return (id) => titles.get(id) ?? '';
  }
  if (kind === 'people' || kind === 'departments' || kind === 'posts' || kind === 'roles') {
    const named = (await directoryOf(ctx.platform, ctx.spaceId))[kind];
    return (id) => named.get(id)?.name ?? id;
  }
  const { options = [] } = field.config as { options?: Parameters<typeof optionLabel>[1] };
  return (id) => optionLabel(id, options, ctx.locale);
}

/** The ids of a text that holds a list of them. */
export function idsIn(text: string): string[] {
  try {
    const ids: unknown = JSON.parse(text);
    return Array.isArray(ids) ? ids.map(String) : [text];
  } catch {
    return [text];
  }
}

async function titlesOf(ctx: Ctx, formId: string | undefined, ids: readonly string[]): Promise<Map<string, string>> {
  if (formId === undefined || ids.length === 0) return new Map();
  try {
    const found = new Map<string, string>();
    for (let at = 0; at < ids.length; at += titlesAtOnce) {
      const query = { ids: ids.slice(at, at + titlesAtOnce) };
      const { titles } = await recordTitles(ctx, { params: { formId }, query, body: undefined });
      for (const { id, title } of titles) found.set(id, title);
    }
    return found;
  } catch (error) {
    // records of a form that is not theirs have no names for them
    if (error instanceof AppError && error.status < 500) return new Map();
    throw error;
  }
}

/** What a truth reads as. */
export const truthNames = { 'zh-CN': { true: '是', false: '否' }, en: { true: 'Yes', false: 'No' } };
