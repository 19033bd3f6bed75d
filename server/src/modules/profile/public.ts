export { profilesOf, writeProfileOf } from './of-others.ts';
