/** A table of a source. */
export interface TableAt {
  source: string;
  schema: string;
  table: string;
}
