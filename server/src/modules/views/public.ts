export { requireView, sharedLabel } from './shared-label.ts';
