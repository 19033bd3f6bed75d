import type { Module } from '../../platform/module.ts';
import { forgetOldDues } from './retention.ts';
import { schedulesRoutes } from './routes.ts';

export const schedulesModule: Module = { name: 'schedules', routes: schedulesRoutes, periodic: [forgetOldDues] };
