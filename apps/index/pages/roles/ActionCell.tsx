import { reachesRows, rowScopes, type FormAction } from '@formwork/contract/forms/permission.ts';
import { MenuButton, type MenuEntry } from '@formwork/ui/frame/menu.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { cellOf, type Cell, type Choice } from './rights-draft.ts';
import type { MatrixRow } from './RightsMatrix.tsx';

interface Props {
  row: MatrixRow;
  action: FormAction;
  compared: boolean;
  disabled: boolean;
  onChoose: (choice: Choice) => void;
}

/** What a role may do with one action: a word, what comes from the application in a quieter one, and beside it the role compared with. */
export function ActionCell({ row, action, compared, disabled, onChoose }: Props) {
  const t = useT();
  const own = cellOf(row.rules, action);
  const inherited = cellOf(row.inherited, action);
  const word = (cell: Cell): string => {
    if (cell.refused.includes('all')) return t('rights.refused');
    if (cell.granted.length === 0) return cell.refused.length > 0 ? t('rights.refused_part') : '—';
    if (!reachesRows(action)) return t('rights.granted');
    return (
      cell.granted.map((scope) => t(`rights.scope_${scope}_short`)).join('+') + (cell.refused.length > 0 ? '*' : '')
    );
  };
  const empty = own.granted.length === 0 && own.refused.length === 0;
  const byApp = empty && (inherited.granted.length > 0 || inherited.refused.length > 0);
  const shown = word(byApp ? inherited : own);
  const together = cellOf([...row.inherited, ...row.rules], action);
  const other = compared ? cellOf(row.other ?? [], action) : undefined;
  const differs = other !== undefined && word(other) !== word(together);
  const label = `${row.title} · ${t(`rights.action_${action}`)}: ${shown}${byApp ? ` (${t('rights.from_app')})` : ''}`;
  const state =
    (byApp ? inherited : own).refused.length > 0
      ? 'refused'
      : (byApp ? inherited : own).granted.length > 0
        ? 'granted'
        : 'none';
  const choices: Choice[] = [
    'none',
    ...(reachesRows(action)
      ? rowScopes.filter((scope) => scope !== 'condition' || (row.kind === 'form' && row.release !== null))
      : ['all' as const]),
    'refuse',
  ];
  const chosen: Choice | undefined = own.refused.includes('all')
    ? 'refuse'
    : own.granted.length === 1 && own.refused.length === 0
      ? own.granted[0]
      : empty
        ? 'none'
        : undefined;
  const items = choices.map((choice): MenuEntry => ({
    id: choice,
    checked: choice === chosen,
    danger: choice === 'refuse',
    onSelect: () => onChoose(choice),
    title:
      choice === 'none'
        ? t('rights.choice_none')
        : choice === 'refuse'
          ? t('rights.choice_refuse')
          : reachesRows(action)
            ? t(`rights.scope_${choice}`)
            : t('rights.granted'),
  }));
  return (
    <span className="rights-cell" data-differs={differs || undefined}>
      <MenuButton
        className="rights-choice"
        label={label}
        items={items}
        disabled={disabled}
        data-state={state}
        data-quiet={byApp || undefined}
      >
        {shown}
      </MenuButton>
      {other && <small title={t('rights.compared')}>{word(other)}</small>}
    </span>
  );
}
