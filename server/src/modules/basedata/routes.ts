import { basedataApi } from '@formwork/contract/basedata/api.ts';
import { route, routeDirect, type Server } from '../../platform/http/http.ts';
import { createDictionary, deleteDictionary, listDictionaries, updateDictionary } from './dictionaries.ts';
import { createItem, deleteItem, listItems, moveItem, updateItem } from './dictionary-items.ts';
import { exportItems, importItems } from './dictionary-sheets.ts';
import { exportHolidays, importHolidays, listHolidays, setHolidays } from './holidays.ts';
import { importRegions, regionFailures } from './region-import.ts';
import { clearRegions, createRegion, deleteRegion, findRegions, listRegions, updateRegion } from './regions.ts';
import { createQuantities, deleteQuantity, listQuantities, setQuantity } from './units.ts';

export function basedataRoutes(server: Server): void {
  route(server, basedataApi.listDictionaries, listDictionaries);
  route(server, basedataApi.createDictionary, createDictionary);
  route(server, basedataApi.updateDictionary, updateDictionary);
  route(server, basedataApi.deleteDictionary, deleteDictionary);
  route(server, basedataApi.listItems, listItems);
  route(server, basedataApi.createItem, createItem);
  route(server, basedataApi.updateItem, updateItem);
  route(server, basedataApi.deleteItem, deleteItem);
  route(server, basedataApi.moveItem, moveItem);
  routeDirect(server, basedataApi.exportItems, exportItems);
  routeDirect(server, basedataApi.importItems, importItems);
  route(server, basedataApi.listRegions, listRegions);
  route(server, basedataApi.findRegions, findRegions);
  route(server, basedataApi.createRegion, createRegion);
  route(server, basedataApi.updateRegion, updateRegion);
  route(server, basedataApi.deleteRegion, deleteRegion);
  route(server, basedataApi.clearRegions, clearRegions);
  routeDirect(server, basedataApi.importRegions, importRegions);
  routeDirect(server, basedataApi.regionFailures, regionFailures);
  route(server, basedataApi.listQuantities, listQuantities);
  route(server, basedataApi.createQuantities, createQuantities);
  route(server, basedataApi.setQuantity, setQuantity);
  route(server, basedataApi.deleteQuantity, deleteQuantity);
  route(server, basedataApi.listHolidays, listHolidays);
  route(server, basedataApi.setHolidays, setHolidays);
  routeDirect(server, basedataApi.exportHolidays, exportHolidays);
  routeDirect(server, basedataApi.importHolidays, importHolidays);
}
