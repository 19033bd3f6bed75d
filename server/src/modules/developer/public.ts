export { isDeveloper } from './authorizations.ts';
export { identifyByToken } from './tokens.ts';
