import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import { wallText } from '@formwork/contract/forms/values/dates.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { PrintDocument } from '@formwork/contract/printing/document.ts';
import { fillTemplate, type PrintedRecord } from '@formwork/contract/printing/fill.ts';
import { startingTemplate } from '@formwork/contract/printing/starting.ts';
import type { TemplateContent } from '@formwork/contract/printing/template.ts';
import { mainTypes, rowTypes, type CompiledExpression } from '@formwork/contract/records/expressions.ts';
import { textIn } from '@formwork/contract/text.ts';
import type { Ctx } from '../../platform/context.ts';
import { zoneOf } from '../enterprise/public.ts';
import { compileFeel } from '../forms/public.ts';
import { spaceNames } from '../identity/public.ts';
import { directoryOf, namesIn } from '../organization/public.ts';
import type { PrintableRecord } from '../records/public.ts';
import { enabledContent } from './templates.ts';

/** Fills records of one form, one after the other. */
export interface Filler {
  fill: (
    record: PrintedRecord & {
      id: string;
      title: string;
      hidden: ReadonlySet<string>;
      titleOf?: PrintableRecord['titleOf'];
    },
  ) => PrintDocument;
}

/** The wanted template, made ready: conditions are compiled once, names looked up once. Without an id the whole form is printed. */
export async function fillerFor(
  ctx: Ctx,
  definition: FormDefinition,
  formId: string,
  template: TemplateContent | string | null,
  link: string,
): Promise<Filler> {
  const content =
    typeof template === 'string'
      ? await enabledContent(ctx, formId, template)
      : (template ?? startingTemplate(definition, ctx.locale));
  const named = namesIn(await directoryOf(ctx.platform, ctx.spaceId));
  const spaceName = (await spaceNames(ctx.platform, [ctx.spaceId])).get(ctx.spaceId) ?? '';
  const timeZone = zoneOf(ctx.platform, ctx.spaceId);
  const words = {
    formTitle: textIn(definition.title, ctx.locale),
    spaceName,
    printedAt: wallText(new Date().toISOString(), timeZone).slice(0, 16),
    printedBy: ctx.user.name,
  };
  const conditionOf = compiledConditions(definition, timeZone);
  // the whole form is printed as it is read: a template names what it wants by itself
  const hiding =
    template === null
      ? definition.fields.flatMap(({ id, hiddenIf }) =>
          hiddenIf?.trim() ? [{ id, condition: conditionOf(hiddenIf) }] : [],
        )
      : [];
  const hiddenNow = (record: Parameters<Condition>[0]) =>
    hiding.filter(({ condition }) => condition?.(record, undefined, ctx.user.id) === true).map(({ id }) => id);
  return {
    fill: (record) =>
      fillTemplate(content, record, {
        definition,
        locale: ctx.locale,
        timeZone,
        nameOf: (id) => named(id) ?? record.titleOf?.(id),
        hidden: new Set([...record.hidden, ...hiddenNow(record)]),
        words: { ...words, recordTitle: record.title, recordLink: link === '' ? '' : `${link}${record.id}` },
        holds: (text, row) => conditionOf(text, row?.table)?.(record, row?.values, ctx.user.id) === true,
      }),
  };
}

export function printed({ id, title, record, hidden, titleOf }: PrintableRecord): Parameters<Filler['fill']>[0] {
  return { ...record, id, title, hidden, titleOf };
}

type Condition = (
  record: PrintedRecord & { hidden: ReadonlySet<string> },
  row: Values | undefined,
  userId: string,
) => boolean;

/** A condition that does not compile, or reads what the person may not see, does not hold. */
function compiledConditions(
  definition: FormDefinition,
  timeZone: string,
): (text: string, table?: string) => Condition | undefined {
  const known = new Map<string, Condition | undefined>();
  return (text, table) => {
    const key = `${table ?? ''} ${text}`;
    if (!known.has(key)) {
      const own = definition.tables.find(({ id }) => id === table);
      const compiled = compileFeel(text, own ? rowTypes(definition, own) : mainTypes(definition));
      known.set(key, compiled.ok ? (record, row, userId) => run(compiled, record, row, userId, timeZone) : undefined);
    }
    return known.get(key);
  };
}

function run(
  { references, reads, run: evaluate }: CompiledExpression,
  { values, slaves, hidden }: Parameters<Condition>[0],
  row: Values | undefined,
  userId: string,
  zone: string,
): boolean {
  if ([...references, ...reads].some((name) => hidden.has(name) && !(row && Object.hasOwn(row, name)))) return false;
  const input: Record<string, unknown> = { user: { id: userId } };
  for (const name of references) {
    if (row && Object.hasOwn(row, name)) input[name] = row[name];
    else if (Object.hasOwn(values, name)) input[name] = values[name];
    else if (slaves[name]) input[name] = slaves[name].map((one) => one.values);
  }
  return evaluate(input, { now: Date.now(), zone }) === true;
}
