export { assetOfChart } from './assets.ts';
export { chartData } from './for-apis.ts';
export { originsOfEmbedding } from './embed/open.ts';
