type Operation = {
  operationId: string;
  summary: string;
  description: string;
  parameters?: { name: string; in: string; required: boolean; schema: unknown }[];
  requestBody?: { content: Record<string, { schema: unknown }> };
  responses: Record<string, { content?: Record<string, { schema?: unknown }> }>;
};

/** A readable reference of the same document: plain HTML, no script, one section a module. */
export function apiDocs(
  document: {
    info: { title: string; version: string; description: string };
    tags: { name: string }[];
    paths: Record<string, Record<string, Operation>>;
  },
  nonce: string,
): string {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );
  const sections = document.tags.map(({ name }) => {
    const own = operations.filter(({ operation }) => operation.operationId.startsWith(`${name}.`));
    return `<section id="${escape(name)}"><h2>${escape(name)}</h2>${own.map(operationHtml).join('')}</section>`;
  });
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${escape(document.info.title)} API</title>
<style nonce="${nonce}">${style}</style></head><body>
<nav><strong>${escape(document.info.title)} ${escape(document.info.version)}</strong>${document.tags.map(({ name }) => `<a href="#${escape(name)}">${escape(name)}</a>`).join('')}<a href="/api/openapi.json">openapi.json</a></nav>
<main><h1>API reference</h1><p>${escape(document.info.description)}</p>${sections.join('')}</main></body></html>`;
}

function operationHtml({ path, method, operation }: { path: string; method: string; operation: Operation }): string {
  const body = Object.values(operation.requestBody?.content ?? {})[0]?.schema;
  const response = operation.responses['200']?.content?.['application/json']?.schema;
  const parameters = (operation.parameters ?? [])
    .map(
      (p) =>
        `<tr><td><code>${escape(p.name)}</code></td><td>${escape(p.in)}${p.required ? ', required' : ''}</td><td><code>${escape(JSON.stringify(p.schema))}</code></td></tr>`,
    )
    .join('');
  return `<article id="${escape(operation.operationId)}"><h3><span class="method">${method}</span> <code>${escape(path)}</code></h3><p>${escape(operation.summary)} <small>${escape(operation.description)}</small></p>
${parameters ? `<table>${parameters}</table>` : ''}${schemaHtml('Body', body)}${schemaHtml('Response', response)}</article>`;
}

function schemaHtml(title: string, schema: unknown): string {
  return schema === undefined
    ? ''
    : `<details><summary>${title}</summary><pre>${escape(JSON.stringify(schema, null, 2))}</pre></details>`;
}

function escape(text: string): string {
  return text.replace(/[&<>"']/g, (char) => `&#${char.charCodeAt(0)};`);
}

const style = `:root{color-scheme:light dark;font:14px/1.5 system-ui,sans-serif}body{margin:0;display:grid;grid-template-columns:208px minmax(0,1fr)}
nav{position:sticky;top:0;height:100vh;overflow:auto;padding:16px;box-sizing:border-box;border-right:1px solid #8884;display:flex;flex-direction:column;gap:8px}
a{color:LinkText}main{padding:16px 24px;max-width:960px}article{border-top:1px solid #8884;padding:8px 0}h3{font-size:14px;margin:8px 0}.method{display:inline-block;min-width:56px;font-weight:600}
pre{overflow:auto;background:#8881;padding:8px;border-radius:6px}table{border-collapse:collapse}td{padding:2px 12px 2px 0;vertical-align:top}small{opacity:.7}
@media(max-width:720px){body{display:block}nav{position:static;height:auto;border:0}}`;
