import { keepPreviousData, type InfiniteData, type UseInfiniteQueryOptions } from '@tanstack/react-query';
import { callWith, type AnyEndpoint, type CallInput, type CallResponse } from '../http/call.ts';
import { keyOf, queryClient } from '../http/query.ts';
import type { PageAddress } from '../router/page-list.ts';
import { textOf } from '../query-string.ts';

type RowsOf<Answer> = Answer extends { rows: (infer Row)[] } ? Row : never;
type RowOf<E extends AnyEndpoint> = RowsOf<CallResponse<E>>;

interface Settings<E extends AnyEndpoint, Row> {
  /** Parts of the query that stand in the page's address under the same name: search, filters, order. */
  address: readonly (keyof NonNullable<CallInput<E>['query']> & string)[];
  /** Parameters of the path, of the page's own. */
  params?: (at: PageAddress) => Record<string, string>;
  /** Asked for besides, whatever the address says. */
  fixed?: object;
  pageSize?: number;
  /** Where an answer calls its rows otherwise. */
  page?: (answer: CallResponse<E>) => Page<Row>;
}

/** Rows of an endpoint as a page lists them: what the list shows is asked with follows from the page's address alone. */
export interface ListSource<Row, Answer = unknown> {
  endpoint: AnyEndpoint;
  address: readonly string[];
  options: (
    at: PageAddress,
  ) => UseInfiniteQueryOptions<
    Page<Row>,
    Error,
    InfiniteData<Page<Row>>,
    readonly unknown[],
    string | number | undefined
  >;
  start: (at: PageAddress) => void;
  /** The type of an answer, for whoever reads more of the first one than its rows. */
  answer?: Answer;
}

/** Pages follow each other by offset where the answer has a total, by a cursor where it has a next one. */
export interface Page<Row> {
  rows: Row[];
  total?: number;
  next?: string | null;
}

export function listOf<E extends AnyEndpoint, Row = RowOf<E>>(
  endpoint: E,
  { address, params, fixed = {}, pageSize = 50, page = rowsOf }: Settings<E, Row>,
): ListSource<Row, CallResponse<E>> {
  const source: ListSource<Row, CallResponse<E>> = {
    endpoint,
    address,
    start: (at) => void queryClient.prefetchInfiniteQuery({ ...source.options(at), pages: 1 }),
    options(at) {
      const asked = address.flatMap((name) => {
        const value = textOf(at.query[name])?.trim();
        return value === undefined || value === '' ? [] : [[name, value] as const];
      });
      const path = params && { params: params(at) };
      const query = { ...fixed, ...Object.fromEntries(asked), limit: pageSize };
      return {
        queryKey: [...keyOf(endpoint, { ...path, query } as unknown as CallInput<E>), 'pages'],
        queryFn: async ({ pageParam, signal }) => {
          const asking = { ...path, query: { ...query, ...place(pageParam) } } as unknown as CallInput<E>;
          return page(await callWith(endpoint, asking, { signal }));
        },
        initialPageParam: undefined,
        getNextPageParam: ({ total, next }, pages) => {
          if (total === undefined) return next ?? undefined;
          const read = pages.reduce((sum, one) => sum + one.rows.length, 0);
          return read < total ? read : undefined;
        },
        placeholderData: keepPreviousData,
      };
    },
  };
  return source;
}

function rowsOf<Row>(answer: unknown): Page<Row> {
  return answer as Page<Row>;
}

function place(at: string | number | undefined): object {
  return at === undefined ? {} : typeof at === 'number' ? { offset: at } : { after: at };
}
