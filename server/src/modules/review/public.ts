export { isSeparated } from './separation.ts';
