import type { PageList } from '@formwork/web/router/page-list.ts';

export const pages = {} satisfies PageList<'gis'>;
