export { releasedForm, listenForChanges, type ReleasedForm } from './released.ts';
export { leftOutByAll, reachOfRule, rightsOf, rulesFor, subjectsOf, type Reach, type Rights, type Rows, type Subjects } from './access.ts';
export { compileFeel } from './feel.ts';
export { columnName, columnType, tableName } from './column-types.ts';
export { createFormWithRelease } from './create-released.ts';
export { releasedFormIds } from './released-forms.ts';
export { listApps } from './apps.ts';
export { appTitles } from './app-titles.ts';
export { countApps } from './count-apps.ts';
