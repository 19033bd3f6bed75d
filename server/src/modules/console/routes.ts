import { elementsApi } from '@formwork/contract/console/elements.ts';
import { navigationApi } from '@formwork/contract/console/navigation.ts';
import type { Ctx, TxCtx } from '../../platform/context.ts';
import { inControl } from '../../platform/db/db.ts';
import { route, routeDirect, type Server } from '../../platform/http/http.ts';
import { elementsOf, getElements, putElements, resetElements } from './elements.ts';
import {
  arrangeEntries,
  createEntry,
  deleteEntry,
  getEntry,
  listEntries,
  resetNavigation,
  startNavigation,
  updateEntry,
} from './entries.ts';
import { menusOf, previewMenu } from './menus.ts';

/** Everybody of the space hears that menus or elements of pages have changed: their frames read theirs again. */
export const menusTopic = 'console';

export function consoleRoutes(server: Server): void {
  routeDirect(server, navigationApi.menus, menusOf);
  route(server, navigationApi.listEntries, listEntries);
  routeDirect(server, navigationApi.previewMenu, previewMenu);
  route(server, navigationApi.getEntry, getEntry);
  routeDirect(server, navigationApi.startNavigation, told(startNavigation));
  routeDirect(server, navigationApi.resetNavigation, told(resetNavigation));
  routeDirect(server, navigationApi.arrangeEntries, told(arrangeEntries));
  routeDirect(server, navigationApi.createEntry, told(createEntry));
  routeDirect(server, navigationApi.updateEntry, told(updateEntry));
  routeDirect(server, navigationApi.deleteEntry, told(deleteEntry));
  routeDirect(server, elementsApi.elements, elementsOf);
  route(server, elementsApi.getElements, getElements);
  routeDirect(server, elementsApi.putElements, told(putElements, 'elements'));
  routeDirect(server, elementsApi.resetElements, told(resetElements, 'elements'));
}

/** A change in a transaction of its own; open pages are told after the commit. */
function told<Input, Answer>(
  change: (ctx: TxCtx, input: Input) => Promise<Answer>,
  what: 'menus' | 'elements' = 'menus',
): (ctx: Ctx, input: Input) => Promise<Answer> {
  return async (ctx, input) => {
    const answer = await inControl(ctx.platform.control, ctx.spaceId, (tx) => change({ ...ctx, tx }, input));
    ctx.platform.realtime.publish(ctx.spaceId, {
      to: { topic: `${menusTopic}:${what}` },
      message: { type: `console.${what}` },
    });
    return answer;
  };
}
