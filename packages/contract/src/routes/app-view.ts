import type { Route } from '../routes.ts';
import { everyone } from './owners.ts';

/** Pages of the application `app-view`. */
export const appViewRoutes = [
  {
    id: 'preview', pattern: '/preview', title: { zh: '预览', en: 'Preview' }, owner: [],
    layout: 'access', app: 'app-view', page: 'pages/preview/PreviewPage', sandbox: true,
  },
  {
    id: 'share', pattern: '/share/{token}', title: { zh: '分享', en: 'Shared page' }, owner: [],
    layout: 'access', app: 'app-view', page: 'pages/share/SharePage', style: true, sandbox: true,
  },
  {
    id: 'embed', pattern: '/embed/{id}', title: { zh: '嵌入', en: 'Embedded analysis' }, owner: [],
    layout: 'access', app: 'app-view', page: 'pages/embed/EmbedPage', style: true, sandbox: true,
  },
  {
    id: 'designerPreview', pattern: '/{spaceUri?}/designer-preview/{spaceId}/{module}/{appId}/{tableId}/{version}',
    title: { zh: '设计预览', en: 'Designer preview' }, owner: everyone,
    layout: 'access', app: 'app-view', page: 'pages/designer-preview/DesignerPreviewPage', style: true, sandbox: true,
  },
  {
    id: 'viewPreview', pattern: '/{spaceUri?}/view-preview/{module}/{appId}/{terminal?}', title: { zh: '视图预览', en: 'View preview' }, owner: everyone,
    layout: 'access', app: 'app-view', page: 'pages/view-preview/ViewPreviewPage', style: true, sandbox: true,
  },
] as const satisfies readonly Route[];
