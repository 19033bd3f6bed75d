import { DownloadOutlined } from '@ant-design/icons';
import { gatewayPortalApi, type PortalApi } from '@formwork/contract/gateway/portal-api.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { SkeletonRows } from '@formwork/ui/feedback/state.tsx';
import { SearchInput } from '@formwork/ui/input/search-input.tsx';
import { q } from '@formwork/web/http/query.ts';
import { Unread } from '@formwork/web/http/Unread.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { useQuery } from '@tanstack/react-query';
import { Button, Typography } from 'antd';
import { useMemo, useState } from 'react';
import { TryIt } from '../esb/TryIt.tsx';
import { readOperations, schemaLines, type ReadBody, type ReadOperation } from './read-document.ts';

type Document = Record<string, unknown>;

/** The OpenAPI document of what is served, as it is read: operations by their tags, fields, examples, and a call to try. */
export function DocumentReference({
  api,
  environment,
  address,
  title,
}: {
  api: PortalApi;
  environment: string;
  address: string;
  title: string;
}) {
  const t = useT();
  const [search, setSearch] = useState('');
  const reference = useQuery(q(gatewayPortalApi.reference, { params: { apiId: api.id }, query: { environment } }));
  const document = reference.data?.document;
  const operations = useMemo(() => (document ? readOperations(document) : []), [document]);
  if (!document) return <Unread of={[reference]} skeleton={<SkeletonRows rows={6} />} />;
  const wanted = search.trim().toLowerCase();
  const shown = operations.filter(({ path, title: name, method }) =>
    `${method} ${path} ${name}`.toLowerCase().includes(wanted),
  );
  return (
    <>
      <div className="esb-line">
        {operations.length > 8 && (
          <SearchInput
            label={t('gatewayportal.operation.search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
        <span className="esb-space" />
        <Button icon={<DownloadOutlined />} onClick={() => download(document, title)}>
          {t('gatewayportal.download')}
        </Button>
      </div>
      {[...Map.groupBy(shown, ({ tag }) => tag)].map(([tag, group]) => (
        <section key={tag} className="portal-stack">
          {tag !== '' && <h3>{tag}</h3>}
          {group.map((operation) => (
            <OneOperation
              key={operation.id}
              document={document}
              operation={operation}
              address={address}
              takesKey={!api.open}
            />
          ))}
        </section>
      ))}
    </>
  );
}

function OneOperation({
  document,
  operation,
  address,
  takesKey,
}: {
  document: Document;
  operation: ReadOperation;
  address: string;
  takesKey: boolean;
}) {
  const t = useT();
  const [open, setOpen] = useState(false);
  const { method, path, title, deprecated } = operation;
  return (
    <details className="esb-operation" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <StateTag tone={method === 'GET' ? 'info' : 'primary'}>{method}</StateTag>
        <code>{path}</code>
        <span>{title}</span>
        {deprecated && <StateTag tone="warning">{t('gateway.state.deprecated')}</StateTag>}
      </summary>
      {open && <OperationBody document={document} operation={operation} address={address} takesKey={takesKey} />}
    </details>
  );
}

function OperationBody({
  document,
  operation,
  address,
  takesKey,
}: {
  document: Document;
  operation: ReadOperation;
  address: string;
  takesKey: boolean;
}) {
  const t = useT();
  const { about, parameters, request, answers } = operation;
  const command = curlOf(operation, address, takesKey);
  return (
    <div className="portal-stack portal-operation">
      {about !== '' && <p className="esb-about">{about}</p>}
      {parameters.length > 0 && (
        <>
          <h4>{t('gateway.set.parameters')}</h4>
          <ul className="portal-fields">
            {parameters.map(({ id, name, in: place, type, required, about: said }) => (
              <Field key={id} name={name} type={`${place} · ${type}`} required={required} about={said} />
            ))}
          </ul>
        </>
      )}
      {request && (
        <>
          <h4>{t('gateway.parameter.in.body')}</h4>
          <Body document={document} body={request} />
        </>
      )}
      {answers.length > 0 && <h4>{t('gatewayportal.answers')}</h4>}
      {answers.map(({ status, about: said, body }) => (
        <div key={status} className="portal-stack">
          <div className="esb-line">
            <StateTag tone={/^[23]/.test(status) ? 'success' : 'warning'}>{status}</StateTag>
            <span>{said}</span>
          </div>
          {body && <Body document={document} body={body} />}
        </div>
      ))}
      <h4>{t('gatewayportal.example')}</h4>
      <Typography.Paragraph className="esb-code" copyable={{ text: command }}>
        {command}
      </Typography.Paragraph>
      <h4>{t('gatewayportal.try')}</h4>
      <TryIt
        address={address}
        operation={operation}
        givenBody={request && /\bjson\b/.test(request.type) ? request.example : ''}
      />
    </div>
  );
}

function Body({ document, body: { type, schema, example } }: { document: Document; body: ReadBody }) {
  const t = useT();
  const lines = useMemo(() => schemaLines(document, schema), [document, schema]);
  return (
    <>
      <span className="esb-note">{type}</span>
      {lines.length > 0 && (
        <ul className="portal-fields">
          {lines.map(({ key, depth, ...line }) => (
            <Field key={key} depth={depth} {...line} />
          ))}
        </ul>
      )}
      {example !== '' && (
        <details>
          <summary>{t('gatewayportal.example')}</summary>
          <pre className="esb-code">{example}</pre>
        </details>
      )}
    </>
  );
}

function Field({
  depth = 0,
  name,
  type,
  required,
  about,
}: {
  depth?: number;
  name: string;
  type: string;
  required: boolean;
  about: string;
}) {
  const t = useT();
  return (
    <li style={{ paddingInlineStart: depth * 18 }}>
      <code>{name}</code> <span className="esb-note">{type}</span>{' '}
      {required && <StateTag tone="warning">{t('gateway.parameter.required')}</StateTag>} <span>{about}</span>
    </li>
  );
}

function curlOf({ method, path, request }: ReadOperation, address: string, takesKey: boolean): string {
  return [
    `curl -X ${method} '${address}${path === '/' ? '' : path}'`,
    ...(takesKey ? [`-H 'X-Api-Key: …'`] : []),
    ...(request ? [`-H 'Content-Type: ${request.type}'`, `-d '${request.example.replaceAll("'", `'\\''`)}'`] : []),
  ].join(' \\\n  ');
}

function download(document: Document, title: string): void {
  const link = window.document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(document, null, 2)], { type: 'application/json' }));
  link.download = `${title}.openapi.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
