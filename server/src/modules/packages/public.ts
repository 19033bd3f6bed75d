export { registerParts } from './parts.ts';
