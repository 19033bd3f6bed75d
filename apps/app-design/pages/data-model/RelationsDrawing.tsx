import { FormOutlined, LinkOutlined, TableOutlined } from '@ant-design/icons';
import type { DataModel } from '@formwork/contract/forms/data-model.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Canvas } from '@formwork/ui/canvas/canvas.tsx';
import { laidOut } from '@formwork/ui/canvas/layout.ts';
import { useLocale, useT } from '@formwork/web/i18n/i18n.ts';
import { useMemo } from 'react';

const signs = { manyToOne: 'n : 1', oneToOne: '1 : 1', manyToMany: 'm : n' } as const;

/** The form with its slave tables and the forms it leads to or that lead to it, drawn and as a list. */
export default function RelationsDrawing({ model: { form, tables, relations } }: { model: DataModel }) {
  const t = useT();
  const locale = useLocale();
  const graph = useMemo(() => {
    const others = new Map(
      relations
        .flatMap(({ from, to, fromTitle, toTitle }) => [[from, fromTitle] as const, [to, toTitle] as const])
        .filter(([id]) => id !== form.id),
    );
    const slaves = tables.filter(({ kind }) => kind === 'slave');
    return laidOut({
      nodes: [
        { id: form.id, type: 'form', x: 0, y: 0, title: textIn(form.title, locale), line: t('model.kind.main') },
        ...slaves.map((table) => ({
          id: table.name,
          type: 'slave',
          x: 0,
          y: 0,
          title: textIn(table.title ?? undefined, locale) || table.name,
          line: t('model.kind.slave'),
        })),
        ...[...others].map(([id, title]) => ({
          id,
          type: 'other',
          x: 0,
          y: 0,
          title: textIn(title, locale),
          line: t('model.other_form'),
        })),
      ],
      edges: [
        ...slaves.map((table) => ({ id: `slave ${table.name}`, source: form.id, target: table.name, label: '1 : n' })),
        ...relations.map(({ from, to, field, title, cardinality }) => ({
          id: `${from} ${field} ${to}`,
          source: from,
          target: to,
          label: `${textIn(title, locale)} (${signs[cardinality]})`,
        })),
      ],
    });
  }, [form, tables, relations, t, locale]);
  const types = useMemo(
    () => ({
      form: { title: t('model.kind.main'), icon: <FormOutlined />, hue: 0 },
      slave: { title: t('model.kind.slave'), icon: <TableOutlined />, hue: 2 },
      other: { title: t('model.other_form'), icon: <LinkOutlined />, hue: 5 },
    }),
    [t],
  );
  return (
    <>
      <div className="model-drawing">
        <Canvas label={t('model.tab.relations')} kind="model" graph={graph} types={types} readOnly map={false} />
      </div>
      {relations.length === 0 ? (
        <p className="model-quiet">{t('model.no_relations')}</p>
      ) : (
        <div className="model-scroll">
          <table>
            <thead>
              <tr>
                <th>{t('model.from')}</th>
                <th>{t('model.field')}</th>
                <th>{t('model.to')}</th>
                <th>{t('model.cardinality')}</th>
              </tr>
            </thead>
            <tbody>
              {relations.map(({ from, to, fromTitle, toTitle, field, title, cardinality }) => (
                <tr key={`${from} ${field} ${to}`}>
                  <td>{textIn(fromTitle, locale)}</td>
                  <td>{textIn(title, locale)}</td>
                  <td>{textIn(toTitle, locale)}</td>
                  <td>{signs[cardinality]}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  );
}
