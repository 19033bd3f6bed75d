import type { Route } from '../routes.ts';

/** Pages of the application `iot`. */
export const iotRoutes = [
  {
    id: 'deviceList', pattern: '/{spaceUri?}/sysop/iot/device', title: { zh: '设备列表', en: 'Device list' }, owner: ['admin'],
    layout: 'index', app: 'iot', page: 'pages/devices/DevicesPage',
    belong: 'console',
  },
] as const satisfies readonly Route[];
