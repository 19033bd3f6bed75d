import { viewsApi } from '@formwork/contract/views/api.ts';
import type { Ctx } from '../../platform/context.ts';
import { route, routeDirect, type Server } from '../../platform/http/http.ts';
import { requireSight } from '../records/public.ts';
import {
  arrangeList,
  chooseView,
  createView,
  listViews,
  orderViews,
  removeView,
  setDefaultView,
  updateView,
  viewsOfApp,
} from './views.ts';

export function viewsRoutes(server: Server): void {
  routeDirect(server, viewsApi.list, listViews);
  route(server, viewsApi.create, createView, ofSeenForm);
  route(server, viewsApi.update, updateView, ofSeenForm);
  route(server, viewsApi.remove, removeView, ofSeenForm);
  route(server, viewsApi.setDefault, setDefaultView, ofSeenForm);
  route(server, viewsApi.choose, chooseView, ofSeenForm);
  route(server, viewsApi.arrange, arrangeList, ofSeenForm);
  route(server, viewsApi.order, orderViews, ofSeenForm);
  route(server, viewsApi.ofApp, viewsOfApp);
}

/** Labels of a form that somebody sees nothing of are not there for them. */
function ofSeenForm(ctx: Ctx, { params }: { params: { formId: string } }): Promise<void> {
  return requireSight(ctx, params.formId);
}
