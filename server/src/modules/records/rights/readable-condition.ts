import { isAll, isAny, isRows, rowsIn, type Condition } from '@formwork/contract/condition/condition.ts';
import type { Ctx } from '../../../platform/context.ts';
import { AppError } from '../../../platform/errors.ts';
import { leftOutByAll } from '../../forms/public.ts';
import { heldBy } from './held.ts';
import { planOf } from '../plan/plan.ts';
import { requireSomeRight, rightsFor } from './rights.ts';

/** What a person may know of conditions that somebody else has written over a form. */
export interface Readable {
  /** Whether nothing of the field is kept from them. */
  knows: (field: string) => boolean;
  /** By relation: the same of the form it leads to; undefined where they see nothing of it. */
  related: (relation: string) => Readable | undefined;
}

/** With the forms that relations of the conditions lead to; one that is not for the person says nothing. */
export async function readableFor(ctx: Ctx, formId: string, conditions: readonly Condition[]): Promise<Readable> {
  const plan = await planOf(ctx, formId);
  const rights = await rightsFor(plan, ctx);
  await requireSomeRight(plan, ctx, rights);
  // what they may fill in and never read counts as hidden
  const absent = new Set([
    ...leftOutByAll((rights.fields?.seen ?? []).filter(({ reach }) => reach !== null).map(({ keys }) => keys)),
    ...(rights.beyond ?? []),
  ]);
  // records that were given to them alone, and not whole: which part is said record by record
  const nothing = rights.view === null && (await heldBy(plan, ctx, rights)) === 'masked';
  const related = new Map<string, Readable>();
  for (const { rows, where } of conditions.flatMap(rowsIn)) {
    const field = plan.byId.get(rows)?.field;
    if (field?.type !== 'relation' || related.has(rows)) continue;
    const inner = await readableFor(ctx, field.config.form, where ? [where] : []).catch((error: unknown) => {
      if (error instanceof AppError && (error.status === 404 || error.status === 403)) return undefined;
      throw error;
    });
    if (inner) related.set(rows, inner);
  }
  const isTable = (id: string): boolean => plan.slaves.some((slave) => slave.id === id);
  const own: Readable = {
    knows: (field) => !nothing && !absent.has(field),
    related: (id) =>
      isTable(id)
        ? { knows: (field) => !absent.has(id) && !absent.has(`${id}.${field}`), related: () => undefined }
        : related.get(id),
  };
  return own;
}

/** The condition without what speaks of hidden fields: a value that they are compared with would tell of them. Undefined where nothing is left. */
export function readablePart(condition: Condition, readable: Readable): Condition | undefined {
  const parts = (all: readonly Condition[]): Condition[] => all.flatMap((part) => readablePart(part, readable) ?? []);
  if (isAll(condition)) return emptied(condition.all, parts(condition.all)) ? undefined : { all: parts(condition.all) };
  if (isAny(condition)) return emptied(condition.any, parts(condition.any)) ? undefined : { any: parts(condition.any) };
  if (!isRows(condition)) return readable.knows(condition.field) ? condition : undefined;
  const inner = readable.knows(condition.rows) ? readable.related(condition.rows) : undefined;
  if (!inner || (condition.field !== undefined && !inner.knows(condition.field))) return undefined;
  // counted without a part of what they are asked, other rows would count
  return condition.where && JSON.stringify(readablePart(condition.where, inner)) !== JSON.stringify(condition.where)
    ? undefined
    : condition;
}

const emptied = (before: readonly Condition[], after: readonly Condition[]): boolean =>
  before.length > 0 && after.length === 0;
