export { attachFiles, type Attachment } from './attach.ts';
export { guardFiles, readableFile, type FileGuard } from './access.ts';
export { openFileContent, storeFile } from './store.ts';
