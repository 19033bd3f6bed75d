import type { LineageGraph } from '@formwork/contract/assets/lineage.ts';
import { textIn } from '@formwork/contract/text.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { assetsApi } from '@formwork/contract/assets/api.ts';
import { useCommand } from '@formwork/web/http/use-command.ts';
import { Button } from 'antd';

/** The same as the picture in lines, for keyboards and readers; edges by hand are ended here. */
export function LineageList({ graph, onOpen }: { graph: LineageGraph; onOpen: (asset: number) => void }) {
  const t = useT();
  const locale = useLocale();
  const remove = useCommand(assetsApi.removeEdge, { refresh: [assetsApi.lineage, assetsApi.path, assetsApi.impact] });
  const nodes = new Map(graph.nodes.map((node) => [node.id, node]));
  const named = (id: string, column: number) => {
    const node = nodes.get(id);
    if (!node) return null;
    if (node.asset === null) return t('assets.hidden', { count: node.hidden });
    const of = node.columns.find((one) => one.id === column);
    return (
      <Button type="link" size="small" onClick={() => onOpen(node.asset!)}>
        {textIn(node.title, locale)}
        {of ? ` · ${textIn(of.title, locale)}` : ''}
      </Button>
    );
  };
  return (
    <div className="asset-table asset-edges">
      <table>
        <thead>
          <tr>
            <th>{t('assets.lineage.from')}</th>
            <th>{t('assets.lineage.into')}</th>
            <th>{t('assets.lineage.how')}</th>
          </tr>
        </thead>
        <tbody>
          {graph.edges.map((edge, at) => (
            <tr key={at}>
              <td>{named(edge.from, edge.fromColumn)}</td>
              <td>{named(edge.to, edge.toColumn)}</td>
              <td>
                {t(`assets.edge.${edge.kind}`)} <span className="asset-text">{edge.reason}</span>
                {edge.id !== null && (
                  <Button
                    size="small"
                    type="text"
                    danger
                    onClick={() => void remove.run({ params: { edgeId: edge.id! } })}
                  >
                    {t('assets.edge.remove')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
