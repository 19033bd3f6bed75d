import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import type { Values } from '@formwork/contract/forms/values/value.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { FormLogic, LogicContext } from '@formwork/contract/records/logic.ts';
import type { FormRecord, VersionConflict } from '@formwork/contract/records/record.ts';
import { withOffered } from '@formwork/contract/records/offered-options.ts';
import type { FieldState } from '@formwork/contract/records/validate.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { isApiError } from '@formwork/web/http/api-error.ts';
import { call, newCommandId } from '@formwork/web/http/call.ts';
import { failureText } from '@formwork/web/http/error-text.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useMe } from '@formwork/web/session/session.ts';
import { changesOf, hasChanges, wholeOf, type Changes } from './changes.ts';
import { errorsOf, stateWithin } from './check.ts';
import { conflictOf, contains, merged, type ConflictState, type Side } from './conflicts/conflict.ts';
import { messageOf } from './error-message.ts';
import { readDraft, removeDraft, type Sent } from './drafts.ts';
import { calculate, dataOf, newData, newRow, type Calculated, type FormData, type RowData } from './form-data.ts';
import { mayEdit, type FormRights } from './rights.ts';
import { isTouched, touchedIn, withTouched } from './touched.ts';
import { findSimilar, type SimilarFound } from './similar.ts';
import { useDraft, type Base } from './use-draft.ts';
import { useTaken } from './use-taken.ts';

export interface RecordFormOptions {
  formId: string;
  definition: FormDefinition;
  logic: FormLogic;
  /** Left out for a new one. */
  record?: FormRecord | undefined;
  rights: FormRights;
  /** What a new record begins with. */
  given?: Values | undefined;
  /** Whether what is typed is kept on this device until it is saved; true when left out. */
  keepsDraft?: boolean;
}

export interface ShownError {
  path: string;
  message: string;
}

export interface RecordFormModel {
  formId: string;
  /** Absent for a new one. */
  recordId: string | undefined;
  definition: FormDefinition;
  rights: FormRights;
  data: FormData;
  calculated: Calculated;
  /** Version the changes stand on; 0 for a new record. */
  version: number;
  changed: boolean;
  saving: boolean;
  /** Errors that are to be shown by now, the form's own before the server's. */
  errors: readonly ShownError[];
  /** Somebody tried to save: from then on every error is shown, and all of them together at the top. */
  attempted: boolean;
  /** That the last save failed, with the reason where no single field is. */
  failure: string | undefined;
  /** How often saving ended with something to read. */
  answered: number;
  conflict: ConflictState | undefined;
  /** Records that hold nearly the same, found by the last save, which waits for an answer. */
  similar: SimilarFound | undefined;
  /** When the restored draft was written. */
  restoredAt: string | undefined;
  /** Somebody has saved since this was opened, and there are changes here. */
  outdated: boolean;
  stateOf: (field: Field, table?: string, row?: Values) => FieldState;
  /** The field with the options it offers now, see `FormLogic.offered`. */
  offering: <F extends Field>(field: F, value: unknown, row?: Values) => F;
  /** What the layout's expressions say now, see `LayoutLogic`. */
  layout: {
    hides: (part: string) => boolean;
    valueOf: (part: string, property: string) => unknown;
    decides: (part: string, property: string) => boolean | { missing: readonly string[] };
  };
  set: (field: string, value: unknown) => void;
  setRows: (table: string, rows: readonly RowData[]) => void;
  newRow: (table: string) => RowData;
  /** What a rule of the slave table makes of the record as it stands, by field. */
  generate: (rule: string) => Record<string, unknown>[];
  /** Something of a field is still on its way, or no longer: until then nothing is saved. */
  setUnfinished: (field: string, unfinished: boolean) => void;
  /** A field, a row or a table was left: from now on its error is shown, see `touched.ts`. */
  touch: (...paths: string[]) => void;
  /** Shows every error there is; true when there is none. */
  check: () => boolean;
  changes: () => Changes;
  save: () => Promise<FormRecord | undefined>;
  /** Saves although others are alike. */
  saveAnyway: () => Promise<FormRecord | undefined>;
  dismissSimilar: () => void;
  /** The same question for whoever sends the form in another way than `save`. */
  findSimilar: () => Promise<SimilarFound | undefined>;
  /** Puts both versions together as decided and saves again. */
  resolve: (chosen: Readonly<Record<string, Side>>) => Promise<FormRecord | undefined>;
  discard: () => void;
}

