export { formAssets } from './assets.ts';
export { madeOfTemplate } from './apps/made-of-template.ts';
export { forgetForm, releasedForm, listenForChanges, type ReleasedForm } from './releases/released.ts';
export {
  leftOutByAll,
  needsNoRules,
  reachOfRule,
  rightsOf,
  rulesFor,
  subjectsOf,
  type ButtonLimit,
  type Reach,
  type Rights,
  type Rows,
  type Subjects,
} from './rights/access.ts';
export { titlesOutside } from './rights/in-care.ts';
export { designedVersion } from './releases/versions.ts';
export { designedForm as requireForm } from './designed-form.ts';
export { everReleased } from './uses/former.ts';
export { draftDefinition } from './releases/drafts.ts';
export { compileFeel } from './feel.ts';
export { bookingConstraint, bookingTable } from './schema/booking-tables.ts';
export { plainSql } from './schema/column-conversions.ts';
export {
  byOption,
  byPinyin,
  columnName,
  columnType,
  isOption,
  isPlaced,
  isSpoken,
  tableName,
} from './schema/column-types.ts';
export {
  isKeptInWords,
  isUniqueByItself,
  keyColumnName,
  keyedFields,
  knowKeyFiller,
  type KeyFill,
} from './schema/key-columns.ts';
export { viaOf } from './link-problems.ts';
export { recalculationRun } from './releases/recalculation.ts';
export { createFormWithRelease } from './apps/create-released.ts';
export { releasedFormIds } from './releases/released-forms.ts';
export { fileAppIds, knowFileApps, knowSharedForms, listApps } from './apps/apps.ts';
export { appTitles } from './apps/app-titles.ts';
export { formsOf, releasedDefinition, type FormName } from './form-names.ts';
export {
  buildUseIndex,
  dropUseIndex,
  indexesOfForm,
  isUseIndex,
  useIndexName,
  type FoundIndex,
} from './schema/use-indexes.ts';
export { knowUsers, type Asked, type User, type UserSource } from './uses/known-users.ts';
export { sizeOfForm } from './form-size.ts';
export { createApp } from './apps/apps.ts';
export { giveViewing, takeViewing } from './rights/give-viewing.ts';
export { countApps } from './apps/count-apps.ts';
export { clockRules, notificationRules } from './notifications/settings.ts';
