export { identifyByToken } from './tokens.ts';
