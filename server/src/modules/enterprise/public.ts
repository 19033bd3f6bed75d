export { appearanceOf } from './appearance.ts';
export { styleSheetOf } from './style-sheet.ts';
/** @public For whoever counts in hours of work: due times, urging. */
export { workTimeOf } from './work-time.ts';
export { zoneOf } from './zones.ts';
