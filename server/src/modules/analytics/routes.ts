import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { embedApi } from '@formwork/contract/analytics/embed-api.ts';
import { analyticsPagesApi } from '@formwork/contract/analytics/page-api.ts';
import { setsApi } from '@formwork/contract/analytics/set-api.ts';
import { pageTalkApi } from '@formwork/contract/analytics/talk-api.ts';
import { toldApi } from '@formwork/contract/analytics/told-api.ts';
import { routeDirect, routeVisitor, type Server } from '../../platform/http/http.ts';
import {
  getChart,
  getElement,
  getElementValues,
  getFilterValues,
  getPanel,
  openDashboard,
  openScreen,
  query,
} from './charts.ts';
import { embed, listEmbeddings, revokeEmbedding, signOne } from './embed/embeddings.ts';
import { embeddedValues, openEmbedded, openEmbeddedChart } from './embed/open.ts';
import { takeEmbedded } from './embed/take-file.ts';
import { chartFile, dashboardFile, panelFile, screenFile } from './file.ts';
import { takeBoundaries } from './take-boundaries.ts';
import {
  listConnections,
  listSetTables,
  listTargets,
  lookAtSource,
  setFacts,
  setRows,
  startReading,
  takeFile,
} from './sets/set-calls.ts';
import { getSource } from './source.ts';
import { takeVideo } from './take-video.ts';
import { listComments, removeComment, writeComment } from './comments.ts';
import { getLooks, look } from './looks.ts';
import { getStart, setOwnStart, setStart } from './start-page.ts';
import { addAlert, listAlerts, removeAlert, switchAlert } from './told/alerts.ts';
import { sentPicture } from './told/sent-picture.ts';
import { addSubscription, listSubscriptions, removeSubscription, sendNow } from './told/subscriptions.ts';

export function analyticsRoutes(server: Server): void {
  routeDirect(server, analyticsApi.source, getSource);
  routeDirect(server, analyticsApi.query, query);
  routeDirect(server, analyticsApi.video, takeVideo);
  routeDirect(server, analyticsApi.chart, getChart);
  routeDirect(server, analyticsApi.dashboard, openDashboard);
  routeDirect(server, analyticsApi.panel, getPanel);
  routeDirect(server, analyticsApi.boundaries, takeBoundaries);
  routeDirect(server, analyticsApi.chartFile, chartFile);
  routeDirect(server, analyticsApi.panelFile, panelFile);
  routeDirect(server, analyticsApi.dashboardFile, dashboardFile);
  routeDirect(server, analyticsApi.screenFile, screenFile);
  routeDirect(server, analyticsApi.filterValues, getFilterValues);
  routeDirect(server, analyticsApi.screen, openScreen);
  routeDirect(server, analyticsApi.element, getElement);
  routeDirect(server, analyticsApi.elementValues, getElementValues);
  routeDirect(server, analyticsPagesApi.start, getStart);
  routeDirect(server, analyticsPagesApi.setOwnStart, setOwnStart);
  routeDirect(server, analyticsPagesApi.setStart, setStart);
  routeDirect(server, analyticsPagesApi.look, look);
  routeDirect(server, analyticsPagesApi.looks, getLooks);
  routeDirect(server, pageTalkApi.comments, listComments);
  routeDirect(server, pageTalkApi.comment, writeComment);
  routeDirect(server, pageTalkApi.removeComment, removeComment);
  routeDirect(server, setsApi.facts, setFacts);
  routeDirect(server, setsApi.look, lookAtSource);
  routeDirect(server, setsApi.file, takeFile);
  routeDirect(server, setsApi.read, startReading);
  routeDirect(server, setsApi.rows, setRows);
  routeDirect(server, setsApi.connections, listConnections);
  routeDirect(server, setsApi.tables, listSetTables);
  routeDirect(server, setsApi.targets, listTargets);
  routeDirect(server, embedApi.embeddings, listEmbeddings);
  routeDirect(server, embedApi.embed, embed);
  routeDirect(server, embedApi.sign, signOne);
  routeDirect(server, embedApi.revoke, revokeEmbedding);
  routeVisitor(server, embedApi.open, openEmbedded);
  routeVisitor(server, embedApi.chart, openEmbeddedChart);
  routeVisitor(server, embedApi.values, embeddedValues);
  routeVisitor(server, embedApi.file, takeEmbedded);
  routeDirect(server, toldApi.subscriptions, listSubscriptions);
  routeDirect(server, toldApi.subscribe, addSubscription);
  routeDirect(server, toldApi.unsubscribe, removeSubscription);
  routeDirect(server, toldApi.send, sendNow);
  routeDirect(server, toldApi.picture, sentPicture);
  routeDirect(server, toldApi.alerts, listAlerts);
  routeDirect(server, toldApi.addAlert, addAlert);
  routeDirect(server, toldApi.switchAlert, switchAlert);
  routeDirect(server, toldApi.removeAlert, removeAlert);
}
