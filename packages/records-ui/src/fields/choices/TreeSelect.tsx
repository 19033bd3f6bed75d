import { wayText } from '@formwork/contract/forms/field-types/tree-options.ts';
import { useMemo } from 'react';
import { useLocale } from '@formwork/web/i18n/i18n.ts';
import { nodesBelow, type CascadeNode } from './Cascade.tsx';
import type { EditorProps, FieldUi, ShownProps } from '../field-ui.ts';
import { TreeSelect } from '@formwork/web/inputs/heavy-inputs.ts';
import { OptionTags } from './option-tag.tsx';
import { typedIds } from '../typed-text.ts';

export const treeSelectUi: FieldUi<'treeSelect'> = { Editor: TreeSelectEditor, Cell: Nodes, Detail: Ways, width: 180 };

/** Only the lines in sight are drawn, however large the tree. */
function TreeSelectEditor({ field, value, onChange, input, autoFocus }: EditorProps<'treeSelect'>) {
  const locale = useLocale();
  const { options, multiple, max, leavesOnly = false } = field.config;
  const chosen = typedIds(value);
  const kept = chosen.join();
  const nodes = useMemo(() => {
    const offered = nodesBelow(undefined, options, new Set(kept.split(',')), locale);
    return leavesOnly ? onlyLeaves(offered) : offered;
  }, [options, kept, locale, leavesOnly]);
  return (
    <TreeSelect
      {...input}
      className="fw-editor-wide"
      autoFocus={autoFocus ?? false}
      allowClear
      multiple={multiple}
      maxCount={multiple ? max : undefined}
      showSearch={{ treeNodeFilterProp: 'label' }}
      popupMatchSelectWidth={false}
      treeLine={false}
      treeData={nodes}
      value={multiple ? chosen : (chosen[0] ?? null)}
      onChange={(next: unknown) => onChange(typedIds(next))}
    />
  );
}

interface ChoosableNode extends CascadeNode {
  selectable?: boolean;
  children?: ChoosableNode[];
}

function onlyLeaves(nodes: readonly CascadeNode[]): ChoosableNode[] {
  return nodes.map((node) =>
    node.children ? { ...node, selectable: false, children: onlyLeaves(node.children) } : node,
  );
}

function Nodes({ field, value }: ShownProps<'treeSelect'>) {
  return <OptionTags value={value} options={field.config.options} />;
}

/** With all that is above them: a label alone may stand in several places. */
function Ways({ field, value }: ShownProps<'treeSelect'>) {
  const locale = useLocale();
  return (
    <span className="fw-value-lines">
      {typedIds(value)
        .map((id) => wayText(id, field.config.options, locale))
        .join('\n')}
    </span>
  );
}
