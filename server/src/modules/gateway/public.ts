export { serveHouse } from './sources.ts';
