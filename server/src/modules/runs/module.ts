import type { Module } from '../../platform/module.ts';
import { mayWatchRun } from '../../platform/runs/run-calls.ts';
import { runsRoutes } from './routes.ts';

export const runsModule: Module = { name: 'runs', routes: runsRoutes, topics: { run: mayWatchRun } };
