import { pathTo } from '@formwork/contract/routes.ts';

/** Addresses of the designers and of what they lead to. */
export const paths = {
  apps: () => pathTo('appDesign'),
  importSheet: (appId: string) => pathTo('appDesign', {}, { import: appId }),
  formSettings: (appId: string, formId: string) => pathTo('formSettings', { appType: 'form', appId, version: 'draft', tableId: formId }),
  app: (appId: string, formId?: string) => pathTo('appList', { appId }, { form: formId }),
};
