import type { Route } from '../routes.ts';

/** Pages of the application `operations`. */
export const operationsRoutes = [
  {
    id: 'customers', pattern: '/operation/customers', title: { zh: '客户管理', en: 'Customer management' }, owner: ['root', 'saas'],
    layout: 'root', app: 'operations', page: 'pages/customers/CustomersPage',
    belong: 'console',
  },
  {
    id: 'users', pattern: '/operation/users', title: { zh: '用户管理', en: 'User management' }, owner: ['root'],
    layout: 'root', app: 'operations', page: 'pages/users/UsersPage',
    belong: 'console',
  },
  {
    id: 'roleAuthorisation', pattern: '/operation/roleAuthorisation', title: { zh: '角色授权', en: 'Role authorisation' }, owner: ['root'],
    layout: 'root', app: 'operations', page: 'pages/roles/RoleAuthorisationPage',
    belong: 'console',
  },
  {
    id: 'personnel', pattern: '/operation/personnel', title: { zh: '人员管理', en: 'Personnel management' }, owner: ['root'],
    layout: 'root', app: 'operations', page: 'pages/personnel/PersonnelPage',
    belong: 'console',
  },
  {
    id: 'failedEvents', pattern: '/operation/failedEvents', title: { zh: '事件处理', en: 'Event handling' }, owner: ['root'],
    layout: 'root', app: 'operations', page: 'pages/events/FailedEventsPage',
    belong: 'console',
  },
  {
    id: 'operationLog', pattern: '/operation/operationLog', title: { zh: '操作日志', en: 'Operation log' }, owner: ['root'],
    layout: 'root', app: 'operations', page: 'pages/operation-log/OperationLogPage',
    belong: 'console',
  },
] as const satisfies readonly Route[];
