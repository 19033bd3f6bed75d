export { originsOfEmbedding } from './embed/open.ts';
