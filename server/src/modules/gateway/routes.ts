import { gatewayApi } from '@formwork/contract/gateway/api.ts';
import { gatewayPortalApi } from '@formwork/contract/gateway/portal-api.ts';
import { gatewayWatchApi } from '@formwork/contract/gateway/watch-api.ts';
import { route, routeDirect, type Server } from '../../platform/http/http.ts';
import { createAlert, listAlerts, removeAlert, updateAlert } from './alerts.ts';
import {
  createApplication,
  createConsumer,
  createCredential,
  listConsumers,
  removeApplication,
  removeConsumer,
  revokeCredential,
  updateConsumer,
} from './consumers.ts';
import { declarative } from './declarative.ts';
import { apiOfForm, exportApi, importApi, portalReference } from './documents.ts';
import { createEnvironment, overview, purgeCache, putLive, removeEnvironment, removeLive } from './environments.ts';
import { listListings, portalApis, putListing, removeListing } from './listings.ts';
import { getLog, listLogs, traffic } from './logs.ts';
import {
  createPlan,
  decideSubscription,
  listPlans,
  listSubscriptions,
  removePlan,
  subscribe,
  updatePlan,
} from './plans.ts';
import {
  createOwnApplication,
  createOwnCredential,
  endOwnSubscription,
  ownApplications,
  removeOwnApplication,
  revokeOwnCredential,
  subscribeOwn,
} from './portal.ts';
import { ownCall, ownCalls, ownUse } from './portal-use.ts';
import { getTelemetry, putTelemetry } from './telemetry.ts';
import { listUpstreams } from './upstreams.ts';

export function gatewayRoutes(server: Server): void {
  route(server, gatewayApi.overview, overview);
  // a form is read, or an address fetched, before anything is written
  routeDirect(server, gatewayApi.apiOfForm, apiOfForm);
  routeDirect(server, gatewayApi.importApi, importApi);
  routeDirect(server, gatewayApi.exportApi, exportApi);
  route(server, gatewayApi.putLive, putLive);
  route(server, gatewayApi.removeLive, removeLive);
  route(server, gatewayApi.purgeCache, purgeCache);
  route(server, gatewayApi.createEnvironment, createEnvironment);
  route(server, gatewayApi.removeEnvironment, removeEnvironment);
  route(server, gatewayApi.consumers, listConsumers);
  route(server, gatewayApi.createConsumer, createConsumer);
  route(server, gatewayApi.updateConsumer, updateConsumer);
  route(server, gatewayApi.removeConsumer, removeConsumer);
  route(server, gatewayApi.createApplication, createApplication);
  route(server, gatewayApi.removeApplication, removeApplication);
  route(server, gatewayApi.createCredential, createCredential);
  route(server, gatewayApi.revokeCredential, revokeCredential);
  route(server, gatewayApi.plans, listPlans);
  route(server, gatewayApi.createPlan, createPlan);
  route(server, gatewayApi.updatePlan, updatePlan);
  route(server, gatewayApi.removePlan, removePlan);
  route(server, gatewayApi.subscriptions, listSubscriptions);
  route(server, gatewayApi.subscribe, subscribe);
  route(server, gatewayApi.decideSubscription, decideSubscription);
  // calls lie with the space's data
  routeDirect(server, gatewayApi.logs, listLogs);
  routeDirect(server, gatewayApi.logEntry, getLog);
  routeDirect(server, gatewayApi.traffic, traffic);
  route(server, gatewayApi.declarative, declarative);
  portalRoutes(server);
  routeDirect(server, gatewayWatchApi.alerts, listAlerts);
  route(server, gatewayWatchApi.createAlert, createAlert);
  route(server, gatewayWatchApi.updateAlert, updateAlert);
  route(server, gatewayWatchApi.removeAlert, removeAlert);
  route(server, gatewayWatchApi.telemetry, getTelemetry);
  route(server, gatewayWatchApi.putTelemetry, putTelemetry);
  routeDirect(server, gatewayWatchApi.upstreams, listUpstreams);
}

function portalRoutes(server: Server): void {
  route(server, gatewayPortalApi.listings, listListings);
  route(server, gatewayPortalApi.putListing, putListing);
  route(server, gatewayPortalApi.removeListing, removeListing);
  route(server, gatewayPortalApi.apis, portalApis);
  routeDirect(server, gatewayPortalApi.reference, portalReference);
  route(server, gatewayPortalApi.applications, ownApplications);
  route(server, gatewayPortalApi.createApplication, createOwnApplication);
  route(server, gatewayPortalApi.removeApplication, removeOwnApplication);
  route(server, gatewayPortalApi.createCredential, createOwnCredential);
  route(server, gatewayPortalApi.revokeCredential, revokeOwnCredential);
  route(server, gatewayPortalApi.subscribe, subscribeOwn);
  route(server, gatewayPortalApi.endSubscription, endOwnSubscription);
  routeDirect(server, gatewayPortalApi.use, ownUse);
  routeDirect(server, gatewayPortalApi.calls, ownCalls);
  routeDirect(server, gatewayPortalApi.call, ownCall);
}
