import type { PageList } from '@formwork/web/router/page-list.ts';
import { devices, products } from './lists.ts';

export const pages = {
  deviceList: {
    load: () => import('./pages/devices/DevicesPage.tsx'),
    texts: ['iot', 'records'],
    reads: [products, devices],
  },
} satisfies PageList<'iot'>;
