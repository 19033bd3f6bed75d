import { isTest, sources } from './sources.ts';

/** Who may ask whether somebody is an administrator, and why no right answers that. All others ask for a right: of a definition by `requireOn` and `visibleIn`, of everything by `ownsAll`, of a permission by `roleHolds`. */
const askers: Record<string, string> = {
  'server/src/modules/definitions/owns-all.ts': 'the one place for definitions',
  'server/src/modules/forms/rights/access.ts': 'the one place for records',
  'server/src/modules/organization/delegated/administered.ts': 'the one place for people and departments',
  'server/src/modules/organization/delegated/delegated-admins.ts': 'who may see and end what others look after',
  'server/src/modules/organization/roles/page-rights.ts':
    'pages of the console that administrators close to each other',
  'server/src/modules/organization/roles/console-grants.ts': 'administrators whose console is cut',
  'server/src/modules/organization/roles/kept-roles.ts': 'the last administrator stays',
  'server/src/modules/operations/merge.ts': 'the last administrator stays',
  'server/src/modules/joining/invitations.ts': 'whoever invited may have lost the role since',
  'server/src/modules/joining/notices.ts': 'administrators are told',
  'server/src/modules/gateway/alert-receivers.ts': 'administrators are told',
  'server/src/modules/gateway/notices.ts': 'administrators are told',
  'server/src/modules/workflow/rights/people.ts': 'steps of a process for the administrators',
  'packages/contract/src/forms/buttons.ts': 'the one place for buttons, on both sides',
  'packages/contract/src/console/pages.ts': 'which pages make up the console',
  'apps/main/pages/home/FirstSteps.tsx': 'what somebody new is shown first',
  'apps/main/pages/home/Start.tsx': 'what somebody new is shown first',
  'apps/app-view/pages/designer-preview/RoleChoice.tsx': 'roles that a form can be looked at as',
  'apps/app-design/pages/buttons/ButtonRoles.tsx': 'roles that buttons can be given to',
  'apps/index/pages/roles/subjects.ts': 'roles that pages can be given to',
};
const asks = /[!=]==? 'admin'|'admin' [!=]==?|includes\('admin'\)/;

export function roleQuestionProblems(): string[] {
  const found = sources('server/src/**/*.ts', 'packages/*/src/**/*.{ts,tsx}', 'apps/**/*.{ts,tsx}')
    .filter(({ file, text }) => !isTest(file) && asks.test(text))
    .map(({ file }) => file);
  return [
    ...found
      .filter((file) => !(file in askers))
      .map(
        (file) => `${file} asks for the role of administrators: ask for a right (tools/conventions/role-questions.ts)`,
      ),
    ...Object.keys(askers)
      .filter((file) => !found.includes(file))
      .map((file) => `${file} stands among those who ask for the role of administrators and does not`),
  ];
}
