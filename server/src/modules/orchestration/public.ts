export { flowPaths } from './open-api.ts';
