import {
  AlignCenterOutlined,
  AlignLeftOutlined,
  AlignRightOutlined,
  ColumnWidthOutlined,
  ColumnHeightOutlined,
  GroupOutlined,
  UngroupOutlined,
  VerticalAlignBottomOutlined,
  VerticalAlignMiddleOutlined,
  VerticalAlignTopOutlined,
} from '@ant-design/icons';
import type { Screen, ScreenElement, ScreenElementKind } from '@formwork/contract/analytics/screen.ts';
import { Designer } from '@formwork/ui/designer/designer.tsx';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import {
  aligned,
  alignments,
  copies,
  distributed,
  grouped,
  grouping,
  ungrouped,
  type Alignment,
} from '@formwork/ui/surface/arrange.ts';
import type { Box } from '@formwork/ui/surface/boxes.ts';
import { SurfaceEditor } from '@formwork/ui/surface/surface-editor.tsx';
import { SurfaceView } from '@formwork/ui/surface/surface-view.tsx';
import type { DocumentParts } from '@formwork/web/document/DocumentPage.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useCallback, useRef, useState, type ReactNode } from 'react';
import { ElementView } from '@formwork/chart-ui/boards/elements/ElementView.tsx';
import { Stage } from '@formwork/chart-ui/boards/Stage.tsx';
import { OwnElementChart } from '../../parts/OwnElementChart.tsx';
import { OwnElementFilter } from '../../parts/OwnElementFilter.tsx';
import { filmAt } from '../../parts/film-at.ts';
import { elementIcons } from './element-icons.tsx';
import { begun, elementKinds, newElementId, withNewSlides } from './new-element.ts';
import { ScreenInspector } from './ScreenInspector.tsx';

const alignIcons: Record<Alignment, ReactNode> = {
  left: <AlignLeftOutlined />,
  center: <AlignCenterOutlined />,
  right: <AlignRightOutlined />,
  top: <VerticalAlignTopOutlined />,
  middle: <VerticalAlignMiddleOutlined />,
  bottom: <VerticalAlignBottomOutlined />,
};

