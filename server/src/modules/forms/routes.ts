import { formsApi } from '@formwork/contract/forms/api.ts';
import { route, routeDirect, type Server } from '../../platform/http.ts';
import { createApp, listApps, updateApp } from './apps.ts';
import { listBin, removeApp, restoreApp, restoreForm } from './bin.ts';
import { copyApp, copyForm } from './copies.ts';
import { checkDefinition, getDraft, saveDraft } from './drafts.ts';
import { createForm, getForm, removeForm } from './forms.ts';
import { copyRoleWithRights, getPermissions, getSubjectRules, putPermissions, putSubjectRules } from './permissions.ts';
import { describeFormRights } from './rights-subjects.ts';
import { arrangeSystems, createSystem, deleteSystem, listSystems, updateSystem } from './systems.ts';
import { compareVersions, restoreRelease } from './versions.ts';
import { getRelease, listReleases, planRelease, release } from './releases.ts';

export function formsRoutes(server: Server): void {
  route(server, formsApi.listSystems, listSystems);
  route(server, formsApi.createSystem, createSystem);
  route(server, formsApi.updateSystem, updateSystem);
  route(server, formsApi.deleteSystem, deleteSystem);
  route(server, formsApi.arrangeSystems, arrangeSystems);
  route(server, formsApi.listApps, listApps);
  route(server, formsApi.createApp, createApp);
  route(server, formsApi.updateApp, updateApp);
  routeDirect(server, formsApi.copyApp, copyApp);
  routeDirect(server, formsApi.removeApp, removeApp);
  route(server, formsApi.listBin, listBin);
  route(server, formsApi.restoreApp, restoreApp);
  routeDirect(server, formsApi.copyForm, copyForm);
  route(server, formsApi.restoreForm, restoreForm);
  route(server, formsApi.createForm, createForm);
  route(server, formsApi.getForm, getForm);
  routeDirect(server, formsApi.removeForm, removeForm);
  route(server, formsApi.getDraft, getDraft);
  route(server, formsApi.saveDraft, saveDraft);
  route(server, formsApi.checkDefinition, checkDefinition);
  routeDirect(server, formsApi.planRelease, planRelease);
  routeDirect(server, formsApi.release, release);
  route(server, formsApi.listReleases, listReleases);
  route(server, formsApi.getRelease, getRelease);
  route(server, formsApi.compareVersions, compareVersions);
  route(server, formsApi.restoreRelease, restoreRelease);
  route(server, formsApi.getPermissions, getPermissions);
  routeDirect(server, formsApi.putPermissions, putPermissions);
  route(server, formsApi.getSubjectRules, getSubjectRules);
  routeDirect(server, formsApi.putSubjectRules, putSubjectRules);
  routeDirect(server, formsApi.copyRole, copyRoleWithRights);

  describeFormRights(server);
}
