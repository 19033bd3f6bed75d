export { attachFiles } from './attach.ts';
export { guardFiles, type FileGuard } from './access.ts';
