import { printingApi } from '@formwork/contract/printing/api.ts';
import { route, routeDirect, type Server } from '../../platform/http/http.ts';
import { makeCodes, previewTemplate, printBatch, printChoices, printRecord } from './print.ts';
import { createTemplate, getTemplate, listTemplates, listVersions, removeTemplate, saveTemplate } from './templates.ts';

export function printingRoutes(server: Server): void {
  route(server, printingApi.templates, listTemplates);
  route(server, printingApi.getTemplate, getTemplate);
  route(server, printingApi.versions, listVersions);
  routeDirect(server, printingApi.createTemplate, createTemplate);
  routeDirect(server, printingApi.saveTemplate, saveTemplate);
  routeDirect(server, printingApi.removeTemplate, removeTemplate);
  routeDirect(server, printingApi.choices, printChoices);
  routeDirect(server, printingApi.print, printRecord);
  routeDirect(server, printingApi.preview, previewTemplate);
  routeDirect(server, printingApi.batch, printBatch);
  routeDirect(server, printingApi.codes, makeCodes);
}
