export { attachFiles } from './attach.ts';
export { guardFiles } from './access.ts';
