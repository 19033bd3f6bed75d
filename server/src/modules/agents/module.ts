import type { Module } from '../../platform/module.ts';
import { agentsRoutes } from './routes.ts';

export const agentsModule: Module = { name: 'agents', routes: agentsRoutes };
