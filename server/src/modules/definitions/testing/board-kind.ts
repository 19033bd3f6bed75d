import type { DefinitionLevel } from '@formwork/contract/definitions/level.ts';
import type { DefinitionReference } from '@formwork/contract/definitions/kind.ts';
import { z } from 'zod';
import type { DefinitionKind } from '../../../platform/definition-kind.ts';

const Card = z.object({
  id: z.string(),
  title: z.string().max(1_000),
  /** A card of another board, `board/card`. */
  names: z.string().optional(),
  how: z.enum(['refuse', 'warn']).optional(),
  replacedBy: z.string().optional(),
  color: z.string().optional(),
});
const Body = z.object({
  title: z.string(),
  cards: z.array(Card),
  /** Ids of cards in the order in which they are laid out: each once. */
  order: z.array(z.string()),
});
export type Board = z.infer<typeof Body>;

/** A kind as a domain would bring it: cards on a board that name cards of other boards. */
export function boardKind(changes: Partial<DefinitionKind<Board, string>> = {}): DefinitionKind<Board, string> {
  return {
    kind: 'board',
    area: 'boards',
    saves: 'changes',
    schema: Body,
    format: 2,
    migrate: (body) => ({ order: [], ...(body as object) }),
    empty: () => ({ title: '', cards: [], order: [] }),
    settle: settleBoard,
    permissions: { use: ['admin', 'user'], create: ['admin'] },
    problems: ({ title }) =>
      title === '' ? [{ code: 'definitions.problem.part_missing', level: 'error', at: ['title'] }] : [],
    references: ({ cards }) =>
      cards.flatMap(({ id, names, how = 'refuse' }): DefinitionReference[] => {
        const [board, part = ''] = names?.split('/') ?? [];
        return board === undefined ? [] : [{ part: id, to: { kind: 'board', id: board, part }, how }];
      }),
    parts: ({ cards }) => cards.filter(({ replacedBy }) => replacedBy === undefined).map(({ id }) => id),
    replaced: (_before, after) =>
      Object.fromEntries(after.cards.flatMap(({ id, replacedBy }) => (replacedBy ? [[id, replacedBy]] : []))),
    rename: (body, ids) => ({
      ...body,
      cards: body.cards.map((card) => ({
        ...card,
        ...(card.names && {
          names: card.names
            .split('/')
            .map((id) => ids.get(id) ?? id)
            .join('/'),
        }),
      })),
    }),
    compile: ({ title, cards }) => `${title} (${cards.length})`,
    words: (before, after) =>
      before?.title === after.title ? [] : [{ code: 'board.renamed', at: ['title'], data: { to: after.title } }],
    ...changes,
  };
}

/** Each card is laid out once, none that is gone. */
export function settleBoard(board: Board): Board {
  const ids = new Set(board.cards.map(({ id }) => id));
  const order = [...new Set([...board.order.filter((id) => ids.has(id)), ...ids])];
  return order.length === board.order.length && order.every((id, index) => id === board.order[index])
    ? board
    : { ...board, order };
}

export const acts = {
  get: 'see',
  uses: 'see',
  problems: 'see',
  releases: 'see',
  present: 'see',
  copy: 'use',
  change: 'edit',
  saveDraft: 'edit',
  rename: 'edit',
  release: 'own',
  enable: 'own',
  move: 'own',
  getAccess: 'own',
  putAccess: 'own',
  archive: 'own',
} as const satisfies Record<string, DefinitionLevel>;
