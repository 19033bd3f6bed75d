import type { Extension } from '@codemirror/state';

/** A language comes with the first editor that is written in it. Two of one `key` are the same: the editor keeps what it has. */
export interface CodeLanguage {
  key: string;
  load(): Promise<Extension>;
}
