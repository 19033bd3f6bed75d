export { appearanceOf } from './appearance.ts';
