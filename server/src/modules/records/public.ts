export {
  formForProcess,
  recordForProcess,
  seenForProcess,
  saveFromProcess,
  setProcessState,
  trueFilesForProcess,
} from './write/process.ts';
export {
  allCells,
  chartGroups,
  type AllCells,
  type ChartAnswer,
  type ChartFigure,
  type ChartKey,
} from './read/chart-groups.ts';
export { keptGroups, limitText } from './read/kept-groups.ts';
export { countFollowed } from './talk/follows.ts';
export { grantAll, grantRecord, revokeRecord } from './rights/grants.ts';
export { attachFilesOf } from './files/attachments.ts';
export { canSeeRecord, hiddenByRules, hiddenFrom } from './read/get.ts';
export { seeing, titleSeen } from './read/sight.ts';
export { idsIn, truthNames, valueNames } from './read/value-names.ts';
export { titleReader } from './relations/title-reader.ts';
export { eachSeenRecord, printableRecord, seenDefinition, type PrintableRecord } from './read/printable.ts';
export { requireSight, rightsOnForm, rulesLetEdit } from './rights/rights.ts';
export type {
  AllowedFields,
  GrantLevel,
  ProcessForm,
  ProcessRecord,
  ProcessSave,
  ProcessStateChange,
  RecordGrant,
} from './write/process-types.ts';
export { readableFor, readablePart, type Readable } from './rights/readable-condition.ts';
export { knowReadings, type AskedPoint, type FoundPoint } from './plan/readings.ts';
export { recordLink } from './read/record-link.ts';
export { knowViewRules, type ViewRules } from './plan/view-rules.ts';
export { requireSharableRows, sharedColumns, sharedRows } from './share/shared-rows.ts';
export { spaceFigures } from './read/figures.ts';
export { listRecords } from './read/list.ts';
export { mayWatchForm } from './read/live.ts';
export { getRecord } from './read/get.ts';
export { recordsThere } from './read/records-there.ts';
export { createRecord } from './write/create.ts';
export { removeRecord, updateRecord } from './write/update.ts';
export { knowManners, mannersOf, type Manners } from './notify/manners.ts';
export { knowFormStarts } from './plan/form-starts.ts';
export { knowFormRules, type FormRules, type Ruled, type RuleNote } from './plan/form-rules.ts';
export { planOf, type FormPlan, type StoredRecord } from './plan/plan.ts';
export { importedIds, pastOf, recordsThen, ruleBehind, type Past, type Then } from './read/records-then.ts';
export type { RecordChange } from './relations/recalculate.ts';
export { maskedRecord } from './rights/mask.ts';
export { factsOfRecord, hiddenBy, reaches, viewerOf } from './rights/reach.ts';
export { rightsFor } from './rights/rights.ts';
export { RuleWork, type RuleValues } from './write/rule-work.ts';
export { importStored, leftOut } from './import/import-stored.ts';
/** @public Words and pinyin of what other modules find by them. */
export { fitsSql, searchable, wordsOf, type SearchWords } from './search/terms.ts';
