import type { Module } from '../../platform/module.ts';
import { chatRoutes } from './token.ts';

export const chatModule: Module = { name: 'chat', routes: chatRoutes };
