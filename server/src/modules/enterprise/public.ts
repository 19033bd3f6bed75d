export { appearanceOf } from './appearance.ts';
export { styleSheetOf } from './style-sheet.ts';
/** @public For whoever counts in hours of work: due times, urging. */
export { workTimeOf } from './work-time.ts';
export { dayOf } from './day-of.ts';
export { zoneOf } from './zones.ts';
