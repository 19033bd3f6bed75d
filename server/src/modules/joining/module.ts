import type { Module } from '../../platform/module.ts';
import { joiningNotices } from './notices.ts';
import { joiningRoutes } from './routes.ts';
import { constraintCodes } from './tables.ts';

export const joiningModule: Module = {
  name: 'joining',
  routes: joiningRoutes,
  subscribers: [joiningNotices],
  constraintCodes,
};
