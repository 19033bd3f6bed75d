/** Addresses of the designers; the space prefix is put in front by the router. */
export const paths = {
  apps: () => '/appdesign',
  importSheet: (appId: string) => `/appdesign?import=${appId}`,
  formSettings: (appId: string, formId: string, version: 'draft' | number = 'draft') => `/form/app/setting/!/form/${appId}/${version}/${formId}`,
  app: (appId: string, formId?: string) => `/app/!/${appId}${formId === undefined ? '' : `?form=${formId}`}`,
};
