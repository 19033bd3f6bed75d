import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import type { ResponseOf } from '@formwork/contract/endpoint.ts';
import { viewsApi } from '@formwork/contract/views/api.ts';
import { wholeList, type Arrangement as Arranged, type ViewSettings } from '@formwork/contract/views/view.ts';
import { call, spacePath } from '@formwork/web/http/call.ts';
import { keyOf, queryClient } from '@formwork/web/http/query.ts';
import { kept } from '@formwork/ui/kept.ts';
import { useMe } from '@formwork/web/session/session.ts';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** How one person has arranged one list, over what its label says. */
export type ListSettings = Arranged;

export interface Arrangement {
  /** The label's, as far as the person has not arranged it otherwise. */
  settings: ListSettings;
  changed: boolean;
  change: (part: Partial<ListSettings>) => void;
  reset: () => void;
}

const savedAfterMs = 600;
const waiting = new Map<string, ReturnType<typeof setTimeout>>();

/** What was arranged is kept on the server a moment later, for all devices of the person; until the server has it, on this one. */
export function useListSettings(
  formId: string,
  labelId: string | undefined,
  base: ViewSettings,
  arranged: ListSettings,
): Arrangement {
  const me = useMe();
  const key = `recordList ${spacePath()} ${me.id} ${formId}${labelId === undefined ? '' : ` ${labelId}`}`;
  const [unsaved] = useState(() => read(key));
  const [own, setOwn] = useState<ListSettings>(unsaved ?? arranged);
  const keep = useCallback(
    (next: ListSettings) => {
      setOwn(next);
      const text = JSON.stringify(next);
      kept.write(key, text);
      queryClient.setQueryData<ResponseOf<(typeof viewsApi)['list']>>(
        keyOf(viewsApi.list, { params: { formId } }),
        (data) => data && { ...data, arrangements: { ...data.arrangements, [labelId ?? wholeList]: next } },
      );
      clearTimeout(waiting.get(key));
      waiting.set(
        key,
        setTimeout(() => {
          waiting.delete(key);
          // without a connection it waits on this device
          call(viewsApi.arrange, {
            params: { formId },
            body: { viewId: labelId ?? null, settings: Object.keys(next).length > 0 ? next : null },
          }).then(
            () => {
              if (kept.read(key) === text) kept.remove(key);
            },
            () => {},
          );
        }, savedAfterMs),
      );
    },
    [formId, key, labelId],
  );
  useEffect(() => {
    if (unsaved) keep(unsaved);
  }, [unsaved, keep]);
  const latest = useRef(own);
  latest.current = own;
  const change = useCallback((part: Partial<ListSettings>) => keep({ ...latest.current, ...part }), [keep]);
  const reset = useCallback(() => keep({}), [keep]);
  const settings = useMemo(() => ({ ...base, ...own }), [base, own]);
  return { settings, changed: Object.keys(own).length > 0, change, reset };
}

const firstColumns = 8;

/** Fields that a list can show, the form's own before those of every record. */
export function listableFields(definition: FormDefinition, hasProcess: boolean): Field[] {
  const system = Object.values(systemFields).filter(({ id }) => hasProcess || !id.startsWith('_process'));
  return [...definition.fields.filter(({ hidden }) => !hidden), ...system];
}

/** The columns of a list in their order: as the person arranged them, else as the form says, else its first fields. */
export function shownFields(
  definition: FormDefinition,
  settings: Pick<ListSettings, 'columns'>,
  hasProcess: boolean,
): Field[] {
  const byId = new Map(listableFields(definition, hasProcess).map((field) => [field.id, field]));
  const arranged = (settings.columns ?? []).flatMap((id) => byId.get(id) ?? []);
  if (arranged.length > 0) return arranged;
  const chosen = (definition.listFields ?? []).flatMap((id) => byId.get(id) ?? []);
  const own =
    chosen.length > 0
      ? chosen
      : nameFirst(definition, definition.fields)
          .filter(({ id }) => byId.has(id))
          .slice(0, firstColumns);
  const state = systemFields._processState;
  return hasProcess && !own.some(({ id }) => id === state.id) ? [...own, state] : own;
}

/** Whatever is shown, the field that names the record stands first: without it nobody knows which one it is. */
export function nameFirst(
  { fields, titleField }: Pick<FormDefinition, 'fields' | 'titleField'>,
  shown: readonly Field[],
): Field[] {
  const name = fields.find(({ id, hidden }) => id === titleField && !hidden);
  return name ? [name, ...shown.filter(({ id }) => id !== name.id)] : [...shown];
}

/** What this device could not tell the server yet. */
function read(key: string): ListSettings | undefined {
  try {
    const found = JSON.parse(kept.read(key) ?? 'null') as unknown;
    return typeof found === 'object' && found !== null ? found : undefined;
  } catch {
    return undefined;
  }
}
