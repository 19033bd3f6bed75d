import { filesApi, type FileView } from '@formwork/contract/files/api.ts';
import { addressOf, callWith, quietlyGone } from '@formwork/web/http/call.ts';
import { q } from '@formwork/web/http/query.ts';
import { useQuery } from '@tanstack/react-query';

/** A file and where its content comes from: by the person's own rights, or by a ticket. */
export interface PreviewedFile extends FileView {
  content: string;
  /** Where an external preview server shows it; undefined where there is none, or nobody asked yet. */
  external: string | undefined;
}

export type Reading =
  | { kind: 'loading' }
  | { kind: 'failed'; error: unknown; retry: () => void }
  | { kind: 'ready'; file: PreviewedFile };

export function usePreviewedFile(fileId: string | undefined, ticket: string | undefined): Reading {
  const own = useQuery({
    ...q(filesApi.view, { params: { fileId: fileId ?? '' } }),
    queryFn: ({ signal }) => callWith(filesApi.view, { params: { fileId: fileId ?? '' } }, { ...quietlyGone, signal }),
    enabled: fileId !== undefined && ticket === undefined,
    retry: false,
  });
  const lent = useQuery({
    ...q(filesApi.viewByTicket, { params: { ticket: ticket ?? '' } }),
    queryFn: ({ signal }) =>
      callWith(filesApi.viewByTicket, { params: { ticket: ticket ?? '' } }, { ...quietlyGone, signal }),
    enabled: ticket !== undefined,
    retry: false,
  });
  const asked = ticket === undefined ? own : lent;
  if (asked.isError) return { kind: 'failed', error: asked.error, retry: () => void asked.refetch() };
  if (!asked.data) return { kind: 'loading' };
  const content =
    ticket === undefined
      ? addressOf(filesApi.open, { params: { fileId: asked.data.id }, query: { inline: '1' } })
      : addressOf(filesApi.openByTicket, { params: { ticket }, query: { inline: '1' } });
  const external = ticket === undefined ? undefined : lent.data?.external;
  return { kind: 'ready', file: { ...asked.data, content, external: external ?? undefined } };
}

/** The address from which the browser keeps the file. */
export function downloadOf({ content }: PreviewedFile): string {
  return content.replace(/\?inline=1(&|$)/, (_all, more: string) => (more === '&' ? '?' : ''));
}
