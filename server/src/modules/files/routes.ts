import multipart from '@fastify/multipart';
import { filesApi } from '@formwork/contract/files/api.ts';
import { routeDirect, type Server } from '../../platform/http.ts';
import { openFile } from './download.ts';
import { removeFile } from './remove.ts';
import { uploadFiles } from './upload.ts';

export function filesRoutes(server: Server): void {
  void server.fastify.register(multipart);
  routeDirect(server, filesApi.upload, uploadFiles);
  routeDirect(server, filesApi.open, openFile);
  routeDirect(server, filesApi.remove, removeFile);
}
