import type { Module } from '../../platform/module.ts';
import { productAssets } from './assets.ts';
import { iotRoutes } from './routes.ts';
import { mayWatchDevice, startIot } from './start.ts';
import { constraintCodes } from './tables.ts';

export const iotModule: Module = {
  name: 'iot',
  routes: iotRoutes,
  topics: { device: mayWatchDevice },
  constraintCodes,
  assets: [productAssets],
  start: startIot,
};
