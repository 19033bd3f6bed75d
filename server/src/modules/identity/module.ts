import type { Module } from '../../platform/module.ts';
import { forgetOldOperations } from './account/operations.ts';
import { endExpired } from './enterprises.ts';
import { identityRoutes } from './routes.ts';
import { constraintCodes } from './tables.ts';
import { sealedInIdentity } from './sign-in/sealed.ts';

export const identityModule: Module = {
  name: 'identity',
  sealed: sealedInIdentity,
  routes: identityRoutes,
  periodic: [forgetOldOperations, endExpired],
  constraintCodes,
};
