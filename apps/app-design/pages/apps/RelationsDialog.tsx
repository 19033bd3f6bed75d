import { formsApi, type App, type FormRelations } from '@formwork/contract/forms/api.ts';
import { textIn } from '@formwork/contract/text.ts';
import { Canvas } from '@formwork/ui/canvas/canvas.tsx';
import type { CanvasGraph } from '@formwork/ui/canvas/graph.ts';
import { laidOut } from '@formwork/ui/canvas/layout.ts';
import { EmptyState, ErrorState, SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { usePhone } from '@formwork/ui/skin/use-media.ts';
import { q } from '@formwork/web/http/query.ts';
import { useLocale, useT, type Translate } from '@formwork/web/i18n/i18n.ts';
import { useRouter } from '@formwork/web/router/page-context.ts';
import { FormOutlined, LinkOutlined, PlusOutlined } from '@ant-design/icons';
import { useQuery } from '@tanstack/react-query';
import { Button, Modal } from 'antd';
import { useMemo, useState } from 'react';
import { paths } from '../../paths.ts';
import { NewRelationDialog } from './NewRelationDialog.tsx';

/** How the forms of an application hang together, drawn; a form opens where it is designed, and a line drawn from one to another makes a relation. */
export default function RelationsDialog({ app, onClose }: { app: App; onClose: () => void }) {
  const t = useT();
  const locale = useLocale();
  const router = useRouter();
  const phone = usePhone();
  const found = useQuery(q(formsApi.relations, { params: { appId: app.id } }));
  const graph = useMemo(() => found.data && drawn(found.data, app.id, t, locale), [found.data, app.id, t, locale]);
  const types = useMemo(
    () => ({
      own: { title: t('design.relations.own'), icon: <FormOutlined />, hue: 0 },
      other: { title: t('design.relations.other'), icon: <LinkOutlined />, hue: 5 },
    }),
    [t],
  );
  const [making, setMaking] = useState<{ from?: string; to?: string }>();
  const edits = app.can.edit && app.forms.length > 0;
  const open = (id: string | undefined) => {
    const form = found.data?.forms.find((one) => one.id === id);
    if (form) void router.go(paths.formSettings(form.appId, form.id));
  };
  return (
    <Modal
      open
      width="min(1080px, 96vw)"
      footer={null}
      onCancel={onClose}
      title={t('design.relations.title', { app: textIn(app.title, locale) })}
    >
      <div className="design-relations">
        {graph ? (
          graph.nodes.length === 0 ? (
            <EmptyState title={t('design.apps.no_forms')} />
          ) : (
            <Canvas
              label={t('design.relations.title', { app: textIn(app.title, locale) })}
              kind="relations"
              graph={graph}
              types={types}
              readOnly
              map={false}
              {...(edits && {
                canConnect: ({ type }) => type === 'own',
                onConnect: (from, to) => setMaking({ from, to }),
              })}
              onSelect={({ nodes }) => {
                if (nodes.length === 1) open(nodes[0]?.id);
              }}
            />
          )
        ) : found.isError ? (
          <ErrorState small onRetry={() => void found.refetch()} />
        ) : (
          <SkeletonRows rows={5} columns={2} />
        )}
      </div>
      <p className="design-quiet">{t(edits && !phone ? 'design.relations.hint_draw' : 'design.relations.hint')}</p>
      {edits && (
        <Button icon={<PlusOutlined />} onClick={() => setMaking({})}>
          {t('design.relations.new')}
        </Button>
      )}
      {making && <NewRelationDialog app={app} {...making} onClose={() => setMaking(undefined)} />}
    </Modal>
  );
}

function drawn({ forms, relations }: FormRelations, appId: string, t: Translate, locale: string): CanvasGraph {
  return laidOut({
    nodes: forms.map(({ id, appId: home, title, fields, released }) => ({
      id,
      type: home === appId ? 'own' : 'other',
      x: 0,
      y: 0,
      title: textIn(title, locale),
      line: t(released ? 'design.relations.fields' : 'design.relations.fields_draft', { count: fields }),
    })),
    edges: relations.map((relation) => ({
      id: `${relation.from} ${relation.field}`,
      source: relation.from,
      target: relation.to,
      label: labelOf(relation, t, locale),
      ...(relation.pending && { state: 'pending' as const }),
    })),
  });
}

const signs = { manyToOne: 'n : 1', oneToOne: '1 : 1', manyToMany: 'm : n' } as const;

function labelOf(
  { title, cardinality, lookups, rollups, pending }: FormRelations['relations'][number],
  t: Translate,
  locale: string,
): string {
  const taken = [
    pending && t('design.relations.pending'),
    lookups > 0 && t('design.relations.lookups', { count: lookups }),
    rollups > 0 && t('design.relations.rollups', { count: rollups }),
  ].filter((part) => part !== false);
  return [`${textIn(title, locale)} (${signs[cardinality]})`, ...taken].join(' · ');
}
