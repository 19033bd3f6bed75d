import type { PageList } from '@formwork/web/router/page-list.ts';

export const pages = {
  deviceList: { load: () => import('./pages/devices/DevicesPage.tsx'), texts: ['iot', 'records'] },
} satisfies PageList<'iot'>;
