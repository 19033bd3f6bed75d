import { recordsApi } from '@formwork/contract/records/api.ts';
import { route, routeDirect, type Server } from '../../platform/http.ts';
import { createRecord } from './create.ts';
import { explainAccess } from './explain.ts';
import { getRecord, recordHistory } from './get.ts';
import { countOf, listRecords } from './list.ts';
import { evaluateRecord, personalPlan } from './personal-plan.ts';
import { previewPlan } from './preview-plan.ts';
import { createFormFromSheet } from './import-form.ts';
import { cancelImport, getImport, importSheet } from './imports.ts';
import { occupancyOf } from './occupancy.ts';
import { readRows, readSheet, uploadSheet } from './sheets.ts';
import { removeRecord, updateRecord } from './update.ts';

export function recordsRoutes(server: Server): void {
  routeDirect(server, recordsApi.plan, personalPlan);
  route(server, recordsApi.preview, previewPlan);
  routeDirect(server, recordsApi.explain, explainAccess);
  routeDirect(server, recordsApi.list, listRecords);
  routeDirect(server, recordsApi.count, countOf);
  routeDirect(server, recordsApi.create, createRecord);
  routeDirect(server, recordsApi.get, getRecord);
  routeDirect(server, recordsApi.update, updateRecord);
  routeDirect(server, recordsApi.remove, removeRecord);
  routeDirect(server, recordsApi.history, recordHistory);
  routeDirect(server, recordsApi.evaluate, evaluateRecord);
  routeDirect(server, recordsApi.occupancy, occupancyOf);
  routeDirect(server, recordsApi.uploadSheet, uploadSheet);
  routeDirect(server, recordsApi.readSheet, readSheet);
  routeDirect(server, recordsApi.readRows, readRows);
  routeDirect(server, recordsApi.createFormFromSheet, createFormFromSheet);
  routeDirect(server, recordsApi.importSheet, importSheet);
  routeDirect(server, recordsApi.getImport, getImport);
  routeDirect(server, recordsApi.cancelImport, cancelImport);
}
