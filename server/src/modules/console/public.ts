export { elementsOf } from './elements.ts';
export { menusOf } from './menus.ts';
