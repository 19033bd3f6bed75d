export { uniqueNames, zipOfFiles } from './archive.ts';
export { pictureForPrint } from './thumbnails.ts';
export { attachFiles } from './attach.ts';
export { factsOfFiles, guardFiles, readableFile, type FileGuard } from './access.ts';
export { imageSize, type ImageSize } from './image-size.ts';
export { dropAttached } from './remove.ts';
export { addFiles, openFileContent, storeContent } from './store.ts';
export { storedBytes } from './stored-bytes.ts';
