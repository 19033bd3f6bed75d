import { viewsApi } from '@formwork/contract/views/api.ts';
import { route, type Server } from '../../platform/http.ts';
import { arrangeList, chooseView, createView, listViews, orderViews, removeView, setDefaultView, updateView, viewsOfApp } from './views.ts';

export function viewsRoutes(server: Server): void {
  route(server, viewsApi.list, listViews);
  route(server, viewsApi.create, createView);
  route(server, viewsApi.update, updateView);
  route(server, viewsApi.remove, removeView);
  route(server, viewsApi.setDefault, setDefaultView);
  route(server, viewsApi.choose, chooseView);
  route(server, viewsApi.arrange, arrangeList);
  route(server, viewsApi.order, orderViews);
  route(server, viewsApi.ofApp, viewsOfApp);
}
