import type { Module } from '../../platform/module.ts';
import { reviewNotices } from './notices.ts';
import { reviewRoutes } from './routes.ts';
import { sealedInReview } from './sealed.ts';
import { startReview } from './separation.ts';

export const reviewModule: Module = {
  name: 'review',
  subscribers: [reviewNotices],
  sealed: sealedInReview,
  routes: reviewRoutes,
  start: startReview,
};
