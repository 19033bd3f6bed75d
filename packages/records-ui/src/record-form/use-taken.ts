import type { FormDefinition } from '@formwork/contract/forms/definition.ts';
import type { Field, FieldOf } from '@formwork/contract/forms/field.ts';
import { isEmptyValue, type Values } from '@formwork/contract/forms/values/value.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { Linked } from '@formwork/contract/records/linked.ts';
import { useCallback, useMemo, useRef, useState } from 'react';
import { call } from '@formwork/web/http/call.ts';
import { typedIds } from '../fields/typed-text.ts';
import type { FormData, RowData } from './form-data.ts';

interface Taken {
  lookups: Values;
  fill: Values;
}

export interface TakenFromOthers {
  linked: Linked;
  /** Asks for what newly named records bring, so that lookups follow while one types. */
  ask: (before: FormData, now: FormData) => void;
  /** What a relation fills in when it names one record. */
  fillOf: (field: string, value: unknown) => Promise<Values>;
  /** The same for rows that name another record than before, by their keys. */
  rowsFilled: (table: string, before: readonly RowData[], now: readonly RowData[]) => Promise<Map<string, Values>>;
}

interface Place {
  key: string;
  table: string | undefined;
  field: FieldOf<'relation'>;
  fills: boolean;
}

/** What the record takes from those it names before it is saved; each of them is asked for once. */
export function useTaken(formId: string, definition: FormDefinition): TakenFromOthers {
  const [known, setKnown] = useState<ReadonlyMap<string, Taken>>(new Map());
  const asked = useRef(new Map<string, Promise<Taken | undefined>>());
  const places = useMemo(() => placesOf(definition), [definition]);

  const fetchAll = useCallback(
    (key: string, ids: readonly string[]): Promise<Taken | undefined>[] => {
      const missing = [...new Set(ids)].filter((id) => !asked.current.has(`${key} ${id}`));
      for (let from = 0; from < missing.length; from += 500) {
        const part = missing.slice(from, from + 500);
        const answer = call(recordsApi.linked, { params: { formId }, body: { relation: key, ids: part } }).then(
          ({ records }) => {
            setKnown(
              (now) =>
                new Map([
                  ...now,
                  ...records.map(({ id, lookups, fill }) => [`${key} ${id}`, { lookups, fill }] as const),
                ]),
            );
            return new Map(records.map((record) => [record.id, record]));
          },
        );
        for (const id of part) {
          // the server works it out when the record is saved, whatever became of this
          asked.current.set(
            `${key} ${id}`,
            answer.then(
              (found) => found.get(id),
              () => {
                asked.current.delete(`${key} ${id}`);
                return undefined;
              },
            ),
          );
        }
      }
      return ids.map((id) => asked.current.get(`${key} ${id}`) ?? Promise.resolve(undefined));
    },
    [formId],
  );

  const linked = useMemo(
    (): Linked => ({
      lookup: (table, { id, config }, target) =>
        known.get(`${table === undefined ? '' : `${table}.`}${config.relation} ${target}`)?.lookups[id],
      rollup: () => undefined,
    }),
    [known],
  );

  return {
    linked,
    ask: useCallback(
      (before, now) => {
        if (before === now) return;
        for (const { key, table, field } of places) {
          const newly =
            table === undefined
              ? before.values[field.id] === now.values[field.id]
                ? []
                : typedIds(now.values[field.id])
              : rowsOf(now, table).flatMap((row) =>
                  oldRow(before, table, row)?.values[field.id] === row.values[field.id]
                    ? []
                    : typedIds(row.values[field.id]),
                );
          if (newly.length > 0) void Promise.all(fetchAll(key, newly));
        }
      },
      [places, fetchAll],
    ),
    fillOf: useCallback(
      async (id, value) => {
        const place = places.find(({ key, fills }) => key === id && fills);
        const [target] = typedIds(value);
        return (place && target !== undefined && (await fetchAll(place.key, [target])[0])?.fill) || {};
      },
      [places, fetchAll],
    ),
    rowsFilled: useCallback(
      async (table, before, now) => {
        const filled = new Map<string, Values>();
        for (const place of places) {
          if (place.table !== table || !place.fills) continue;
          const changed = now.filter(
            (row) =>
              !isEmptyValue(row.values[place.field.id]) &&
              before.find(({ key }) => key === row.key)?.values[place.field.id] !== row.values[place.field.id],
          );
          const found = await Promise.all(
            fetchAll(
              place.key,
              changed.map((row) => typedIds(row.values[place.field.id])[0] ?? ''),
            ),
          );
          changed.forEach((row, index) => {
            if (found[index]) filled.set(row.key, { ...filled.get(row.key), ...found[index].fill });
          });
        }
        return filled;
      },
      [places, fetchAll],
    ),
  };
}

/** Relations that bring anything. */
function placesOf(definition: FormDefinition): Place[] {
  const within = (fields: readonly Field[], table: string | undefined): Place[] =>
    fields.flatMap((field) => {
      if (field.type !== 'relation') return [];
      const fills = (field.config.fill?.length ?? 0) > 0 && field.config.cardinality !== 'manyToMany';
      const shows = fields.some((other) => other.type === 'lookup' && other.config.relation === field.id);
      return fills || shows
        ? [{ key: table === undefined ? field.id : `${table}.${field.id}`, table, field, fills }]
        : [];
    });
  return [
    ...within(definition.fields, undefined),
    ...definition.tables.flatMap((table) => within(table.fields, table.id)),
  ];
}

const rowsOf = (data: FormData, table: string): readonly RowData[] => data.slaves[table] ?? [];
const oldRow = (data: FormData, table: string, row: RowData): RowData | undefined =>
  rowsOf(data, table).find(({ key }) => key === row.key);
