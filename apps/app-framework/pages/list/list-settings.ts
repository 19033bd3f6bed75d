import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field } from '@formwork/contract/forms/field.ts';
import { systemFields } from '@formwork/contract/forms/system-fields.ts';
import type { RowHeight } from '@formwork/ui/list-columns.ts';
import { spacePath } from '@formwork/web/http/call.ts';
import { kept } from '@formwork/web/kept.ts';
import { useMe } from '@formwork/web/session/session.ts';
import { useCallback, useState } from 'react';

/** How one person has arranged one list on this device. */
export interface ListSettings {
  /** Ids of the columns in their order; without it the form's own. */
  columns?: string[];
  widths?: Record<string, number>;
  height?: RowHeight;
}

export function useListSettings(formId: string): [ListSettings, (change: Partial<ListSettings>) => void] {
  const me = useMe();
  const key = `recordList ${spacePath()} ${me.id} ${formId}`;
  const [settings, setSettings] = useState<ListSettings>(() => read(key));
  const change = useCallback((part: Partial<ListSettings>) => {
    setSettings((now) => {
      const next = { ...now, ...part };
      kept.write(key, JSON.stringify(next));
      return next;
    });
  }, [key]);
  return [settings, change];
}

const firstColumns = 8;

/** Fields that a list can show, the form's own before those of every record. */
export function listableFields(definition: FormDefinition, hasProcess: boolean): Field[] {
  const system = Object.values(systemFields).filter(({ id }) => hasProcess || !id.startsWith('_process'));
  return [...definition.fields.filter(({ hidden }) => !hidden), ...system];
}

/** The columns of a list in their order: as the person arranged them, else as the form says, else its first fields. */
export function shownFields(definition: FormDefinition, settings: ListSettings, hasProcess: boolean): Field[] {
  const byId = new Map(listableFields(definition, hasProcess).map((field) => [field.id, field]));
  const arranged = (settings.columns ?? []).flatMap((id) => byId.get(id) ?? []);
  if (arranged.length > 0) return arranged;
  const chosen = (definition.listFields ?? []).flatMap((id) => byId.get(id) ?? []);
  const own = chosen.length > 0 ? chosen : titleFirst(definition).filter(({ id }) => byId.has(id)).slice(0, firstColumns);
  const state = systemFields._processState;
  return hasProcess && !own.some(({ id }) => id === state.id) ? [...own, state] : own;
}

function titleFirst({ fields, titleField }: FormDefinition): Field[] {
  const title = fields.find(({ id }) => id === titleField);
  return title ? [title, ...fields.filter((field) => field !== title)] : fields;
}

function read(key: string): ListSettings {
  try {
    const found = JSON.parse(kept.read(key) ?? '{}') as unknown;
    return typeof found === 'object' && found !== null ? found : {};
  } catch {
    return {};
  }
}
