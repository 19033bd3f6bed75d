export { menusOf } from './menus.ts';
