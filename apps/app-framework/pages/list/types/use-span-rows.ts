import type { Condition } from '@formwork/contract/condition/condition.ts';
import { recordsApi } from '@formwork/contract/records/api.ts';
import type { RecordRow } from '@formwork/contract/records/record.ts';
import { spanCondition, type SpanFields } from '@formwork/contract/views/span.ts';
import { useTimeZone } from '@formwork/ui/format/time-zone.ts';
import { callWith } from '@formwork/web/http/call.ts';
import { keyOf } from '@formwork/web/http/query.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { viewQuery, type ListView } from '../../../paths.ts';

const perCall = 500;
/** More than these are not drawn: the view says so and asks for a narrower range. */
const mostDrawn = 3_000;

/** The records of a stretch of days, as many as can be drawn. */
export function useSpanRows(
  formId: string,
  view: ListView,
  span: SpanFields | undefined,
  range: { from: string; before: string } | undefined,
  more?: Condition,
) {
  const zone = useTimeZone();
  const within = span && range ? spanCondition(span, range.from, range.before, zone) : undefined;
  const parts = [view.filter, within, more].filter((part) => part !== undefined);
  return useRowsOf(formId, { ...view, filter: { all: parts } }, within !== undefined);
}

/** Every record of a filter, page by page, up to as many as can be drawn, or to `most`. */
export function useRowsOf(formId: string, view: ListView, enabled = true, most = mostDrawn) {
  const query = viewQuery(view);
  return useQuery({
    queryKey: [...keyOf(recordsApi.list, { params: { formId }, query }), 'drawn', most],
    queryFn: async ({ signal }) => {
      const rows: RecordRow[] = [];
      let cursor: string | null = null;
      do {
        const page: { rows: RecordRow[]; next: string | null } = await callWith(
          recordsApi.list,
          { params: { formId }, query: { ...query, limit: perCall, ...(cursor !== null && { cursor }) } },
          { signal },
        );
        rows.push(...page.rows);
        cursor = page.next;
      } while (cursor !== null && rows.length < most);
      return { rows, cut: cursor !== null };
    },
    placeholderData: keepPreviousData,
    enabled,
  });
}
