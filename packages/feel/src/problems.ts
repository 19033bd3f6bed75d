/** A finding in a text; `code` is the key of its translation and `data` fills the gaps in it. */
export interface Problem {
  readonly from: number;
  readonly to: number;
  readonly code: string;
  readonly data?: Readonly<Record<string, string | number>>;
}

/** Something that made a part of a result null while it ran. */
export type Warning = Problem;
