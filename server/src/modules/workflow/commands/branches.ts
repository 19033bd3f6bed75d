import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { fieldTypeSpec } from '@formwork/contract/forms/field-types/registry.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import { isEmptyValue } from '@formwork/contract/forms/values/value.ts';
import type { Text } from '@formwork/contract/text.ts';
import { processFields } from '@formwork/contract/workflow/process-fields.ts';
import type { BranchView, TriedWay } from '@formwork/contract/workflow/process.ts';
import type { GraphIndex } from '@formwork/process/graph-index.ts';
import type { BranchDetail, TriedEdge } from '@formwork/process/state.ts';
import type { Ctx } from '../../../platform/context.ts';
import { zoneOf } from '../../enterprise/public.ts';
import { formForProcess, hiddenFrom } from '../../records/public.ts';
import { directoryOf, namesIn } from '../../organization/public.ts';

/** Says why a process went its way at a gateway, to one reader of a record: what is hidden from them is neither named nor shown. */
export async function branchesOf(
  ctx: Ctx,
  { formId, recordId }: { formId: string; recordId: string },
): Promise<(detail: BranchDetail, index: GraphIndex | undefined) => BranchView> {
  const { definition } = await formForProcess(ctx, formId);
  const hidden = new Set(await hiddenFrom(ctx, formId, recordId));
  const names = namesIn(await directoryOf(ctx.platform, ctx.spaceId));
  const seen = (path: string) => !hidden.has(path) && !hidden.has(path.split('.')[0]!);
  const wordsOf = (path: string, value: unknown): string => {
    const { field } = placeOf(definition, path);
    const words = [value]
      .flat(field?.type === undefined ? 1 : 0)
      .map((one) =>
        wordOf(field, one, { locale: ctx.locale, timeZone: zoneOf(ctx.platform, ctx.spaceId), nameOf: names }),
      );
    return words.join(', ').slice(0, most);
  };
  const way = (
    index: GraphIndex | undefined,
    { edge, holds, values = {}, missing = [], reason }: TriedEdge,
  ): TriedWay => ({
    edge,
    name: edgeName(index, edge),
    holds,
    values: Object.entries(values)
      .filter(([path]) => seen(path))
      .map(([path, value]) => ({ path, title: titleAt(definition, path), value: wordsOf(path, value) })),
    missing: missing.filter(seen).map((path) => titleAt(definition, path)),
    reason: reason ?? null,
  });
  return ({ why, taken, tried }, index) => ({
    why,
    taken: taken.map((edge) => edgeName(index, edge)),
    tried: tried.map((one) => way(index, one)),
  });
}

/** A way out is called by its own name, else by where it leads. */
export function edgeName(index: GraphIndex | undefined, id: string): Text {
  const edge = index?.edges.get(id);
  if (!edge) return { zh: id };
  return edge.name?.zh ? edge.name : (index?.nodes.get(edge.target)?.name ?? { zh: id });
}

/** What a path of a condition is called: a field, a table, or a field of its rows. */
export function titleAt(definition: FormDefinition, path: string): Text {
  const { field, table } = placeOf(definition, path);
  if (!table) return field?.title ?? { zh: path };
  if (!field) return table.title;
  const joined = (locale: 'zh' | 'en') =>
    `${table.title[locale] || table.title.zh} · ${field.title[locale] || field.title.zh}`;
  return { zh: joined('zh'), ...((table.title.en || field.title.en) && { en: joined('en') }) };
}

const most = 200;

function placeOf(
  definition: FormDefinition,
  path: string,
): { field?: Field | undefined; table?: FormDefinition['tables'][number] | undefined } {
  const [name = '', part] = path.split('.');
  const table = definition.tables.find(({ id }) => id === name);
  if (table) return { table, field: table.fields.find(({ id }) => id === part) };
  return {
    field: [...definition.fields, ...Object.values(systemFields), ...processFields].find(({ id }) => id === name),
  };
}

function wordOf(
  field: Field | undefined,
  value: unknown,
  options: { locale: Ctx['locale']; timeZone: string; nameOf: (id: string) => string | undefined },
): string {
  if (isEmptyValue(value)) return '';
  if (!field) return typeof value === 'object' ? '' : String(value);
  try {
    return fieldTypeSpec(field.type).toText(value as never, field.config, options);
  } catch {
    // the field is of another type by now
    return typeof value === 'object' ? '' : String(value);
  }
}
