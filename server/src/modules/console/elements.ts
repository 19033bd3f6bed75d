import { fitsPage } from '@formwork/contract/console/element-groups.ts';
import {
  noElementSettings,
  type ElementPage,
  type Elements,
  type elementsApi,
  type StoredElements,
} from '@formwork/contract/console/elements.ts';
import { elementPages } from '@formwork/contract/console/page-elements.ts';
import { same } from '@formwork/contract/definitions/diff.ts';
import type { InputOf } from '@formwork/contract/endpoint.ts';
import { isOperatorRole } from '@formwork/contract/roles.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl, type ControlTx } from '../../platform/db/db.ts';
import { conflict, invalid } from '../../platform/errors.ts';
import { record } from '../../platform/events/events.ts';
import {
  addDefinition,
  binDefinition,
  findDefinitions,
  saveDefinition,
  unbinDefinition,
  type KeptDefinition,
} from '../definitions/public.ts';
import { elementsKind, pageElementsKind, type PageElements } from './elements-kind.ts';

type Input<K extends keyof typeof elementsApi> = InputOf<(typeof elementsApi)[K]>;

/** What the pages of the space follow; operators have theirs as the product brings them. */
export function elementsOf(ctx: Ctx): Promise<Elements> {
  if (isOperatorRole(ctx.user.role)) return Promise.resolve({});
  return inControl(ctx.platform.control, ctx.spaceId, async (tx) => {
    const found = (await findDefinitions(tx, elementsKind, elementPages)).map(settingsOf);
    // settings of a page that a later version changed are passed over
    return Object.fromEntries(
      found.filter(({ page, settings }) => fitsPage(page, settings)).map(({ page, settings }) => [page, settings]),
    );
  });
}

export function getElements(ctx: TxCtx, { params }: Input<'getElements'>): Promise<StoredElements> {
  return stored(ctx.tx, params.page);
}

export async function putElements(
  ctx: TxCtx,
  { params: { page }, body: { expectedVersion, settings } }: Input<'putElements'>,
): Promise<StoredElements> {
  if (!fitsPage(page, settings))
    throw invalid('console.elements.unknown', [{ path: 'settings', code: 'console.elements.unknown' }]);
  if ((await stored(ctx.tx, page)).version !== expectedVersion) throw conflict('console.elements.changed');
  const name = { zh: page };
  const draft: PageElements = { page, settings };
  // what was reset lies in the bin and is numbered on from there
  const known = expectedVersion > 0 || (await unbinDefinition(ctx, elementsKind, page));
  if (known)
    await saveDefinition(ctx, elementsKind, page, {
      name,
      enabled: true,
      draft,
      ...(expectedVersion > 0 && { expectedVersion }),
    });
  else await addDefinition(ctx, pageElementsKind, { id: page, name, draft });
  await record(ctx, 'console.elements.changed', { page });
  const after = await stored(ctx.tx, page);
  // somebody set it at the same moment for the first time
  if (!same(after.settings, settings)) throw conflict('console.elements.changed');
  return after;
}

export async function resetElements(ctx: TxCtx, { params: { page } }: Input<'resetElements'>): Promise<null> {
  if ((await stored(ctx.tx, page)).version > 0) await binDefinition(ctx, elementsKind, page);
  await record(ctx, 'console.elements.changed', { page });
  return null;
}

async function stored(tx: ControlTx, page: ElementPage): Promise<StoredElements> {
  const [definition] = await findDefinitions(tx, elementsKind, [page]);
  return {
    page,
    settings: definition ? settingsOf(definition).settings : noElementSettings,
    version: definition?.version ?? 0,
    changedBy: definition?.saved_by ?? null,
    changedAt: definition?.saved_at.toISOString() ?? null,
  };
}

function settingsOf({ draft }: KeptDefinition): PageElements {
  return draft as PageElements;
}
