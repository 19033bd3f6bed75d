import { formsApi } from '@formwork/contract/forms/api.ts';
import { route, routeDirect, type Server } from '../../platform/http/http.ts';
import { createApp, listApps, updateApp } from './apps/apps.ts';
import { describeButtonRights, getButtons, putButtons, resetButtons } from './rights/buttons.ts';
import { listBin, removeApp, restoreApp, restoreForm } from './bin.ts';
import { getNotifications, putNotifications } from './notifications/settings.ts';
import { appFromTemplate } from './apps/from-template.ts';
import { copyApp, copyForm } from './apps/copies.ts';
import { dataModel } from './schema/data-model.ts';
import { purgeRetired } from './schema/purge.ts';
import { checkDefinition, getDraft, saveDraft } from './releases/drafts.ts';
import { createForm, getForm, removeForm } from './forms.ts';
import { markApp, ownApps, requireSeenApp, visitApp } from './apps/own-apps.ts';
import { appRelations, formReferrers } from './overview.ts';
import {
  copyRoleWithRights,
  getPermissions,
  getSubjectRules,
  putPermissions,
  putSubjectRules,
} from './rights/permissions.ts';
import { requireFormInCare } from './rights/in-care.ts';
import { describeFormRights } from './rights/rights-subjects.ts';
import { arrangeSystems, createSystem, deleteSystem, listSystems, updateSystem } from './apps/systems.ts';
import { compareVersions, restoreRelease } from './releases/versions.ts';
import { appUses, formUses } from './uses/uses.ts';
import { getRelease, listReleases, planRelease, release } from './releases/releases.ts';

export function formsRoutes(server: Server): void {
  route(server, formsApi.listSystems, listSystems);
  route(server, formsApi.createSystem, createSystem);
  route(server, formsApi.updateSystem, updateSystem);
  routeDirect(server, formsApi.deleteSystem, deleteSystem);
  route(server, formsApi.arrangeSystems, arrangeSystems);
  routeDirect(server, formsApi.listApps, listApps);
  route(server, formsApi.ownApps, ownApps);
  route(server, formsApi.markApp, markApp, requireSeenApp);
  route(server, formsApi.visitApp, visitApp, requireSeenApp);
  route(server, formsApi.createApp, createApp);
  route(server, formsApi.updateApp, updateApp);
  routeDirect(server, formsApi.copyApp, copyApp);
  routeDirect(server, formsApi.appFromTemplate, appFromTemplate);
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
  routeDirect(server, formsApi.formUses, formUses);
  routeDirect(server, formsApi.appUses, appUses);
  route(server, formsApi.referrers, formReferrers);
  route(server, formsApi.relations, appRelations);
  routeDirect(server, formsApi.planRelease, planRelease);
  routeDirect(server, formsApi.release, release);
  route(server, formsApi.listReleases, listReleases);
  route(server, formsApi.getRelease, getRelease, requireFormInCare);
  route(server, formsApi.compareVersions, compareVersions);
  route(server, formsApi.restoreRelease, restoreRelease);
  route(server, formsApi.getPermissions, getPermissions, requireFormInCare);
  routeDirect(server, formsApi.putPermissions, putPermissions);
  route(server, formsApi.getSubjectRules, getSubjectRules);
  routeDirect(server, formsApi.putSubjectRules, putSubjectRules);
  routeDirect(server, formsApi.copyRole, copyRoleWithRights);

  route(server, formsApi.notifications, getNotifications);
  routeDirect(server, formsApi.putNotifications, putNotifications);
  route(server, formsApi.buttons, getButtons);
  routeDirect(server, formsApi.dataModel, dataModel);
  routeDirect(server, formsApi.purgeRetired, purgeRetired);
  routeDirect(server, formsApi.putButtons, putButtons);
  routeDirect(server, formsApi.resetButtons, resetButtons);

  describeFormRights(server);
  describeButtonRights(server);
}
