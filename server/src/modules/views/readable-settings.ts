import type { Condition } from '@formwork/contract/condition/condition.ts';
import type { ViewSettings } from '@formwork/contract/views/view.ts';
import type { Ctx } from '../../platform/context.ts';
import { readableFor, readablePart, type Readable } from '../records/public.ts';

/** What settings of several labels compare, and what the person may know of it. */
export function readableOf(ctx: Ctx, formId: string, settings: readonly ViewSettings[]): Promise<Readable> {
  return readableFor(
    ctx,
    formId,
    settings.flatMap(({ filter, colours = [] }): Condition[] => [
      ...(filter ? [filter] : []),
      ...colours.map(({ condition }) => condition),
    ]),
  );
}

/** The settings of a shared label as the person may read them; `partial` where something was left out. */
export function readableSettings(
  settings: ViewSettings,
  readable: Readable,
): { settings: ViewSettings; partial?: true } {
  const { filter: whole, colours, ...rest } = settings;
  const filter = whole && readablePart(whole, readable);
  const painted = colours?.filter(
    ({ condition }) => JSON.stringify(readablePart(condition, readable)) === JSON.stringify(condition),
  );
  const left = JSON.stringify(filter) !== JSON.stringify(whole);
  return {
    settings: { ...rest, ...(filter && { filter }), ...(painted && { colours: painted }) },
    ...(left && { partial: true as const }),
  };
}
