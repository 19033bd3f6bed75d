import type { Module } from '../../platform/module.ts';
import { developerRoutes } from './routes.ts';
import { startDeveloper } from './tokens.ts';

export const developerModule: Module = { name: 'developer', routes: developerRoutes, start: startDeveloper };
