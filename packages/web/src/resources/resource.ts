import { definitionsApi, type Definition } from '@formwork/contract/definitions/api.ts';
import { includesLevel, type DefinitionLevel } from '@formwork/contract/definitions/level.ts';
import type { ComponentType } from 'react';
import { listOf, type ListSource } from '../list/list-of.ts';

/** A kind of definition as its page shows it; texts are keys. */
export interface Resource {
  kind: string;
  /** Its folders and their rights are shared by all kinds of the area. */
  area: string;
  title: string;
  /** What the button for a new one says. */
  add: string;
  none: string;
  noneHint: string;
  hrefOf: (id: string) => string;
  /** What a new one may begin as, chosen in its dialog: undefined is an empty one. */
  Begin?: ComponentType<{ onDraft: (draft: unknown) => void }>;
  /** Where a released one is looked at, if that is not its editor: a row leads there. */
  viewOf?: (id: string) => string;
  /** Whether people mark their favourites among them. */
  favourites?: true;
  /** What one asks where it is run or watched: more than the list does by itself. */
  list: ListSource<Definition, ResourceAnswer>;
}

export interface ResourceAnswer {
  rows: Definition[];
  next: string | null;
  mayCreate: boolean;
}

export const resourceAddress = ['search', 'folder', 'tag', 'state', 'favourite'] as const;

/** A page says this once beside its texts; `pages.ts` names its list among what is read first. */
export function resourceOf(of: Omit<Resource, 'list'>): Resource {
  return { ...of, list: listOf(definitionsApi.list, { address: resourceAddress, params: () => ({ kind: of.kind }) }) };
}

export function may({ can }: Pick<Definition, 'can'>, level: DefinitionLevel): boolean {
  return includesLevel(can.at(-1) ?? null, level);
}

/** What a change of definitions shows in. */
export const resourceReadings = [definitionsApi.list, definitionsApi.get];
