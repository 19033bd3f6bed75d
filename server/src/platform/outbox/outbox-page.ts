import { inControl } from '../db/db.ts';
import type { Server } from '../http/http.ts';
import { everySpace } from '../jobs/jobs-retention.ts';
import type { Platform } from '../platform.ts';

/** The latest mails and messages, readable without a mail server. Exists only with FORMWORK_DEVELOPMENT=true. */
export function serveOutbox(server: Server, platform: Platform): void {
  server.fastify.get('/dev/outbox', async (_request, reply) => {
    const spaces = await everySpace(platform);
    const messages = (await Promise.all(spaces.map((spaceId) => latest(platform, spaceId))))
      .flat()
      .sort((a, b) => b.created_at.getTime() - a.created_at.getTime())
      .slice(0, 200);
    return reply
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
      )
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(pageOf(messages));
  });
  server.fastify.get('/dev/outbox.css', (_request, reply) => reply.type('text/css; charset=utf-8').send(style));
}

function latest(platform: Platform, spaceId: string) {
  return inControl(platform.control, spaceId, (tx) =>
    tx.selectFrom('platform.outbox').selectAll().orderBy('created_at', 'desc').limit(200).execute(),
  );
}

function pageOf(messages: Awaited<ReturnType<typeof latest>>): string {
  const items = messages.map(
    (message) => `
    <article>
      <h2>${escape(message.subject || message.recipient)}</h2>
      <dl>
        <dt>kind</dt><dd>${message.kind}</dd>
        <dt>to</dt><dd>${escape(message.recipient)}</dd>
        <dt>space</dt><dd>${escape(message.space_id)}</dd>
        <dt>written</dt><dd><time>${message.created_at.toISOString()}</time></dd>
        <dt>state</dt><dd>${message.state}${message.error === null ? '' : `: ${escape(message.error)}`}</dd>
      </dl>
      <pre>${escape(message.body_text)}</pre>
    </article>`,
  );
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Outbox</title><link rel="stylesheet" href="/dev/outbox.css"></head>
<body><h1>Outbox</h1>${items.join('') || '<p>Nothing has been sent yet.</p>'}</body>
</html>`;
}

/** Bodies are shown as text: also those of HTML mails, which carry a text of their own. */
function escape(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const style = `
body { font: 14px/1.5 system-ui, sans-serif; max-width: 760px; margin: 24px auto; padding: 0 16px; color-scheme: light dark; }
article { border-top: 1px solid; padding: 12px 0; }
h2 { font-size: 16px; margin: 0 0 8px; }
dl { display: grid; grid-template-columns: 80px 1fr; gap: 2px 8px; margin: 0; }
dt, dd { margin: 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; }
`;
