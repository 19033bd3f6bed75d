import { toShown } from '@formwork/feel/names.ts';
import { Menu, type MenuEntry } from '@formwork/ui/frame/menu.tsx';
import { PopupButton } from '@formwork/ui/feedback/popup.tsx';
import { useState, type ReactNode } from 'react';
import { useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import type { FormulaScope } from './formula.ts';
import { functionNames, paramsOf } from './function-help.ts';
import { gap, type Part } from './parts.ts';
import { pinyinInitials } from './pinyin.ts';

/** A button that offers everything a part can be: what holds operands takes the present part as its first one. */
export function PartPicker({ children, label, ...choices }: ChoicesProps & { label: string; children: ReactNode }) {
  const className = choices.functionsOnly
    ? 'fw-icon-button'
    : choices.part.kind === 'gap'
      ? 'fx-gap'
      : 'fw-icon-button fx-small';
  return (
    <PopupButton
      label={label}
      className={className}
      popupClassName="fw-menu fx-picker"
      content={(close) => <Choices {...choices} close={close} />}
    >
      {children}
    </PopupButton>
  );
}

interface ChoicesProps {
  part: Part;
  scope: FormulaScope;
  functionsOnly?: boolean;
  onPick: (part: Part) => void;
}

function Choices({ part, scope, functionsOnly = false, onPick, close }: ChoicesProps & { close: () => void }) {
  const t = useT();
  const [query, setQuery] = useState('');
  const choices = functionsOnly ? functionChoices(part, t) : choicesFor(part, scope, t);
  const entries = found(choices, query.trim().toLowerCase(), onPick);
  const first = entries.find((entry) => typeof entry === 'object' && 'onSelect' in entry);
  return (
    <>
      <input
        className="fx-search"
        type="search"
        value={query}
        placeholder={t('formula.search')}
        aria-label={t('formula.search')}
        onChange={(event) => setQuery(event.target.value)}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter' && first && typeof first === 'object' && 'onSelect' in first) {
            event.preventDefault();
            close();
            first.onSelect?.();
          } else if (event.key === 'ArrowDown') {
            event.preventDefault();
            event.currentTarget.parentElement?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
          }
        }}
      />
      <Menu items={entries} close={close} />
    </>
  );
}

interface Choice {
  readonly id: string;
  readonly title: string;
  readonly note?: string;
  readonly group: string;
  readonly words?: string;
  readonly make: () => Part;
}

function found(choices: readonly Choice[], query: string, onPick: (part: Part) => void): MenuEntry[] {
  const fitting = choices
    .filter(
      ({ title, note = '', words = '' }) => query === '' || `${title} ${note} ${words}`.toLowerCase().includes(query),
    )
    .toSorted(
      (a, b) => Number(b.title.toLowerCase().startsWith(query)) - Number(a.title.toLowerCase().startsWith(query)),
    );
  return [...Map.groupBy(fitting.slice(0, 160), ({ group }) => group)].flatMap(([heading, members]): MenuEntry[] => [
    { heading },
    ...members.map(({ id, title, note, make }) => ({
      id,
      title,
      ...(note !== undefined && { note }),
      onSelect: () => onPick(make()),
    })),
  ]);
}

function choicesFor(part: Part, scope: FormulaScope, t: Translate): Choice[] {
  const { names } = scope;
  const field = (id: string, title: string): Choice => ({
    id: `field ${id}`,
    title,
    group: t('formula.group.fields'),
    words: pinyinInitials(title),
    make: () => ({ kind: 'field', text: toShown(id, names) }),
  });
  const form = (id: string, make: () => Part): Choice => ({
    id,
    title: t(`formula.make.${id}`),
    group: t('formula.group.forms'),
    make,
  });
  return [
    ...names.filter(({ fields }) => !fields).map(({ id, title }) => field(id, title)),
    ...names.flatMap((table) =>
      (table.fields ?? []).map((column) => field(`${table.id}.${column.id}`, `${table.title}.${column.title}`)),
    ),
    ...(['number', 'string', 'boolean', 'date'] as const).map((of): Choice => ({
      id: of,
      title: t(`formula.type.${of}`),
      group: t('formula.group.values'),
      make: () => ({ kind: 'value', of, text: of === 'boolean' ? 'true' : '' }),
    })),
    form('sum', () => ({ kind: 'chain', level: 'sum', ops: ['+'], parts: [part, gap] })),
    form('product', () => ({ kind: 'chain', level: 'product', ops: ['*'], parts: [part, gap] })),
    form('compare', () => ({ kind: 'compare', op: '=', left: part, right: gap })),
    form('group', () => ({
      kind: 'group',
      all: true,
      parts: part.kind === 'gap' ? [emptyCondition] : [part, emptyCondition],
    })),
    form('choice', () => ({
      kind: 'choice',
      branches: [
        {
          when: part.kind === 'compare' || part.kind === 'group' ? part : emptyCondition,
          then: part.kind === 'compare' || part.kind === 'group' ? gap : part,
        },
      ],
      otherwise: gap,
    })),
    ...functionChoices(part, t),
    {
      id: 'text',
      title: t('formula.make.text'),
      group: t('formula.group.forms'),
      make: () => ({ kind: 'text', text: '', closed: false }),
    },
  ];
}

const functionChoices = (part: Part, t: Translate): Choice[] =>
  functionNames.map((name) => ({
    id: `function ${name}`,
    title: name,
    note: t(`functions.${name}`),
    group: t('formula.group.functions'),
    make: () => ({ kind: 'call', name, args: argumentsFor(name, part) }),
  }));

export const emptyCondition: Part = { kind: 'compare', op: '=', left: gap, right: gap };

/** As many gaps as a function needs at least. */
function argumentsFor(name: string, first: Part): Part[] {
  const least = paramsOf(name).filter(({ optional }) => !optional).length;
  return least === 0 ? [] : [first, ...Array.from({ length: least - 1 }, () => gap)];
}
