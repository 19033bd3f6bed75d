import type { Module } from '../../platform/module.ts';
import { guardPictures } from './pictures.ts';
import { profileRoutes } from './routes.ts';
import { sealedInProfiles } from './sealed.ts';

export const profileModule: Module = {
  name: 'profile',
  sealed: sealedInProfiles,
  routes: profileRoutes,
  start: guardPictures,
};
