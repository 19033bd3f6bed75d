import { documentsApi } from '@formwork/contract/documents/api.ts';
import { routeDirect, routeVisitor, type Server } from '../../platform/http.ts';
import { openArchive } from './archive.ts';
import { listBin, purgeNodes, removeNodes, restoreNodes } from './bin.ts';
import { copyNodes } from './copy.ts';
import { getRules, putRules } from './folder-rules.ts';
import { findEverywhere, findNodes } from './find.ts';
import { createLink, listLinks, openLink, openLinkFile, revokeLink } from './links.ts';
import { listNodes } from './list.ts';
import { createFolder, moveNodes, renameNode } from './nodes.ts';
import { addDocuments, addVersion, listVersions, restoreVersion } from './versions.ts';

export function documentsRoutes(server: Server): void {
  routeDirect(server, documentsApi.list, listNodes);
  routeDirect(server, documentsApi.find, findNodes);
  routeDirect(server, documentsApi.findEverywhere, findEverywhere);
  routeDirect(server, documentsApi.createFolder, createFolder);
  routeDirect(server, documentsApi.add, addDocuments);
  routeDirect(server, documentsApi.rename, renameNode);
  routeDirect(server, documentsApi.move, moveNodes);
  routeDirect(server, documentsApi.copy, copyNodes);
  routeDirect(server, documentsApi.remove, removeNodes);
  routeDirect(server, documentsApi.listBin, listBin);
  routeDirect(server, documentsApi.restore, restoreNodes);
  routeDirect(server, documentsApi.purge, purgeNodes);
  routeDirect(server, documentsApi.versions, listVersions);
  routeDirect(server, documentsApi.addVersion, addVersion);
  routeDirect(server, documentsApi.restoreVersion, restoreVersion);
  routeDirect(server, documentsApi.links, listLinks);
  routeDirect(server, documentsApi.createLink, createLink);
  routeDirect(server, documentsApi.revokeLink, revokeLink);
  routeVisitor(server, documentsApi.openLink, openLink);
  routeVisitor(server, documentsApi.openLinkFile, openLinkFile);
  routeDirect(server, documentsApi.getRules, getRules);
  routeDirect(server, documentsApi.putRules, putRules);
  routeDirect(server, documentsApi.archive, openArchive);
}
