import type { Module } from '../../platform/module.ts';
import { dropLooseFiles } from './remove.ts';
import { filesRoutes } from './routes.ts';

export const filesModule: Module = { name: 'files', routes: filesRoutes, periodic: [dropLooseFiles] };
