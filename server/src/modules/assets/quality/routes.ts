import { assetQualityApi } from '@formwork/contract/assets/quality-api.ts';
import { routeDirect, type Server } from '../../../platform/http/http.ts';
import { getFailedRows } from './failed-rows.ts';
import { listIncidents, updateIncident } from './incidents.ts';
import { createRule, getQuality, getResults, removeRule, updateRule } from './rules.ts';
import { startCheck } from './runs.ts';
import { addRemark, followAsset, listRemarks, removeRemark } from './talk.ts';

export function qualityRoutes(server: Server): void {
  routeDirect(server, assetQualityApi.quality, getQuality);
  routeDirect(server, assetQualityApi.createRule, createRule);
  routeDirect(server, assetQualityApi.updateRule, updateRule);
  routeDirect(server, assetQualityApi.removeRule, removeRule);
  routeDirect(server, assetQualityApi.check, startCheck);
  routeDirect(server, assetQualityApi.results, getResults);
  routeDirect(server, assetQualityApi.failedRows, getFailedRows);
  routeDirect(server, assetQualityApi.incidents, listIncidents);
  routeDirect(server, assetQualityApi.updateIncident, updateIncident);
  routeDirect(server, assetQualityApi.follow, followAsset);
  routeDirect(server, assetQualityApi.remarks, listRemarks);
  routeDirect(server, assetQualityApi.addRemark, addRemark);
  routeDirect(server, assetQualityApi.removeRemark, removeRemark);
}