export function useRecordForm({
  formId,
  definition,
  logic,
  record,
  rights,
  given,
  keepsDraft = true,
}: RecordFormOptions): RecordFormModel {
  const t = useT();
  const me = useMe();
  const [fixed] = useState<LogicContext>(() => ({
    userId: me.id,
    now: new Date(),
    timeZone: timeZone(),
    unknown: new Set(record?.hidden),
  }));
  const taken = useTaken(formId, definition);
  const context = useMemo((): LogicContext => ({ ...fixed, linked: taken.linked }), [fixed, taken.linked]);
  const begin = useCallback(
    (): Base => ({
      before: record ? dataOf(definition, record) : newData(definition, logic, fixed, given),
      version: record?.version ?? 0,
    }),
    [definition, logic, record, given, fixed],
  );
  const [restored] = useState(() => (keepsDraft ? readDraft(formId, record?.id) : undefined));
  const [base, setBase] = useState<Base>(() => {
    const fresh = begin();
    return restored && record ? { before: over(fresh.before, restored.before), version: restored.version } : fresh;
  });
  const [written, setData] = useState<FormData>(() => (restored ? over(base.before, restored.mine) : base.before));
  // who only reads is shown what is saved, never a draft
  const data = rights.readOnly ? base.before : written;
  const [restoredAt, setRestoredAt] = useState(restored?.at);
  // what was wrong with what stands in a draft is said again
  const [touched, setTouched] = useState(() => touchedIn(restored?.mine));
  const [attempted, setAttempted] = useState(false);
  const [refused, setRefused] = useState<readonly ShownError[]>([]);
  const [failure, setFailure] = useState<string>();
  const [answered, setAnswered] = useState(0);
  const [unfinished, setUnfinished] = useState<ReadonlySet<string>>(new Set());
  const [conflict, setConflict] = useState<ConflictState>();
  const [similar, setSimilar] = useState<SimilarFound>();
  const [saving, setSaving] = useState(false);

  const { ask, fillOf, rowsFilled } = taken;
  useEffect(() => ask(base.before, written), [ask, base, written]);

  const last = useRef<{ logic: FormLogic; context: LogicContext; calculated: Calculated }>(undefined);
  const calculated = useMemo(
    () =>
      calculate(
        definition,
        data,
        logic,
        context,
        last.current?.logic === logic && last.current.context === context ? last.current.calculated : undefined,
      ),
    [definition, data, logic, context],
  );
  last.current = { logic, context, calculated };
  const pending = useMemo(() => hasChanges(definition, base.before, written), [definition, base, written]);
  const changed = pending && data === written;
  const outdated = record !== undefined && record.version > base.version && changed;
  const own = useMemo(
    () => errorsOf(definition, data, calculated, logic, rights, context),
    [definition, data, calculated, logic, rights, context],
  );
  const errors = useMemo(() => {
    const shown = own
      .filter(({ path }) => attempted || isTouched(path, touched, data))
      .map(({ path, code, data: told }) => ({ path, message: messageOf(definition, path, code, told, t) }));
    // while it comes it is no fault; it keeps from saving
    if (attempted) for (const path of unfinished) shown.push({ path, message: t('records.file.unfinished') });
    const said = new Set(shown.map(({ path }) => path));
    return [...shown, ...refused.filter(({ path }) => !said.has(path))];
  }, [own, attempted, touched, data, refused, unfinished, definition, t]);

  const reset = useCallback((next: Base) => {
    setBase(next);
    setData(next.before);
    setTouched(new Set());
    setAttempted(false);
    setRefused([]);
    setFailure(undefined);
    setConflict(undefined);
    setSimilar(undefined);
    setRestoredAt(undefined);
  }, []);

  // what is computed of other records changes without a new version
  const shownRecord = useRef(record);
  // what others save appears as long as nothing was written here
  useEffect(() => {
    const recalculated = record !== undefined && record.version === base.version && record !== shownRecord.current;
    shownRecord.current = record;
    if (recalculated && !pending && !saving) reset(begin());
    if (!record || record.version <= base.version || saving) return;
    if (!pending || contains(definition, dataOf(definition, record), base.before, written)) reset(begin());
  }, [record, base, written, pending, saving, definition, begin, reset]);

  const sent = useRef<Sent | undefined>(restored?.sent);
  const keep = useDraft({
    formId,
    recordId: record?.id,
    definition,
    base,
    data: written,
    changed: keepsDraft && pending,
    sent,
  });

  const latest = useRef({ base, data, rights });
  latest.current = { base, data, rights };

  const changes = useCallback((): Changes => {
    const now = latest.current;
    return record
      ? changesOf(definition, now.base.before, now.data, now.rights)
      : wholeOf(definition, now.data, now.rights);
  }, [definition, record]);

  const check = useCallback(() => {
    setAttempted(true);
    const ready = own.length === 0 && unfinished.size === 0;
    if (!ready) setAnswered((times) => times + 1);
    return ready;
  }, [own, unfinished]);

  // a key that is held down asks again before the state has changed
  const sending = useRef(false);
  const done = (saved: FormRecord): FormRecord => {
    sent.current = undefined;
    removeDraft(formId, record?.id);
    reset({ before: dataOf(definition, saved), version: saved.version });
    return saved;
  };
  /** A record whose answer was lost stays the same record, in this page and after a reload; what was changed since is saved over it. */
  const create = async (now: FormData): Promise<FormRecord> => {
    const body = wholeOf(definition, now, rights);
    const content = JSON.stringify(body);
    const earlier = sent.current;
    sent.current = earlier ?? { commandId: newCommandId(), content };
    keep();
    const made = await call(recordsApi.create, {
      params: { formId },
      body: { ...body, commandId: sent.current.commandId },
    }).catch((error: unknown) => {
      if (isApiError(error) && error.kind === 'refused') sent.current = undefined;
      throw error;
    });
    const before = dataOf(definition, made);
    if (
      earlier === undefined ||
      earlier.content === content ||
      contains(definition, before, newData(definition, logic, fixed, given), now)
    )
      return made;
    return call(recordsApi.update, {
      params: { formId, recordId: made.id },
      body: { expectedVersion: made.version, ...changesOf(definition, before, now, rights) },
    });
  };
  const send = async (from: Base, now: FormData, anyway = false): Promise<FormRecord | undefined> => {
    if (sending.current) return undefined;
    setFailure(undefined);
    setRefused([]);
    setAttempted(true);
    if (
      unfinished.size > 0 ||
      errorsOf(definition, now, calculate(definition, now, logic, context), logic, rights, context).length > 0
    ) {
      setAnswered((times) => times + 1);
      return undefined;
    }
    setSaving(true);
    sending.current = true;
    setSimilar(undefined);
    try {
      // what was sent already is that very record: it would be found as its own likeness
      const found =
        anyway || sent.current !== undefined
          ? undefined
          : await findSimilar({ formId, definition, recordId: record?.id }, from.before, now);
      if (found) {
        setSimilar(found);
        setAnswered((times) => times + 1);
        return undefined;
      }
      const saved = record
        ? await call(recordsApi.update, {
            params: { formId, recordId: record.id },
            body: { expectedVersion: from.version, ...changesOf(definition, from.before, now, rights) },
          })
        : await create(now);
      return done(saved);
    } catch (error) {
      if (!isApiError(error)) throw error;
      setAnswered((times) => times + 1);
      const failed =
        error.kind !== 'refused' || error.status === 500
          ? 'records.save.failed_main'
          : record
            ? 'records.save.failed_update'
            : 'records.save.failed_add';
      if (error.code === 'records.record.version_conflict') {
        const found = conflictOf(definition, error.data as unknown as VersionConflict, from.before, now);
        // it was saved the first time, and the answer was lost on its way
        if (contains(definition, found.theirs, from.before, now)) return done(found.conflict.current);
        setConflict(found);
      } else if (error.fields.length > 0) {
        setFailure(t(failed));
        setRefused(
          error.fields.map(({ path, code, data: told }) => ({
            path: path.replace(/^(values|slaves)\./, ''),
            message: messageOf(definition, path, code, told, t),
          })),
        );
      } else setFailure(failureText(failed, error, t));
      return undefined;
    } finally {
      sending.current = false;
      setSaving(false);
    }
  };

  const forgive = (path: string) =>
    setRefused((now) => (now.some((error) => error.path === path) ? now.filter((error) => error.path !== path) : now));

  return {
    formId,
    recordId: record?.id,
    definition,
    rights,
    data,
    calculated,
    version: base.version,
    changed: changed || unfinished.size > 0,
    saving,
    errors,
    attempted,
    failure,
    answered,
    conflict,
    similar,
    restoredAt,
    outdated,
    stateOf: (field, table, row) =>
      stateWithin(
        logic.stateOf(field, calculated.record, row, context),
        table === undefined ? rights.field(field.id) : rights.table(table).field(field.id),
      ),
    offering: (field, value, row) => withOffered(field, logic.offered(field, calculated.record, row, context), value),
    layout: {
      hides: (part) => logic.layout.hides(part, calculated.record, context),
      valueOf: (part, property) => logic.layout.valueOf(part, property, calculated.record, context),
      decides: (part, property) => logic.layout.decides(part, property, calculated.record, context),
    },
    set: useCallback(
      (field, value) => {
        setData((now) => ({ ...now, values: { ...now.values, [field]: value } }));
        forgive(field);
        void fillOf(field, value).then((filled) => {
          const open = Object.entries(filled).filter(([id]) => mayEdit(latest.current.rights.field(id)));
          if (open.length > 0)
            setData((now) =>
              now.values[field] === value ? { ...now, values: { ...now.values, ...Object.fromEntries(open) } } : now,
            );
        });
      },
      [fillOf],
    ),
    setRows: useCallback(
      (table, rows) => {
        setData((now) => ({ ...now, slaves: { ...now.slaves, [table]: rows } }));
        void rowsFilled(table, latest.current.data.slaves[table] ?? [], rows).then((filled) => {
          if (filled.size === 0) return;
          const right = latest.current.rights.table(table);
          const withFilled = (row: RowData): RowData => ({
            ...row,
            values: {
              ...row.values,
              ...Object.fromEntries(
                Object.entries(filled.get(row.key) ?? {}).filter(([id]) => row.isNew || mayEdit(right.field(id))),
              ),
            },
          });
          setData((now) => ({
            ...now,
            slaves: {
              ...now.slaves,
              [table]: (now.slaves[table] ?? []).map((row) => (filled.has(row.key) ? withFilled(row) : row)),
            },
          }));
        });
        // the places of rows may have changed, so all that was said of them is void
        setRefused((now) => now.filter(({ path }) => path !== table && !path.startsWith(`${table}.`)));
      },
      [rowsFilled],
    ),
    generate: (rule) => logic.generate(rule, calculated.record, context),
    newRow: (table) => newRow(definition, table, logic, calculated.record, context),
    setUnfinished: useCallback(
      (field, is) =>
        setUnfinished((now) =>
          now.has(field) === is ? now : new Set(is ? [...now, field] : [...now].filter((other) => other !== field)),
        ),
      [],
    ),
    touch: useCallback((...paths) => setTouched((now) => withTouched(now, paths)), []),
    check,
    changes,
    save: () => send(base, data),
    saveAnyway: () => send(base, data, true),
    dismissSimilar: () => setSimilar(undefined),
    findSimilar: () => findSimilar({ formId, definition, recordId: record?.id }, base.before, data),
    resolve: async (chosen) => {
      if (!conflict) return undefined;
      const from: Base = { before: conflict.theirs, version: conflict.conflict.current.version };
      const now = merged(definition, conflict, base.before, data, chosen);
      setData(now);
      setBase(from);
      setConflict(undefined);
      return send(from, now);
    },
    discard: () => {
      sent.current = undefined;
      removeDraft(formId, record?.id);
      reset(begin());
    },
  };
}

function over(below: FormData, above: FormData): FormData {
  return { values: { ...below.values, ...above.values }, slaves: { ...below.slaves, ...above.slaves } };
}
