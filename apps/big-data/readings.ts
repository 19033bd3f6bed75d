import { analyticsApi } from '@formwork/contract/analytics/api.ts';
import { loadEngine } from '@formwork/chart-ui/engine/engine.ts';
import { readOf } from '@formwork/web/http/read-of.ts';

/** The dashboard of an address. */
export const dashboard = readOf(analyticsApi.dashboard, ({ params: { id = '' } }) => ({ params: { dashboardId: id } }));

/** The screen of an address. */
export const screen = readOf(analyticsApi.screen, ({ params: { id = '' } }) => ({ params: { screenId: id } }));

/** What charts are drawn with: it comes beside the page, not behind the first answer. */
export const chartEngine = { start: () => void loadEngine('common').catch(() => {}) };
