import { assetsApi } from '@formwork/contract/assets/api.ts';
import { retentionApi } from '@formwork/contract/assets/retention.ts';

/** What changes with how old rows are and how long they may stay. */
export const overdueReadings = [
  retentionApi.overdue,
  assetsApi.get,
  assetsApi.overview,
  assetsApi.list,
  assetsApi.cost,
];
