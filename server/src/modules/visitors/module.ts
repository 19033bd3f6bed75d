import type { Module } from '../../platform/module.ts';
import { forgetOldVisits } from './links.ts';
import { visitorsRoutes } from './routes.ts';

export const visitorsModule: Module = { name: 'visitors', routes: visitorsRoutes, periodic: [forgetOldVisits] };
