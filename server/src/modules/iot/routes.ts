import { iotApi } from '@formwork/contract/iot/api.ts';
import { routeDirect, routeVisitor, type Server } from '../../platform/http/http.ts';
import {
  createDevice,
  drawKey,
  findDevices,
  getDevice,
  listDevices,
  retireDevice,
  reviveDevice,
  updateDevice,
} from './devices.ts';
import { createProduct, deleteProduct, listProducts, updateProduct } from './products.ts';
import { report } from './telemetry.ts';

export function iotRoutes(server: Server): void {
  routeDirect(server, iotApi.listProducts, listProducts);
  routeDirect(server, iotApi.createProduct, createProduct);
  routeDirect(server, iotApi.updateProduct, updateProduct);
  routeDirect(server, iotApi.deleteProduct, deleteProduct);
  routeDirect(server, iotApi.listDevices, listDevices);
  routeDirect(server, iotApi.findDevices, findDevices);
  routeDirect(server, iotApi.getDevice, getDevice);
  routeDirect(server, iotApi.createDevice, createDevice);
  routeDirect(server, iotApi.updateDevice, updateDevice);
  routeDirect(server, iotApi.drawKey, drawKey);
  routeDirect(server, iotApi.retireDevice, retireDevice);
  routeDirect(server, iotApi.reviveDevice, reviveDevice);
  routeVisitor(server, iotApi.report, report);
}
