import { DeleteOutlined } from '@ant-design/icons';
import type { ProcessGraph } from '@formwork/contract/workflow/graph.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';

/** Of an imported model what is no node and cannot be carried out; each can be taken out of it. */
export function ImportedParts({ graph, onChange }: { graph: ProcessGraph; onChange: (graph: ProcessGraph) => void }) {
  const t = useT();
  const { imported } = graph;
  if (!imported) return null;
  return (
    <>
      <h3>{t('flow-design.model.title')}</h3>
      <p className="process-quiet">
        {t(imported.foreign.length > 0 ? 'flow-design.model.parts' : 'flow-design.model.no_parts')}
      </p>
      {imported.foreign.map((part) => {
        const type = part.type.replace('bpmn:', '');
        return (
          <div key={part.id} className="flow-part">
            <span>
              {part.name || type}
              {part.name && <small>{type}</small>}
            </span>
            <button
              type="button"
              className="fw-icon-button"
              aria-label={t('flow-design.model.remove', { name: part.name || type })}
              onClick={() =>
                onChange({
                  ...graph,
                  imported: { ...imported, foreign: imported.foreign.filter(({ id }) => id !== part.id) },
                })
              }
            >
              <DeleteOutlined />
            </button>
          </div>
        );
      })}
    </>
  );
}
