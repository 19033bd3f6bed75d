import { DepartmentTree } from '../departments/DepartmentTree.tsx';
import type { ChooseProps } from './OrganizationDialog.tsx';

/** The tree of departments with a mark at those chosen. */
export function ChooseDepartments({ isChosen, toggle, multiple, except }: ChooseProps) {
  return (
    <div className="choose-pane">
      <DepartmentTree
        chosen={undefined}
        onChoose={(id, name) => except.includes(id) || toggle({ id, name })}
        lead={({ id }) => (
          <input
            type={multiple ? 'checkbox' : 'radio'}
            tabIndex={-1}
            aria-hidden
            readOnly
            checked={isChosen(id)}
            disabled={except.includes(id)}
          />
        )}
      />
    </div>
  );
}
