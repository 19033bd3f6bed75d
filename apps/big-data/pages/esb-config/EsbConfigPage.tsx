import { gatewayApi } from '@formwork/contract/gateway/api.ts';
import { gatewayApiKind } from '@formwork/contract/gateway/definition.ts';
import { pathTo } from '@formwork/contract/routes.ts';
import { Designer } from '@formwork/ui/designer/designer.tsx';
import { Arranged, tabsOf } from '@formwork/web/elements/arranged.tsx';
import { useElements } from '@formwork/web/elements/elements.ts';
import { call } from '@formwork/web/http/call.ts';
import { DocumentPage, type DocumentParts } from '@formwork/web/document/DocumentPage.tsx';
import type { OpenDocument } from '@formwork/web/definitions/use-document.ts';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useParams, useQueryText, useRouter } from '@formwork/web/router/page-context.ts';
import type { GatewayApi } from '@formwork/contract/gateway/definition.ts';
import { Button, Segmented } from 'antd';
import { useState } from 'react';
import '../esb/esb.css';
import { ImportDialog } from '../esb/ImportDialog.tsx';
import { Behaviour } from './Behaviour.tsx';
import { Limits } from './Limits.tsx';
import { LiveIn } from './LiveIn.tsx';
import { Operations } from './Operations.tsx';
import { Security } from './Security.tsx';
import { SourceSettings } from './SourceSettings.tsx';
import { TestCall } from './TestCall.tsx';
import { Transforms } from './Transforms.tsx';

export interface PartProps {
  body: GatewayApi;
  edit: (change: (body: GatewayApi) => GatewayApi, group?: string) => void;
  readOnly: boolean;
}

const parts = ['source', 'operations', 'security', 'limits', 'transforms', 'behaviour', 'live', 'test'] as const;

/** One API: where it lies, where its answers come from, who may call it and what happens on the way. */
export default function EsbConfigPage() {
  const { cid = '' } = useParams();
  const back = pathTo('esb', {});
  return (
    <DocumentPage kind={gatewayApiKind} id={cid} back={back} actions={(document) => <Actions document={document} />}>
      {(given) => <Editor id={cid} {...given} />}
    </DocumentPage>
  );
}

function Editor({ id, document, bar, problems, readOnly }: DocumentParts<GatewayApi> & { id: string }) {
  const t = useT();
  const [asked, setPart] = useQueryText('part');
  const elements = useElements('esbConfig');
  const { tabs } = tabsOf(elements, 'parts', parts, asked, (one) => t(`gateway.part.${one}`));
  // what is wrong in a part that is hidden is mended there all the same
  const part = parts.find((one) => one === asked) ?? 'source';
  const props: PartProps = { body: document.body, edit: document.edit, readOnly };
  return (
    <Designer
      bar={bar}
      problems={problems}
      onProblem={({ id: of }) => setPart(partOf(problems.find((one) => one.id === of)?.at ?? []))}
    >
      <div className="esb-body">
        <Segmented
          aria-label={t('gateway.part')}
          value={part}
          onChange={(value) => setPart(value)}
          options={tabs.map(({ id: value, title: label }) => ({ value, label }))}
        />
        {part === 'source' && <SourceSettings {...props} />}
        {part === 'operations' && <Operations {...props} />}
        {part === 'security' && <Security {...props} />}
        {part === 'limits' && <Limits {...props} />}
        {part === 'transforms' && <Transforms {...props} />}
        {part === 'behaviour' && <Behaviour {...props} />}
        {part === 'live' && <LiveIn id={id} released={document.definition.released} />}
        {part === 'test' && <TestCall id={id} body={document.body} />}
      </div>
    </Designer>
  );
}

/** The part in which a problem is mended. */
function partOf([first = '']: readonly string[]): (typeof parts)[number] {
  const known: Record<string, (typeof parts)[number]> = {
    operations: 'operations',
    security: 'security',
    limits: 'limits',
    cors: 'security',
    transform: 'transforms',
    mask: 'transforms',
    maskFrom: 'transforms',
    faults: 'behaviour',
    upstream: 'behaviour',
    cache: 'behaviour',
  };
  return known[first] ?? 'source';
}

function Actions({ document: { definition, readOnly } }: { document: OpenDocument<GatewayApi> }) {
  const t = useT();
  const router = useRouter();
  const elements = useElements('esbConfig');
  const [importing, setImporting] = useState(false);
  const exportIt = async () => {
    const { text, format } = await call(gatewayApi.exportApi, { params: { apiId: definition.id } });
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([text]));
    link.download = `openapi.${format}`;
    link.click();
    URL.revokeObjectURL(link.href);
  };
  return (
    <Arranged of={elements} group="tools">
      {!readOnly && (
        <Button key="import" onClick={() => setImporting(true)}>
          {elements.title('tools', 'import', t('gateway.import.short'))}
        </Button>
      )}
      <Button key="export" onClick={() => void exportIt()}>
        {elements.title('tools', 'export', t('gateway.export'))}
      </Button>
      {importing && (
        <ImportDialog
          apiId={definition.id}
          onClose={() => setImporting(false)}
          onMade={() => {
            setImporting(false);
            void router.go(pathTo('esbConfig', { cid: definition.id }, { part: 'operations' }));
          }}
        />
      )}
    </Arranged>
  );
}
