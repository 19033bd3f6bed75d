import multipart from '@fastify/multipart';
import { filesApi } from '@formwork/contract/files/api.ts';
import { routeDirect, routeVisitor, type Server } from '../../platform/http/http.ts';
import { openArchive } from './archive.ts';
import { openFile, viewFile } from './download.ts';
import { beginUpload, dropUpload, finishUpload, uploadPart } from './parts.ts';
import { removeFile } from './remove.ts';
import { openThumbnail } from './thumbnails.ts';
import { makeTicket, openByTicket, viewByTicket } from './tickets.ts';
import { uploadFiles } from './upload.ts';

export function filesRoutes(server: Server): void {
  void server.fastify.register(multipart);
  routeDirect(server, filesApi.upload, uploadFiles);
  routeDirect(server, filesApi.beginUpload, beginUpload);
  routeDirect(server, filesApi.uploadPart, uploadPart);
  routeDirect(server, filesApi.finishUpload, finishUpload);
  routeDirect(server, filesApi.dropUpload, dropUpload);
  routeDirect(server, filesApi.archive, openArchive);
  routeDirect(server, filesApi.open, openFile);
  routeDirect(server, filesApi.view, viewFile);
  routeDirect(server, filesApi.thumbnail, openThumbnail);
  routeDirect(server, filesApi.makeTicket, makeTicket);
  routeVisitor(server, filesApi.viewByTicket, viewByTicket);
  routeVisitor(server, filesApi.openByTicket, openByTicket);
  routeDirect(server, filesApi.remove, removeFile);
}
