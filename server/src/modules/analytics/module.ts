import { subscriptionSchedule } from '@formwork/contract/analytics/told-api.ts';
import type { Module } from '../../platform/module.ts';
import { dropOldFilms } from './drop-films.ts';
import { chartKind } from './kinds/chart.ts';
import { dashboardKind } from './kinds/dashboard.ts';
import { dataSetKind } from './kinds/dataset.ts';
import { screenKind } from './kinds/screen.ts';
import { forgetLooks } from './looks.ts';
import { mayWatchPage, pageFollower } from './page-follower.ts';
import { analyticsRoutes } from './routes.ts';
import { forgetExtracts, readSetRun, scheduledSet, setFollower } from './sets/read-run.ts';
import { mayWatchSet } from './sets/rights.ts';
import { sharedAnalyses } from './shared.ts';
import { startAnalytics } from './start.ts';
import { analyticsActions } from './told/actions.ts';
import { alertsSubscriber, judgeByClock } from './told/judge-alerts.ts';
import { forgetSent, scheduledSubscription, sendRun } from './told/send.ts';

export const analyticsModule: Module = {
  name: 'analytics',
  routes: analyticsRoutes,
  actions: analyticsActions,
  kinds: [chartKind, dashboardKind, screenKind, dataSetKind],
  shares: sharedAnalyses,
  runs: [readSetRun, sendRun],
  subscribers: [setFollower, alertsSubscriber, pageFollower],
  periodic: [forgetExtracts, judgeByClock, forgetSent, forgetLooks, dropOldFilms],
  scheduled: { [dataSetKind.kind]: scheduledSet, [subscriptionSchedule]: scheduledSubscription },
  topics: { dataset: mayWatchSet, analysis: mayWatchPage },
  start: startAnalytics,
};
