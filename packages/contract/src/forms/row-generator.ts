import { z } from 'zod';
import { Title } from '../text.ts';
import { ElementId, Feel } from './field.ts';

/** For what a rule makes rows: each day or number from one to the other, each entry of a list, each option of a field. */
export const RowSource = z.discriminatedUnion('by', [
  z.object({ by: z.literal('range'), from: Feel, to: Feel }),
  z.object({ by: z.literal('list'), list: Feel }),
  z.object({ by: z.literal('options'), field: ElementId }),
]);
export type RowSource = z.infer<typeof RowSource>;

/** Makes many rows of a slave table at once. `each` in its expressions is what the row is made for. */
export const RowGenerator = z.object({
  id: ElementId,
  title: Title,
  source: RowSource,
  values: z.array(z.object({ field: ElementId, value: Feel })).max(50),
});
export type RowGenerator = z.infer<typeof RowGenerator>;

/** The rule as one expression over the record: a list of rows. Undefined while something is missing. */
export function generatorText(
  { source, values }: RowGenerator,
  optionsOf: (field: string) => readonly string[] | undefined,
): string | undefined {
  const over = overText(source, optionsOf);
  if (over === undefined || values.length === 0 || values.some(({ value }) => value.trim() === '')) return undefined;
  return `for each in ${over} return { ${values.map(({ field, value }) => `"${field}": (${value}\n)`).join(', ')} }`;
}

function overText(source: RowSource, optionsOf: (field: string) => readonly string[] | undefined): string | undefined {
  if (source.by === 'range')
    return source.from.trim() === '' || source.to.trim() === '' ? undefined : `(${source.from}\n)..(${source.to}\n)`;
  if (source.by === 'list') return source.list.trim() === '' ? undefined : `(${source.list}\n)`;
  const options = optionsOf(source.field);
  return options?.length ? JSON.stringify(options) : undefined;
}
