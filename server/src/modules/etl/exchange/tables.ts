import type { OfferInput, OfferSample } from '@formwork/contract/etl/exchange.ts';
import type { DataColumn } from '@formwork/contract/etl/columns.ts';
import type { ColumnType, Generated, JSONColumnType } from 'kysely';

/** An offer as deliveries read it: what was written, with the types its columns had and whose rights read. */
export interface LiveOffer extends OfferInput {
  found: DataColumn[];
  person: string;
}

export interface OfferTable {
  space_id: string;
  id: string;
  body: JSONColumnType<OfferInput>;
  live: JSONColumnType<LiveOffer> | null;
  state: 'draft' | 'offered' | 'withdrawn';
  person: string;
  changed_at: Generated<Date>;
  offered_at: Date | null;
}

export interface OfferShownTable {
  space_id: string;
  id: string;
  provider_name: string;
  title: string;
  about: string;
  terms: string;
  sample: JSONColumnType<OfferSample>;
  ordered_by: string;
  ways: ('task' | 'api')[];
  every_minutes: number | null;
  /** A count that the driver hands out as text. */
  rows_per_day: ColumnType<string | null, number | null, number | null>;
  audience: string[] | null;
  offered_at: Date;
}

export interface ExchangeRequestTable {
  space_id: string;
  id: string;
  provider: string;
  offer: string;
  title: string;
  terms: string;
  reason: string;
  /** A day, as text. */
  until: string | null;
  state: 'requested' | 'approved' | 'suspended' | 'refused' | 'ended';
  note: Generated<string>;
  ended_by: 'asker' | 'provider' | null;
  asked_at: Generated<Date>;
  decided_at: Date | null;
}

export interface ExchangeMeterTable {
  space_id: string;
  request: string;
  day: string;
  way: 'task' | 'api';
  asker: string;
  deliveries: number;
  rows: ColumnType<string, number, number>;
  bytes: ColumnType<string, number, number>;
}

export interface ExchangeDeliveryTable {
  space_id: string;
  id: string;
  request: string;
  asker: string;
  run: string;
  at: Date;
  ms: number;
  rows: ColumnType<string, number, never>;
  bytes: ColumnType<string, number, never>;
  code: string | null;
}

declare module '../../../platform/db/db.ts' {
  interface ControlTables {
    'etl.offer': OfferTable;
    'etl.offer_shown': OfferShownTable;
    'etl.exchange_request': ExchangeRequestTable;
    'etl.exchange_meter': ExchangeMeterTable;
    'etl.exchange_delivery': ExchangeDeliveryTable;
  }
}
