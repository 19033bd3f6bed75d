import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { ProcessState } from '@formwork/contract/forms/system-fields.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import type { SlaveInput, SlaveRow } from '@formwork/contract/records/record.ts';
import type { Text } from '@formwork/contract/text.ts';
import type { NameableFiles } from '../files/named-files.ts';

/** The released form that a process runs over. */
export interface ProcessForm {
  formId: string;
  appId: string;
  release: number;
  title: Text;
  /** What hides how records are called when it is hidden: the field they are called by, and all that it is worked out from. */
  titleKeys: readonly string[];
  /** Rules of the form hide that field from somebody: lists that know no rules must not tell it. */
  titleHidden: boolean;
  definition: FormDefinition;
}

/** A record as the engine sees it: everything, whoever acts. The engine checks rights by its own nodes. */
export interface ProcessRecord {
  id: string;
  version: number;
  /** Values by field id, system fields (`_owner`, `_processState`, ...) among them. */
  values: Values;
  slaves: Record<string, SlaveRow[]>;
  /** The value of the title field as people read it; '' when it is empty. */
  title: string;
}

/** What the node lets its executor change; anything else that differs is refused at its field. */
export interface AllowedFields {
  /** Ids of fields of the main table. */
  main: ReadonlySet<string>;
  slaves: Readonly<Record<string, { fields: ReadonlySet<string>; add: boolean; remove: boolean }>>;
  /** Required at this node beyond what the form says: `fieldId`, `tableId.fieldId`. */
  required?: ReadonlySet<string> | undefined;
  /** Kept from the executor: ids of fields and slave tables, `table.field`. To name them is refused, whatever is said, or saying tells them. */
  hidden?: ReadonlySet<string> | undefined;
}

export interface ProcessSave {
  formId: string;
  /** Left out: a new record. */
  recordId?: string | undefined;
  values: Record<string, unknown>;
  slaves?: SlaveInput | undefined;
  /** Left out: whatever version is there. */
  expectedVersion?: number | undefined;
  allowedFields: AllowedFields | 'all';
  /** Those that whoever saves may name, from `trueFilesForProcess`; what the system writes nobody has named. */
  files?: NameableFiles | undefined;
  /** Kept for later: what is required may still be empty. */
  draft?: boolean | undefined;
}

export interface ProcessStateChange {
  formId: string;
  recordId: string;
  /** null takes the record out of any process. */
  state: ProcessState | null;
  /** Names of the current nodes. */
  nodes: string[];
  executors: string[];
}

/** `monitor` reads like `view` and may follow the process as well. */
export type GrantLevel = 'view' | 'modify' | 'delete' | 'monitor';

export interface RecordGrant {
  formId: string;
  recordId: string;
  users: string[];
  level: GrantLevel;
  /** Who gave it, such as `process:<instance>/<node>` or `share:<id>`: the same origin can take it back or change it. */
  origin: string;
  /** What it does not show: ids of fields and slave tables, `table.field`. */
  hidden?: readonly string[] | undefined;
}
