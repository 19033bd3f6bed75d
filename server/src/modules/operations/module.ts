import type { Module } from '../../platform/module.ts';
import { operationsRoutes } from './routes.ts';

export const operationsModule: Module = { name: 'operations', routes: operationsRoutes };
