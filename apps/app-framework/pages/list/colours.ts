import { comparisonsIn, rowsIn, type Condition } from '@formwork/contract/condition/condition.ts';
import type { Operator } from '@formwork/contract/condition/operators.ts';
import { fieldKind, type Field } from '@formwork/contract/forms/field.ts';
import { runInMemory } from '@formwork/contract/condition/run.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import type { ColourRule } from '@formwork/contract/views/view.ts';
import { timeZone } from '@formwork/ui/format/time-zone.ts';
import { callWith } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { useMe } from '@formwork/web/session/session.ts';
import type { HueName } from '@formwork/contract/hues/hues.ts';
import { hueOfColour } from '@formwork/contract/hues/option-colours.ts';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useMemo } from 'react';

const noRules: ColourRule[] = [];
const nothing: ReadonlySet<string> = new Set();
const atOnce = 100;
/** What only the server knows: who belongs where. */
const asked: ReadonlySet<Operator> = new Set<Operator>([
  'isMine',
  'notMine',
  'isMineBelow',
  'notMineBelow',
  'under',
  'notUnder',
  'below',
]);

interface Painter {
  row: (row: RecordRow) => HueName | undefined;
  cell: (row: RecordRow, field: string) => HueName | undefined;
}

/**
 * Colours of rows and cells by the rules of the list, the first that fits; the same conditions as filters, run over the rows that are
 * shown. Those that speak of other rows or of the person's department are asked of the server, for as many rows as it takes.
 */
export function useColours(
  formId: string,
  rules: readonly ColourRule[] = noRules,
  fields: ReadonlyMap<string, Field>,
  rows: readonly RecordRow[],
): Painter {
  const me = useMe();
  const far = useMemo(
    () => [
      ...new Set(
        rules
          .map(({ condition }) => condition)
          .filter(needsServer)
          .map((condition) => JSON.stringify(condition)),
      ),
    ],
    [rules],
  );
  const parts = far.length === 0 ? [] : partsOf(rows.filter(({ id }) => !id.includes(' ')));
  const told = useQueries({
    queries: far.flatMap((filter) =>
      parts.map((part) => ({
        queryKey: [
          ...keyOf(recordsApi.list, { params: { formId }, query: { filter } }),
          'coloured',
          part.map(({ id, version }) => `${id} ${version}`).join(),
        ],
        queryFn: async ({ signal }: { signal: AbortSignal }) =>
          (
            await callWith(
              recordsApi.list,
              { params: { formId }, query: { filter, ids: part.map(({ id }) => id), limit: atOnce } },
              { signal },
            )
          ).rows.map(({ id }) => `${filter} ${id}`),
        staleTime: 60_000,
      })),
    ),
    combine: together,
  });
  const found = far.length === 0 ? nothing : told;
  return useMemo(() => {
    const holds = ({ condition }: ColourRule, { id, values }: RecordRow): boolean =>
      needsServer(condition)
        ? found.has(`${JSON.stringify(condition)} ${id}`)
        : runInMemory(condition, values, {
            kindOf: (field) => {
              const known = fields.get(field);
              return known && fieldKind(known);
            },
            me: me.id,
            now: new Date(),
            timeZone: timeZone(),
          });
    const first = (row: RecordRow, of: string | undefined): HueName | undefined => {
      const rule = rules.find((one) => one.field === of && holds(one, row));
      return rule && hueOfColour(rule.colour);
    };
    return {
      row: (row) => (rules.length === 0 ? undefined : first(row, undefined)),
      cell: (row, field) => (rules.length === 0 ? undefined : first(row, field)),
    };
  }, [rules, fields, me.id, found]);
}

function needsServer(condition: Condition): boolean {
  return rowsIn(condition).length > 0 || comparisonsIn(condition).some(({ operator }) => asked.has(operator));
}

function partsOf(rows: readonly RecordRow[]): RecordRow[][] {
  return Array.from({ length: Math.ceil(rows.length / atOnce) }, (_empty, at) =>
    rows.slice(at * atOnce, (at + 1) * atOnce),
  );
}

function together(results: UseQueryResult<string[]>[]): ReadonlySet<string> {
  return new Set(results.flatMap(({ data }) => data ?? []));
}
