export { applicationNames, callsByDay } from './calls-by-day.ts';
export { serveHouse } from './house.ts';
