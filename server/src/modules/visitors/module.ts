import type { Module } from '../../platform/module.ts';
import { visitorsRoutes } from './routes.ts';
import { forgetOldVisits } from './visits.ts';

export const visitorsModule: Module = { name: 'visitors', routes: visitorsRoutes, periodic: [forgetOldVisits] };
