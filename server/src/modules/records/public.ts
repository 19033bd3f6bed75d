export { formForProcess, recordForProcess, saveFromProcess, setProcessState } from './process.ts';
export { grantRecord, revokeRecord } from './grants.ts';
export { attachFilesOf } from './attachments.ts';
export { canSeeRecord, hiddenByRules, hiddenFrom } from './get.ts';
export { eachSeenRecord, printableRecord, seenDefinition, type PrintableRecord } from './printable.ts';
export { rightsOnForm, rulesLetEdit } from './rights.ts';
export type { AllowedFields, GrantLevel, ProcessForm, ProcessRecord, ProcessSave, ProcessStateChange, RecordGrant } from './process-types.ts';
export { spaceFigures } from './figures.ts';
