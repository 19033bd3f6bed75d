import type { Route } from '../routes.ts';
import { everyone } from './owners.ts';

/** Pages of the application `user`. */
export const userRoutes = [
  {
    id: 'modifyPassword', pattern: '/{spaceUri?}/home/modifyPassword', title: { zh: '修改密码', en: 'Change password' }, owner: everyone,
    layout: 'customer', app: 'user', page: 'pages/password/ModifyPasswordPage', style: true,
  },
  {
    id: 'myHome', pattern: '/{spaceUri?}/home/user', title: { zh: '个人主页', en: 'My home' }, owner: everyone,
    layout: 'customer', app: 'user', page: 'pages/home/HomePage', style: true,
  },
  {
    id: 'personalCentre', pattern: '/{spaceUri?}/setting/center', title: { zh: '个人中心', en: 'Personal centre' }, owner: everyone,
    layout: 'customer', app: 'user', page: 'pages/personal-centre/PersonalCentrePage', style: true,
    phoneTab: { icon: 'me', order: 50, title: { zh: '我', en: 'Me' } },
  },
  {
    id: 'contacts', pattern: '/{spaceUri?}/organization/contacts/', title: { zh: '通讯录', en: 'Contacts' }, owner: everyone,
    layout: 'customer', app: 'user', page: 'pages/contacts/ContactsPage',
    belong: 'header', style: true,
  },
  {
    id: 'contactCard', pattern: '/{spaceUri?}/organization/usercontactinfo/{userId}', title: { zh: '联系人', en: 'Contact card' }, owner: everyone,
    layout: 'customer', app: 'user', page: 'pages/contacts/ContactCardPage', style: true,
  },
] as const satisfies readonly Route[];
