import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { Appearance, Logo, Theme, Watermark } from './appearance.ts';
import { EnterpriseInfo } from './info.ts';
import { mostStyleText } from './style-sheet.ts';
import { WorkTime } from './work-time.ts';

const StyleText = z.object({ text: z.string().max(mostStyleText) });

export const enterpriseApi = {
  appearance: endpoint({
    method: 'GET',
    path: '/enterprise/appearance',
    permission: 'signed-in',
    summary: "What everybody's frame shows of the enterprise: theme, logo, watermark.",
    response: Appearance,
  }),
  setTheme: endpoint({
    method: 'PUT',
    path: '/enterprise/theme',
    permission: 'enterprise.theme.edit',
    summary: 'Choose a skin and a colour for everybody.',
    body: Theme,
    response: Appearance,
  }),
  setLogo: endpoint({
    method: 'PUT',
    path: '/enterprise/logo',
    permission: 'enterprise.logo.edit',
    summary: 'Choose uploaded pictures as logo on light, on dark, and as icon of the browser tab.',
    body: Logo,
    response: Appearance,
  }),
  setWatermark: endpoint({
    method: 'PUT',
    path: '/enterprise/watermark',
    permission: 'enterprise.watermark.edit',
    summary: 'What stands over every page, also when it is printed.',
    body: Watermark,
    response: Appearance,
  }),
  setScanning: endpoint({
    method: 'PUT',
    path: '/enterprise/scanning',
    permission: 'console.navigation.edit',
    summary: 'Open or close the scanning of codes for everybody.',
    body: z.object({ enabled: z.boolean() }),
    response: Appearance,
  }),
  setAppMenus: endpoint({
    method: 'PUT',
    path: '/enterprise/app-menus',
    permission: 'console.navigation.edit',
    summary: 'Whether applications keep a menu of their own beside the navigation that the enterprise configured.',
    body: z.object({ enabled: z.boolean() }),
    response: Appearance,
  }),
  getStyleSheet: endpoint({
    method: 'GET',
    path: '/enterprise/style-sheet',
    permission: 'enterprise.style.edit',
    summary: "The enterprise's own style sheet, as it was written.",
    response: StyleText,
  }),
  setStyleSheet: endpoint({
    method: 'PUT',
    path: '/enterprise/style-sheet',
    permission: 'enterprise.style.edit',
    summary: 'Change the style sheet; what is not on the list of what is allowed is refused with its line.',
    body: StyleText,
    response: Appearance,
  }),
  styleSheet: endpoint({
    method: 'GET',
    path: '/enterprise/style-sheets/:sheetName',
    permission: 'anyone',
    summary: 'The style sheet of an enterprise as pages carry it; those of visitors too.',
    params: z.object({ sheetName: z.string().regex(/^[a-z0-9]{1,40}-[0-9a-f]{16}$/) }),
    response: z.unknown(),
    transfer: 'stream',
  }),
  getInfo: endpoint({
    method: 'GET',
    path: '/enterprise/info',
    permission: 'enterprise.info.edit',
    summary: 'Name, numbers and contact of the enterprise.',
    response: EnterpriseInfo,
  }),
  setInfo: endpoint({
    method: 'PUT',
    path: '/enterprise/info',
    permission: 'enterprise.info.edit',
    summary: 'Change what the enterprise says of itself; its name is the name of the space.',
    body: EnterpriseInfo,
    response: EnterpriseInfo,
  }),
  getWorkTime: endpoint({
    method: 'GET',
    path: '/enterprise/work-time',
    permission: 'enterprise.worktime.edit',
    summary: 'Shifts, the week and the days that differ from it.',
    response: WorkTime,
  }),
  setWorkTime: endpoint({
    method: 'PUT',
    path: '/enterprise/work-time',
    permission: 'enterprise.worktime.edit',
    summary: 'Change shifts, week and special days; due times keep to them.',
    body: WorkTime,
    response: WorkTime,
  }),
  timeZone: endpoint({
    method: 'GET',
    path: '/enterprise/time-zone',
    permission: 'signed-in',
    summary: 'The zone by which the enterprise tells the time.',
    response: z.object({ timeZone: z.string() }),
  }),
  dueAfter: endpoint({
    method: 'GET',
    path: '/enterprise/work-time/due',
    permission: 'signed-in',
    summary: 'When so many minutes of work will have passed; null where the calendar holds too little work.',
    query: z.object({ from: z.iso.datetime({ offset: true }), minutes: z.number().int().min(1).max(100_000) }),
    response: z.object({ due: z.iso.datetime().nullable() }),
  }),
};
