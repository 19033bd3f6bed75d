export { releasedForm, listenForChanges, type ReleasedForm } from './released.ts';
export { rightsOf, subjectsOf, type Rights, type Subjects } from './access.ts';
export { compileFeel } from './feel.ts';
export { columnName, columnType, tableName } from './column-types.ts';
export { createFormWithRelease } from './create-released.ts';
export { appTitles } from './app-titles.ts';
