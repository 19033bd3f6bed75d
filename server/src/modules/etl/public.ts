export { exchangePage } from './exchange/read.ts';
export { columnsOfTable, inEngine, rawName, viewSql, type Room, type SourceTable } from './endpoints/in-engine.ts';
export { doubleQuoted, textQuoted } from './endpoints/names.ts';
export { readTable, type ReadRows } from './endpoints/read-table.ts';
