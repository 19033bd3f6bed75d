import { definitionsApi } from '@formwork/contract/definitions/api.ts';
import { describeRights, route, routeDirect, type Server } from '../../platform/http/http.ts';
import {
  changeOfAccess,
  changeOfFolderAccess,
  getAccess,
  getFolderAccess,
  putAccess,
  putFolderAccess,
} from './access-rules.ts';
import { archiveDefinition, restoreDefinition } from './archive.ts';
import { changeDraft, changesSince } from './changes.ts';
import { copyDefinition, createDefinition } from './create.ts';
import { changeOfFolder, createFolder, listFolders, removeFolder, updateFolder } from './folders.ts';
import { listFavourites, markFavourite } from './favourites.ts';
import { getDefinition, getUses } from './get.ts';
import { listDefinitions } from './list.ts';
import { changeOfPlace, enableDefinition, placeDefinition } from './place.ts';
import { sayPresent } from './presence.ts';
import { getProblems, getRelease, listReleases, releaseDraft } from './releases.ts';
import { saveDraft } from './whole.ts';

export function definitionsRoutes(server: Server): void {
  route(server, definitionsApi.list, listDefinitions);
  route(server, definitionsApi.favourites, listFavourites);
  route(server, definitionsApi.mark, markFavourite);
  routeDirect(server, definitionsApi.create, createDefinition);
  route(server, definitionsApi.get, getDefinition);
  routeDirect(server, definitionsApi.saveDraft, saveDraft);
  routeDirect(server, definitionsApi.change, changeDraft);
  route(server, definitionsApi.changes, changesSince);
  routeDirect(server, definitionsApi.present, sayPresent);
  route(server, definitionsApi.problems, getProblems);
  route(server, definitionsApi.uses, getUses);
  route(server, definitionsApi.releases, listReleases);
  route(server, definitionsApi.getRelease, getRelease);
  routeDirect(server, definitionsApi.release, releaseDraft);
  routeDirect(server, definitionsApi.enable, enableDefinition);
  routeDirect(server, definitionsApi.place, placeDefinition);
  describeRights(server, definitionsApi.place, changeOfPlace);
  route(server, definitionsApi.getAccess, getAccess);
  routeDirect(server, definitionsApi.putAccess, putAccess);
  describeRights(server, definitionsApi.putAccess, changeOfAccess);
  routeDirect(server, definitionsApi.copy, copyDefinition);
  routeDirect(server, definitionsApi.archive, archiveDefinition);
  routeDirect(server, definitionsApi.restore, restoreDefinition);
  route(server, definitionsApi.folders, listFolders);
  routeDirect(server, definitionsApi.createFolder, createFolder);
  routeDirect(server, definitionsApi.updateFolder, updateFolder);
  describeRights(server, definitionsApi.updateFolder, changeOfFolder);
  routeDirect(server, definitionsApi.removeFolder, removeFolder);
  route(server, definitionsApi.getFolderAccess, getFolderAccess);
  routeDirect(server, definitionsApi.putFolderAccess, putFolderAccess);
  describeRights(server, definitionsApi.putFolderAccess, changeOfFolderAccess);
}