/** Elements on a free surface: added from the left, placed in the middle, set at the right. */
export function ScreenEditor({ document, bar, problems, readOnly: given }: DocumentParts<Screen>) {
  const t = useT();
  const readOnly = usePhone() || given;
  const [selected, setSelected] = useState<string[]>([]);
  const copied = useRef<ScreenElement[]>([]);
  const { body: screen } = document;
  const { elements } = screen;
  const edit = (change: (screen: Screen) => Screen, group?: string) => document.edit(change, group);
  const select = (ids: string[]) => {
    setSelected(ids);
    document.lookAt(ids.length === 1 ? ['elements', `#${ids[0]}`] : []);
  };
  const setBoxes = (boxes: Box[], merge?: string) =>
    edit((now) => {
      const byId = new Map(now.elements.map((element) => [element.id, element]));
      return { ...now, elements: boxes.flatMap((box) => (byId.has(box.id) ? [withBox(byId.get(box.id)!, box)] : [])) };
    }, merge);
  const add = (is: ScreenElementKind) => {
    const id = newElementId();
    const made = begun[is](t);
    const count = elements.filter((element) => element.is === is).length + 1;
    const element = {
      ...made,
      id,
      name: `${t(`analytics.element.${is}`)} ${count}`,
      x: Math.round((screen.width - made.w) / 2),
      y: Math.round((screen.height - made.h) / 2),
    };
    // borders and pictures lie behind what is there
    const behind = is === 'border' || is === 'picture';
    edit((now) => ({ ...now, elements: behind ? [element, ...now.elements] : [...now.elements, element] }));
    select([id]);
  };
  const paste = () => {
    if (copied.current.length === 0) return;
    const made = copies(copied.current, newElementId);
    const fresh = made.map(({ box, of }) => withNewSlides({ ...copied.current.find(({ id }) => id === of)!, ...box }));
    edit((now) => ({ ...now, elements: [...now.elements, ...fresh] }));
    select(fresh.map(({ id }) => id));
  };
  const remove = (ids: readonly string[]) => {
    select([]);
    edit((now) => ({ ...now, elements: now.elements.filter(({ id }) => !ids.includes(id)) }));
  };
  const may = grouping(elements, selected);
  const stage = { x: 0, y: 0, w: screen.width, h: screen.height };
  // what an element shows does not hang on where it lies
  const content = JSON.stringify(elements.map(({ x: _x, y: _y, ...element }) => element));
  const draw = useCallback(
    (id: string, scale: number) => {
      const element = (JSON.parse(content) as ScreenElement[]).find((one) => one.id === id);
      return element ? <ElementView element={element} screen={undefined} every={null} scale={scale} /> : null;
    },
    [content],
  );
  const size = { width: screen.width, height: screen.height };
  return (
    <Designer
      bar={bar}
      problems={problems}
      onProblem={(problem) => {
        const { node } = problem as { node?: string };
        if (node !== undefined) select([node]);
      }}
      palette={
        !readOnly && (
          <div className="fw-palette-pane">
            <h3 className="fw-palette-group">{t('analytics.elements')}</h3>
            <div className="fw-palette-grid" data-columns="2">
              {elementKinds.map((is) => (
                <button key={is} type="button" className="fw-palette-entry" onClick={() => add(is)}>
                  {elementIcons[is]}
                  <span>{t(`analytics.element.${is}`)}</span>
                </button>
              ))}
            </div>
          </div>
        )
      }
      inspector={
        <ScreenInspector
          id={document.definition.id}
          screen={screen}
          selected={selected}
          readOnly={readOnly}
          onSelect={select}
          onScreen={edit}
          onElement={(id, change, group) =>
            edit((now) => ({ ...now, elements: now.elements.map((one) => (one.id === id ? change(one) : one)) }), group)
          }
          onDelete={remove}
        />
      }
    >
      {!readOnly && selected.length > 0 && (
        <div className="stage-bar" role="toolbar" aria-label={t('analytics.align')}>
          {alignments.map((to) => (
            <button
              key={to}
              type="button"
              className="fw-icon-button"
              aria-label={t(`analytics.align_to.${to}`)}
              title={t(`analytics.align_to.${to}`)}
              onClick={() => setBoxes(aligned(elements, selected, to, stage))}
            >
              {alignIcons[to]}
            </button>
          ))}
          {selected.length > 2 &&
            (['x', 'y'] as const).map((along) => (
              <button
                key={along}
                type="button"
                className="fw-icon-button"
                aria-label={t(`analytics.distribute.${along}`)}
                title={t(`analytics.distribute.${along}`)}
                onClick={() => setBoxes(distributed(elements, selected, along))}
              >
                {along === 'x' ? <ColumnWidthOutlined /> : <ColumnHeightOutlined />}
              </button>
            ))}
          {(['group', 'ungroup'] as const)
            .filter((what) => may[what])
            .map((what) => (
              <button
                key={what}
                type="button"
                className="fw-icon-button"
                aria-label={t(`analytics.${what}`)}
                title={t(`analytics.${what}`)}
                onClick={() =>
                  setBoxes(
                    what === 'group' ? grouped(elements, selected, newElementId()) : ungrouped(elements, selected),
                  )
                }
              >
                {what === 'group' ? <GroupOutlined /> : <UngroupOutlined />}
              </button>
            ))}
        </div>
      )}
      <div className="stage-work">
        <Stage
          ground={screen.ground}
          backdrop={screen.backdrop}
          charts={OwnElementChart}
          filters={OwnElementFilter}
          filmAt={filmAt}
        >
          {readOnly ? (
            <SurfaceView size={size} fit="contain" boxes={elements} draw={draw} />
          ) : (
            <SurfaceEditor
              label={t('analytics.stage')}
              size={size}
              boxes={elements}
              selected={selected}
              onSelect={select}
              onBoxes={setBoxes}
              onCopy={(ids) => {
                copied.current = elements.filter(({ id }) => ids.includes(id));
              }}
              onPaste={paste}
              onDelete={remove}
              newId={newElementId}
              titleOf={(id) => elements.find((element) => element.id === id)?.name ?? ''}
              draw={draw}
            />
          )}
        </Stage>
      </div>
    </Designer>
  );
}

/** Where an element lies is as the surface says; what it is stays. */
function withBox(element: ScreenElement, { x, y, w, h, turn, group, locked, hidden }: Box): ScreenElement {
  const { turn: _turn, group: _group, locked: _locked, hidden: _hidden, ...rest } = element;
  return {
    ...rest,
    x,
    y,
    w,
    h,
    ...(turn ? { turn } : {}),
    ...(group !== undefined && { group }),
    ...(locked && { locked }),
    ...(hidden && { hidden }),
  };
}
