import { pathNames } from '@formwork/contract/gateway/definition.ts';
import { StateTag } from '@formwork/ui/feedback/state-tag.tsx';
import { useT } from '@formwork/web/i18n/i18n.ts';
import { Alert, Button, Input } from 'antd';
import { useState } from 'react';

/** What has to be known of an operation to call it. */
export interface Callable {
  method: string;
  path: string;
  parameters: readonly { id: string; name: string; in: string }[];
}

const nothingGiven: Readonly<Record<string, string>> = {};

interface Outcome {
  status: number;
  ms: number;
  headers: string;
  body: string;
  requestId: string | null;
}

/** A real call, as a program would make it: without the session of whoever tries. */
export function TryIt({
  address,
  operation,
  given = nothingGiven,
  givenBody = '',
}: {
  address: string;
  operation: Callable;
  /** By place and name, as `path id`. */
  given?: Readonly<Record<string, string>>;
  givenBody?: string;
}) {
  const t = useT();
  const names = [...new Set(pathNames(operation.path))];
  const asked = operation.parameters.filter((one) => one.in === 'query' || one.in === 'header');
  const [values, setValues] = useState<Record<string, string>>(given);
  const [key, setKey] = useState('');
  const [body, setBody] = useState(givenBody);
  const [outcome, setOutcome] = useState<Outcome>();
  const [failed, setFailed] = useState<string>();
  const [busy, setBusy] = useState(false);
  const takesBody = !['GET', 'HEAD'].includes(operation.method);
  const set = (name: string, value: string) => setValues((before) => ({ ...before, [name]: value }));
  const run = async () => {
    setBusy(true);
    setFailed(undefined);
    const path =
      operation.path === '/'
        ? ''
        : operation.path.replace(/\{([^{}/]*)\}/g, (_, name: string) =>
            encodeURIComponent(values[`path ${name}`] ?? ''),
          );
    const query = new URLSearchParams(
      asked
        .filter((one) => one.in === 'query' && values[`query ${one.name}`])
        .map(({ name }) => [name, values[`query ${name}`]!]),
    );
    const headers = Object.fromEntries(
      asked
        .filter((one) => one.in === 'header' && values[`header ${one.name}`])
        .map(({ name }) => [name, values[`header ${name}`]!]),
    );
    const began = performance.now();
    try {
      const answer = await fetch(`${address}${path}${query.size === 0 ? '' : `?${query.toString()}`}`, {
        method: operation.method,
        credentials: 'omit',
        headers: {
          ...headers,
          ...(key.trim() !== '' && credentialHeader(key.trim())),
          ...(takesBody && body !== '' && { 'content-type': 'application/json' }),
        },
        ...(takesBody && body !== '' && { body }),
      });
      const text = await answer.text();
      setOutcome({
        status: answer.status,
        ms: Math.round(performance.now() - began),
        headers: [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n'),
        body: shown(text),
        requestId: answer.headers.get('x-request-id'),
      });
    } catch (error) {
      setFailed(error instanceof Error ? error.message : '');
    }
    setBusy(false);
  };
  return (
    <div className="esb-try">
      <div className="esb-grid">
        <Input
          aria-label={t('gateway.try.key')}
          addonBefore={t('gateway.try.key')}
          value={key}
          placeholder={t('gateway.try.key_hint')}
          onChange={(event) => setKey(event.target.value)}
        />
        {names.map((name) => (
          <Input
            key={`path ${name}`}
            aria-label={name}
            addonBefore={name}
            value={values[`path ${name}`] ?? ''}
            onChange={(event) => set(`path ${name}`, event.target.value)}
          />
        ))}
        {asked.map(({ id, name, in: place }) => (
          <Input
            key={id}
            aria-label={name}
            addonBefore={name}
            value={values[`${place} ${name}`] ?? ''}
            onChange={(event) => set(`${place} ${name}`, event.target.value)}
          />
        ))}
      </div>
      {takesBody && (
        <Input.TextArea
          aria-label={t('gateway.try.body')}
          placeholder={t('gateway.try.body')}
          autoSize={{ minRows: 2, maxRows: 12 }}
          value={body}
          onChange={(event) => setBody(event.target.value)}
        />
      )}
      <div className="esb-line">
        <Button type="primary" loading={busy} onClick={() => void run()}>
          {t('gateway.try.run')}
        </Button>
        {outcome && (
          <>
            <StateTag tone={outcome.status >= 500 ? 'error' : outcome.status >= 400 ? 'warning' : 'success'}>
              {outcome.status}
            </StateTag>
            <span className="esb-note">{t('gateway.ms', { ms: outcome.ms })}</span>
            {outcome.requestId !== null && <code>{outcome.requestId}</code>}
          </>
        )}
      </div>
      {failed !== undefined && <Alert type="error" showIcon title={t('gateway.try.failed', { message: failed })} />}
      {outcome && (
        <>
          <pre className="esb-code">{outcome.body}</pre>
          <details>
            <summary>{t('gateway.try.headers')}</summary>
            <pre className="esb-code">{outcome.headers}</pre>
          </details>
        </>
      )}
    </div>
  );
}

/** A key by itself goes where keys go; whatever has a scheme is sent as it is written. */
function credentialHeader(text: string): Record<string, string> {
  return /^\S+ \S/.test(text) ? { authorization: text } : { 'x-api-key': text };
}

function shown(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}
