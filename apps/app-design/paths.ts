import type { ElementPage } from '@formwork/contract/console/elements.ts';
import type { VersionName } from '@formwork/contract/forms/api.ts';
import { pathTo } from '@formwork/contract/routes.ts';

/** Addresses of the designers and of what they lead to. */
export const paths = {
  apps: () => pathTo('appDesign'),
  importSheet: (appId: string) => pathTo('appDesign', {}, { import: appId }),
  formSettings: (appId: string, formId: string) =>
    pathTo('formSettings', { appType: 'form', appId, version: 'draft', tableId: formId }),
  preview: (spaceId: string, appId: string, formId: string, version: VersionName) =>
    pathTo('designerPreview', { spaceId, module: 'form', appId, tableId: formId, version: String(version) }),
  viewPreview: (appId: string) => pathTo('viewPreview', { module: 'form', appId }),
  buttons: (appId: string, formId?: string) => pathTo('sysButtons', { module: 'form', appId }, { form: formId }),
  elements: (page: ElementPage) => pathTo('elementSetting', { page }),
  dataModel: (formId: string) => pathTo('dataModel', { table: formId }),
  label: (appId: string, formId: string, label: string) => pathTo('appList', { appId }, { form: formId, label }),
  app: (appId: string, formId?: string) => pathTo('appList', { appId }, { form: formId }),
};
